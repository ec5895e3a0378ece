import { Halt } from '#program/halt'
import { textOf, type Value } from '#program/values'
import type { PlanWorld, Seen } from '#strategies/adaplanner/plan-world'
import { type Game, kindOf, nameText } from './game.ts'

/** Actions in one game after which a program is halted; the deepest recipes need fewer than 40. */
const MAX_ACTIONS = 200

/** The game for a program's calls: `agent.get('oak logs', 2)`, `agent.craft('stick', 4, {'oak planks': 2})`. */
export class ProgramGame implements PlanWorld {
  actions = 0
  readonly #game: Game

  constructor(game: Game) {
    this.#game = game
  }

  count(item: string): number {
    return this.#game.carried.get(kindOf(item)) ?? 0
  }

  inventory(): ReadonlyMap<string, number> {
    return new Map([...this.#game.carried].map(([kind, count]) => [nameText(kind), count]))
  }

  act(...[name, args]: Parameters<PlanWorld['act']>): Promise<Seen> {
    if (++this.actions > MAX_ACTIONS) throw new Halt('limit', `${MAX_ACTIONS} actions are used up`)
    const text = this.#game.act(
      lineOf(
        name,
        args.map(({ value }) => value),
      ),
    )
    const isDone = !/^(?:Could not|Wrong)/.test(text)
    return Promise.resolve({ text, isDone })
  }

  state(): string {
    return this.#game.act('inventory').trim()
  }

  isDone(): Promise<boolean> {
    return Promise.resolve(this.#game.isWon)
  }
}

/** The game's action for a call. Item and number may be in either order, and a complete action stays as it is. */
function lineOf(name: string, values: readonly Value[]): string {
  const texts = values.filter((value) => typeof value === 'string')
  const number = values.find((value) => typeof value === 'number')
  const counts = values.find((value) => value instanceof Map)
  const [first = '', second] = texts
  if (texts.length === 1 && first.startsWith(`${name} `)) return first
  const item = number === undefined ? first : `${number} ${first}`
  if (name !== 'craft') return `${name} ${item}`.trim()
  const using = counts instanceof Map ? usingText(counts) : (second ?? '')
  return `craft ${item} using ${using}`
}

function usingText(counts: ReadonlyMap<string, Value>): string {
  return [...counts].map(([item, count]) => `${textOf(count)} ${item}`).join(', ')
}

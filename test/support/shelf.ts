import { textOf } from '#program/values'
import type { PlanWorld } from '#strategies/adaplanner/plan-world'

/** A world in which `get` obtains one of anything except `gold`, and the task is to hold a `key`. */
export class Shelf implements PlanWorld {
  readonly held = new Map<string, number>()
  readonly acted: string[] = []

  count(item: string): number {
    return this.held.get(item) ?? 0
  }

  inventory(): ReadonlyMap<string, number> {
    return this.held
  }

  act(...[name, args]: Parameters<PlanWorld['act']>) {
    const thing = textOf(args[0]?.value ?? null).slice(0, 40)
    this.acted.push(`${name} ${thing}`)
    if (name !== 'get' || thing === 'gold')
      return Promise.resolve({ text: `There is no ${thing} here.`, isDone: false })
    this.held.set(thing, this.count(thing) + 1)
    return Promise.resolve({ text: `I have the ${thing} of room 7.`, isDone: true })
  }

  state(): string {
    return `I have ${[...this.held.keys()].join(', ') || 'nothing'}.`
  }

  isDone(): Promise<boolean> {
    return Promise.resolve(this.held.has('key'))
  }
}

/** A solution in steps. @param start the parameters after `agent` in its header. */
export function solution(start: string, ...steps: readonly string[]): string {
  const lines = steps.flatMap((step, index) => [
    `    if start_from <= ${index + 1}:`,
    ...step.split('\n').map((line) => `        ${line}`),
  ])
  return [`def solution(agent${start}):`, ...lines].join('\n')
}

/** A step that gets a thing and asserts that the agent has it. */
export const get = (thing: string, step: number, more = '') =>
  [
    `print("[Step ${step}] get the ${thing}")`,
    `${more}seen = agent.get("${thing}")`,
    `assert "I have" in seen, f"Error in [Step ${step}]: {seen}"`,
  ].join('\n')

/** A solution that fails in its second step. */
export const FIRST = solution(
  ', start_from=1',
  get('map', 1, 'place = '),
  get('gold', 2),
  get('key', 3),
)

import type { Bot } from 'mineflayer'
import { itemNoun } from '#wire/item-words'
import type { CompanionStage } from './companion-stage.ts'

/** Time in which a player picks up what the companion hands over (ticks). */
const GIVING_TICKS = 100
/** Distance within which a thrown item appears from where players throw (blocks), and its height above their feet. */
const THROW_RANGE = 0.6
const THROW_HEIGHT = 1.3

/** What happened to the items of one kind for one player. */
export interface Receipt {
  readonly key: string
  /** What the companion reported to have given. */
  readonly reported: number
  /** What the player got while the companion had to hand items over. Some may lie there for other reasons. */
  readonly received: number
  /** What the player got of items that the companion had thrown. */
  readonly thrown: number
  /** What the player may have got of orders that ended early, and of a death of the companion. */
  readonly allowed: number
}

/** Accounts by the world for the items that a companion hands over. */
export class HandOvers {
  readonly #stage: CompanionStage
  readonly #owners: readonly string[]
  readonly #items: readonly string[]
  readonly #received = new Map<string, number>()
  readonly #thrown = new Map<string, number>()
  readonly #reported = new Map<string, number>()
  readonly #allowed = new Map<string, number>()
  readonly #carriedBefore = new Map<string, number>()
  /** Tick at which the companion last had an order to hand items over. */
  #handsOverAt = Number.NEGATIVE_INFINITY

  /** @param items general names: all that end in them count. */
  constructor(stage: CompanionStage, owners: readonly string[], items: readonly string[]) {
    this.#stage = stage
    this.#owners = owners
    this.#items = items
  }

  /** Watches the items that an owner picks up. */
  watch(owner: string, bot: Bot): void {
    const thrown = new Set<number>()
    bot.on('entitySpawn', ({ id, name, position }) => {
      const feet = this.#stage.player('Delver')?.position
      const hand = feet?.offset(0, THROW_HEIGHT, 0)
      const isClose = hand !== undefined && position.distanceTo(hand) <= THROW_RANGE
      if (name === 'item' && isClose && this.#handsOver) thrown.add(id)
    })
    bot.on('playerCollect', (collector, { id }) => {
      if (collector !== bot.entity || !thrown.has(id)) return
      const dropped = bot.entities[id]?.getDroppedItem()
      const item = this.#items.find((one) => dropped && kindsOf(one).test(dropped.name))
      if (dropped && item) add(this.#thrown, `${owner} ${item}`, dropped.count)
    })
  }

  /** An order to bring items ended early. */
  endedEarly(player: string, item: string, count: number): void {
    add(this.#allowed, `${player} ${item}`, count)
  }

  /** The companion has died: players may get what it carried. */
  died(): void {
    for (const owner of this.#owners)
      for (const item of this.#items)
        add(this.#allowed, `${owner} ${item}`, this.#stage.carried('Delver', kindsOf(item)))
  }

  /** @param lines what the companion has said since the last tick. */
  tick(lines: readonly string[]): void {
    const stage = this.#stage
    const { name } = stage.companion.orders.find(({ held }) => !held)?.order ?? {}
    if (name === 'bring' || name === 'give') this.#handsOverAt = stage.tick
    for (const line of lines) {
      const [, count, words, player] = /I gave (\d+) ([\w ]+) to (\w+)\.$/.exec(line) ?? []
      const item = this.#items.find((one) => itemNoun(one, Number(count)) === words)
      if (item && player) add(this.#reported, `${player} ${item}`, Number(count))
    }
    for (const owner of this.#owners)
      for (const item of this.#items) {
        const key = `${owner} ${item}`
        const carried = stage.carried(owner, kindsOf(item))
        const gained = carried - (this.#carriedBefore.get(key) ?? 0)
        if (gained > 0 && this.#handsOver) add(this.#received, key, gained)
        this.#carriedBefore.set(key, carried)
      }
  }

  get #handsOver(): boolean {
    return this.#stage.tick - this.#handsOverAt <= GIVING_TICKS
  }

  get receipts(): readonly Receipt[] {
    const keys = new Set([...this.#received.keys(), ...this.#reported.keys()])
    const countIn = (counters: ReadonlyMap<string, number>, key: string) => counters.get(key) ?? 0
    return [...keys].map((key) => ({
      key,
      reported: countIn(this.#reported, key),
      received: countIn(this.#received, key),
      thrown: countIn(this.#thrown, key),
      allowed: countIn(this.#allowed, key),
    }))
  }
}

function add(counters: Map<string, number>, key: string, count: number): void {
  counters.set(key, (counters.get(key) ?? 0) + count)
}

/** The kinds of items of a general name. */
function kindsOf(item: string): RegExp {
  return new RegExp(`^(?:\\w+_)?${item}$`)
}

import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import type { Registry } from '#knowledge/registry'
import { droppedItem } from './dropped-item.ts'

interface PickUp {
  readonly tick: number
  /** The player's name in small letters. */
  readonly by: string
  readonly item: string
  readonly count: number
}

interface CollectPacket {
  readonly collectedEntityId: number
  readonly collectorEntityId: number
  readonly pickupItemCount: number
}

/** Limit on the pick-ups that are kept. */
const MAX_KEPT = 64

/** The items that players nearby pick up, which everybody there hears and sees. */
export class PickUps {
  #last: PickUp[] = []
  #areTold = false

  constructor(bot: Bot, registry: Registry, clock: GameClock) {
    bot._client.on('collect', (packet: CollectPacket) => {
      this.#areTold = true
      const by = bot.entities[packet.collectorEntityId]?.username?.toLowerCase()
      const entity = bot.entities[packet.collectedEntityId]
      const stack = entity && droppedItem(bot, entity)
      if (by === undefined || !stack) return
      const item = registry.itemName(stack)
      const pickUp = { tick: clock.tick, by, item, count: packet.pickupItemCount }
      this.#last = [...this.#last, pickUp].slice(-MAX_KEPT)
    })
  }

  /** Whether the server tells of pick-ups: it has told of some, be it the agent's own. */
  get areTold(): boolean {
    return this.#areTold
  }

  /** How many items of some kinds a player has picked up, from a tick on. */
  count(player: string, kinds: ReadonlySet<string>, since: number): number {
    const by = player.toLowerCase()
    return this.#last
      .filter((one) => one.by === by && one.tick >= since && kinds.has(one.item))
      .reduce((sum, { count }) => sum + count, 0)
  }
}

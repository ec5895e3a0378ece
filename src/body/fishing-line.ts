import type { Bot, Particle } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** Object type of the bobber up to 1.13. */
const OLD_BOBBER = 90
/**
 * A bite shows six bubbles at once around the bobber; an approaching fish shows at most three. The server rarely updates
 * the position of a bobber, so bubbles within this range count (blocks).
 */
const BITE_PARTICLES = 5
const BITE_KINDS = /^(bubble|fishing|wake)$/
const BITE_RANGE = 1.25
const HOTBAR = 9

/**
 * The agent's fishing line. It replaces mineflayer's `bot.fish`, which takes no signal and waits forever without water.
 * `bot.fish` also mistakes the bobbers of other players for its own, and ignores input cooldowns.
 */
export class FishingLine {
  readonly #body: Body
  readonly #stop: readonly Unsubscribe[]
  #isOut = false
  #bobber: Entity | undefined
  #hasBite = false

  /** Watches the line until {@link close}. */
  constructor(body: Body) {
    this.#body = body
    const bot = body[BOT]
    this.#stop = [
      listenForBobber(bot, (id) => {
        if (this.#isOut) this.#bobber = bot.entities[id]
      }),
      listen(bot, 'particle', (particle) => {
        if (this.#isBite(particle)) this.#hasBite = true
      }),
      listen(bot, 'entityGone', ({ id }) => {
        if (id === this.#bobber?.id) this.#lose()
      }),
    ]
  }

  /** Position of the bobber; undefined while there is none. */
  get bobber(): Vec3 | undefined {
    return this.#bobber?.position
  }

  /** Whether a fish has bitten since the cast. */
  get hasBite(): boolean {
    return this.#hasBite
  }

  /** Whether the line is cast. */
  get isOut(): boolean {
    return this.#isOut
  }

  /**
   * Casts the held fishing rod in the direction of view.
   * @throws the signal's reason when `signal` fires first.
   */
  async cast(signal: AbortSignal): Promise<void> {
    this.#lose()
    await this.#body.interaction.useHeld(signal)
    this.#isOut = true
  }

  /**
   * Reels the line in.
   * @throws the signal's reason when `signal` fires first.
   */
  async pullIn(signal: AbortSignal): Promise<void> {
    await this.#body.interaction.useHeld(signal)
    this.#lose()
  }

  /** Stops watching. Switching to another item removes a line that is still cast, without wear on the rod. */
  close(): void {
    for (const stop of this.#stop) stop()
    if (this.#isOut) putAway(this.#body)
    this.#lose()
  }

  #lose(): void {
    this.#isOut = false
    this.#bobber = undefined
    this.#hasBite = false
  }

  #isBite({ name = '', count, position }: Particle): boolean {
    const { bobber } = this
    if (!bobber || count < BITE_PARTICLES || !BITE_KINDS.test(name)) return false
    return Math.hypot(position.x - bobber.x, position.z - bobber.z) <= BITE_RANGE
  }
}

/** Calls a handler with the id of each bobber of this player. */
function listenForBobber(bot: Bot, handler: (id: number) => void): Unsubscribe {
  const { _client: client } = bot
  const type = bot.supportFeature('fishingBobberCorrectlyNamed')
    ? bot.registry.entitiesByName.fishing_bobber?.id
    : OLD_BOBBER
  const told = (packet: { entityId: number; type: number; objectData: number }) => {
    if (packet.type === type && packet.objectData === bot.entity.id) handler(packet.entityId)
  }
  client.on('spawn_entity', told)
  return () => {
    client.off('spawn_entity', told)
  }
}

/** Selects a hotbar slot without a fishing rod. */
function putAway({ [BOT]: bot, registry }: Body): void {
  const start = bot.inventory.hotbarStart
  for (let step = 1; step < HOTBAR; step++) {
    const slot = (bot.quickBarSlot + step) % HOTBAR
    const item = bot.inventory.slots[start + slot]
    if (item && registry.itemName(item) === 'fishing_rod') continue
    bot.setQuickBarSlot(slot)
    return
  }
}

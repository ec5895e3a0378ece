import type { Bot, Particle } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** Number of the bobber among the objects of versions up to 1.13. */
const OLD_BOBBER = 90
/**
 * A bite is shown by six bubbles at once around the bobber; a fish that only comes nearer by three at most. Clients are
 * told of a bobber's place now and then, so that they may be so far away from where they know it to be (blocks).
 */
const BITE_PARTICLES = 5
const BITE_KINDS = /^(bubble|fishing|wake)$/
const BITE_RANGE = 1.25
const HOTBAR = 9

/**
 * A body's fishing line, and what is to be seen of it. mineflayer's own `bot.fish` is not used: it takes no signal and
 * waits for ever where there is no water, takes others' bobbers for its own, and presses the button whatever the hands
 * are at.
 */
export class FishingLine {
  readonly #body: Body
  readonly #stop: readonly Unsubscribe[]
  #isOut = false
  #bobber: Entity | undefined
  #hasBite = false

  /** Watches until it is {@link close}d. */
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

  /** Where the bobber is; undefined while none is out. */
  get bobber(): Vec3 | undefined {
    return this.#bobber?.position
  }

  /** Whether something has bitten since the line was cast. */
  get hasBite(): boolean {
    return this.#hasBite
  }

  /** Whether it is cast, as far as the server has told. */
  get isOut(): boolean {
    return this.#isOut
  }

  /**
   * Casts the rod that is in the hand to where the body looks.
   * @throws the signal's reason when `signal` fires first.
   */
  async cast(signal: AbortSignal): Promise<void> {
    this.#lose()
    await this.#body.interaction.useHeld(signal)
    this.#isOut = true
  }

  /**
   * Pulls in what was cast.
   * @throws the signal's reason when `signal` fires first.
   */
  async pullIn(signal: AbortSignal): Promise<void> {
    await this.#body.interaction.useHeld(signal)
    this.#lose()
  }

  /** Watches no more. A line that is still out is given up by taking the rod out of the hand, which does not wear it. */
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

/** Calls back with the id of each bobber on a line of the bot's own. */
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

/** Turns to a place of the hotbar without a rod. */
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

import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import type { Hands } from './hands.ts'
import { raceAbort } from './interrupt.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** Attacks, and uses of entities, blocks and the held item. */
export class Interaction {
  readonly #bot: Bot
  readonly #hands: Hands

  constructor(bot: Bot, hands: Hands) {
    this.#bot = bot
    this.#hands = hands
  }

  /** Attacks an entity once, unless it is out of reach. The agent must look at it. */
  attack(id: number): void {
    const entity = this.#bot.entities[id]
    if (entity && this.#reaches(entity)) this.#bot.attack(entity)
  }

  /**
   * Uses the held item on an entity. The entity must be within reach, and the agent must look at it.
   * @throws the signal's reason when `signal` fires first.
   */
  async useOn(id: number, signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    const entity = this.#bot.entities[id]
    if (entity) await raceAbort(this.#bot.activateEntity(entity), signal)
  }

  /**
   * Uses a block within reach, such as a bed, or the held item on it.
   * @param face normal of the clicked face; up by default.
   * @returns false if there is no block.
   * @throws the signal's reason when `signal` fires first.
   */
  async useBlock(place: Vec3, signal: AbortSignal, face?: Vec3): Promise<boolean> {
    await this.#hands.readyToUse(signal)
    const block = this.#bot.blockAt(place)
    if (!block) return false
    // mineflayer turns slowly unless the head already points at the block.
    await this.#bot.lookAt(place.offset(0.5, 0.5, 0.5), true)
    await raceAbort(this.#bot.activateBlock(block, face), signal)
    return true
  }

  /**
   * Starts to use the held item, such as food.
   * @throws the signal's reason when `signal` fires first.
   */
  async useHeld(signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    this.#bot.activateItem()
  }

  stopUsing(): void {
    this.#bot.deactivateItem()
  }

  /** Gets out of bed, if the agent is in one. */
  async leaveBed(): Promise<void> {
    if (this.#bot.isSleeping) await this.#bot.wake()
  }

  /** Whether the hitbox of an entity is within reach of the eye. */
  #reaches({ position, width, height }: Entity): boolean {
    const self = this.#bot.entity
    const { x, y, z } = position.minus(self.position)
    const up = y - (self.eyeHeight ?? EYE_HEIGHT)
    const beside = (away: number) => Math.max(0, Math.abs(away) - width / 2)
    const away = Math.hypot(beside(x), Math.max(up, 0, -up - height), beside(z))
    return away <= VANILLA_CLIENT.entityReach
  }

  /** Calls a handler with the id of each mob or player that dies nearby. */
  onCreatureDeath(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'entityDead', ({ id }) => handler(id))
  }
}

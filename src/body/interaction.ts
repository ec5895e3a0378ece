import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import type { Hands } from './hands.ts'
import { raceAbort } from './interrupt.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** What a body does to creatures, blocks and the thing in its hand: both buttons of the mouse. */
export class Interaction {
  readonly #bot: Bot
  readonly #hands: Hands

  constructor(bot: Bot, hands: Hands) {
    this.#bot = bot
    this.#hands = hands
  }

  /** One blow at an entity, by its id; none where it is out of reach. It must be looked at. */
  attack(id: number): void {
    const entity = this.#bot.entities[id]
    if (entity && this.#reaches(entity)) this.#bot.attack(entity)
  }

  /**
   * Uses what is in the hand on an entity, by its id. It must be in reach, and looked at.
   * @throws the signal's reason when `signal` fires first.
   */
  async useOn(id: number, signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    const entity = this.#bot.entities[id]
    if (entity) await raceAbort(this.#bot.activateEntity(entity), signal)
  }

  /**
   * Uses a block that is in reach, such as a bed, or what is in the hand on it.
   * @param face side of the block that is clicked, as a step away from it; its top when left out.
   * @returns false where there is no block.
   * @throws the signal's reason when `signal` fires first.
   */
  async useBlock(place: Vec3, signal: AbortSignal, face?: Vec3): Promise<boolean> {
    await this.#hands.readyToUse(signal)
    const block = this.#bot.blockAt(place)
    if (!block) return false
    // mineflayer turns slowly unless it looks the right way already.
    await this.#bot.lookAt(place.offset(0.5, 0.5, 0.5), true)
    await raceAbort(this.#bot.activateBlock(block, face), signal)
    return true
  }

  /**
   * Begins to use what is in the hand, food for one.
   * @throws the signal's reason when `signal` fires first.
   */
  async useHeld(signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    this.#bot.activateItem()
  }

  stopUsing(): void {
    this.#bot.deactivateItem()
  }

  /** Gets up from a bed; nothing where the body does not lie in one. */
  async leaveBed(): Promise<void> {
    if (this.#bot.isSleeping) await this.#bot.wake()
  }

  /** Whether the body of an entity, where it is at this moment, comes near enough to the eye. */
  #reaches({ position, width, height }: Entity): boolean {
    const self = this.#bot.entity
    const { x, y, z } = position.minus(self.position)
    const up = y - (self.eyeHeight ?? EYE_HEIGHT)
    const beside = (away: number) => Math.max(0, Math.abs(away) - width / 2)
    const away = Math.hypot(beside(x), Math.max(up, 0, -up - height), beside(z))
    return away <= VANILLA_CLIENT.entityReach
  }

  /** Calls back with the id of each creature that dies near by. */
  onCreatureDeath(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'entityDead', ({ id }) => handler(id))
  }
}

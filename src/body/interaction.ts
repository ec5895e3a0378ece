import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
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

  /** One blow at an entity, by its id. It must be in reach, and looked at. */
  attack(id: number): void {
    const entity = this.#bot.entities[id]
    if (entity) this.#bot.attack(entity)
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
   * Uses a block that is in reach, such as a bed.
   * @returns false where there is no block.
   * @throws the signal's reason when `signal` fires first.
   */
  async useBlock(place: Vec3, signal: AbortSignal): Promise<boolean> {
    await this.#hands.readyToUse(signal)
    const block = this.#bot.blockAt(place)
    if (!block) return false
    // mineflayer turns slowly unless it looks the right way already.
    await this.#bot.lookAt(place.offset(0.5, 0.5, 0.5), true)
    await raceAbort(this.#bot.activateBlock(block), signal)
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

  /** Calls back with the id of each creature that dies near by. */
  onCreatureDeath(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'entityDead', ({ id }) => handler(id))
  }
}

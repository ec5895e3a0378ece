import type { Bot } from 'mineflayer'
import type { BodyMessage, PoseMessage } from '../tape-format.ts'
import { hundredths, roundedPlace } from './rounding.ts'
import type { Say } from './tape-writer.ts'

/** Records where the agent stands and looks, and what its bars and pockets show. */
export class SelfTape {
  readonly #bot: Bot
  readonly #say: Say
  #pose = ''
  #body = ''
  /** Bars as they were told; what is in the pockets says by itself when it changes. */
  #bars = ''
  #pocketsChanged = true

  constructor(bot: Bot, say: Say) {
    this.#bot = bot
    this.#say = say
    this.#slots.on('updateSlot', this.#onSlot)
  }

  off(): void {
    this.#slots.off('updateSlot', this.#onSlot)
  }

  /** mineflayer's types leave the inventory's events out. */
  get #slots(): NodeJS.EventEmitter {
    return this.#bot.inventory as unknown as NodeJS.EventEmitter
  }

  readonly #onSlot = () => {
    this.#pocketsChanged = true
  }

  update(): void {
    const pose = this.#posture()
    const stance = JSON.stringify(pose)
    if (stance !== this.#pose) this.#say(pose)
    this.#pose = stance
    const { health, food, oxygenLevel, quickBarSlot } = this.#bot
    const bars = `${health} ${food} ${oxygenLevel} ${quickBarSlot}`
    if (bars === this.#bars && !this.#pocketsChanged) return
    this.#bars = bars
    this.#pocketsChanged = false
    const body = this.#barsAndPockets()
    const state = JSON.stringify(body)
    if (state !== this.#body) this.#say(body)
    this.#body = state
  }

  #posture(): PoseMessage {
    const { position, yaw, pitch } = this.#bot.entity
    return {
      name: 'pose',
      pos: roundedPlace(position),
      yaw: hundredths(yaw),
      pitch: hundredths(pitch),
    }
  }

  #barsAndPockets(): BodyMessage {
    const { health, food, oxygenLevel, inventory, quickBarSlot } = this.#bot
    return {
      name: 'body',
      health: hundredths(health),
      food,
      oxygen: oxygenLevel ?? 20,
      slots: inventory.slots.flatMap((item, slot) =>
        item ? [[slot, item.name, item.count] as const] : [],
      ),
      hand: inventory.hotbarStart + (quickBarSlot ?? 0),
    }
  }
}

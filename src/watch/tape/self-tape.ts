import type { Bot } from 'mineflayer'
import type { BodyMessage, PoseMessage } from '../tape-format.ts'
import { hundredths, roundedPlace } from './rounding.ts'
import type { Say } from './tape-recorder.ts'

/** How often bars and pockets are looked at (ticks). */
const LOOK_TICKS = 4

/** Records where the agent stands and looks, and what its bars and pockets show. */
export class SelfTape {
  readonly #bot: Bot
  readonly #say: Say
  #pose = ''
  #body = ''

  constructor(bot: Bot, say: Say) {
    this.#bot = bot
    this.#say = say
  }

  update(ticks: number): void {
    const pose = this.#posture()
    const stance = JSON.stringify(pose)
    if (stance !== this.#pose) this.#say(pose)
    this.#pose = stance
    if (ticks % LOOK_TICKS !== 0) return
    const body = this.#bars()
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

  #bars(): BodyMessage {
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

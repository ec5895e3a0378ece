import type { Bot, ControlState } from 'mineflayer'
import type { Vec3 } from 'vec3'

/** Keys to hold down (true) or let go of (false); those left out stay as they are. */
export type Keys = Partial<Record<ControlState, boolean>>

/** The keys and the mouse that move a body and turn its head. */
export class Controls {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** Where the body looks around the compass (radians): north at 0, west at a quarter turn. */
  get yaw(): number {
    return this.#bot.entity.yaw
  }

  /** How far up the body looks (radians). */
  get pitch(): number {
    return this.#bot.entity.pitch
  }

  /** Turns at once. Yaw and pitch are in radians; a pitch above 0 looks up. */
  look(yaw: number, pitch: number): Promise<void> {
    return this.#bot.look(yaw, pitch, true)
  }

  /** Turns to a point of the world at once. */
  lookAt(point: Vec3): Promise<void> {
    return this.#bot.lookAt(point, true)
  }

  press(keys: Keys): void {
    for (const [key, down] of Object.entries(keys))
      this.#bot.setControlState(key as ControlState, down)
  }

  /** Lets go of all keys. */
  release(): void {
    this.#bot.clearControlStates()
  }
}

import type { Bot, ControlState } from 'mineflayer'
import type { Vec3 } from 'vec3'

/** Keys to press (true) or release (false). Other keys stay as they are. */
export type Keys = Partial<Record<ControlState, boolean>>

/** The keys that move the agent, and the mouse that turns its head. */
export class Controls {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** Horizontal direction of view (radians): 0 is north, a quarter turn is west. */
  get yaw(): number {
    return this.#bot.entity.yaw
  }

  /** Upward angle of view (radians). */
  get pitch(): number {
    return this.#bot.entity.pitch
  }

  /** Turns at once. Yaw and pitch are in radians; a pitch above 0 looks up. */
  look(yaw: number, pitch: number): Promise<void> {
    return this.#bot.look(yaw, pitch, true)
  }

  /** Turns to a point at once. */
  lookAt(point: Vec3): Promise<void> {
    return this.#bot.lookAt(point, true)
  }

  press(keys: Keys): void {
    for (const [key, down] of Object.entries(keys))
      this.#bot.setControlState(key as ControlState, down)
  }

  isPressed(key: ControlState): boolean {
    return this.#bot.getControlState(key)
  }

  /** Releases all keys. */
  release(): void {
    this.#bot.clearControlStates()
  }
}

import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** Farthest that a player's head turns in one tick (radians): an eighth of a full turn. */
const TURN_A_TICK = Math.PI / 4
/** A half turn takes four ticks; who cannot get there in this many is not in the world (ticks). */
const LONGEST_TURN = 8

/**
 * Lets a body turn its head no farther than {@link TURN_A_TICK} in a physics tick, whoever turns it. What
 * takes longer is waited for, and meanwhile the body does not walk: it would go where it did not mean to.
 */
export function turnGradually(bot: Bot, clock: GameClock): void {
  const turnAtOnce = bot.look
  let left = TURN_A_TICK
  listen(bot, 'physicsTick', () => {
    left = TURN_A_TICK
  })
  bot.look = async (yaw, pitch) => {
    for (let tick = 0; tick < LONGEST_TURN; tick++) {
      const { entity } = bot
      const aside = wrapped(yaw - entity.yaw)
      const up = pitch - entity.pitch
      const angle = Math.hypot(aside, up)
      const part = Math.min(1, left / angle)
      if (left > 0 && angle > 0) {
        left -= angle * part
        await turnAtOnce(entity.yaw + aside * part, entity.pitch + up * part, true)
      }
      if (angle === 0 || part === 1) return
      for (const key of ['forward', 'back', 'sprint'] as const) bot.setControlState(key, false)
      await clock.wait(1)
    }
  }
}

/** The same angle between minus and plus half a turn (radians). */
function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

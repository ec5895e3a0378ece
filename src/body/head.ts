import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** Limit on the turn of the head in one tick (radians): an eighth of a full turn. */
const MAX_TURN_PER_TICK = Math.PI / 4
/** A half turn takes 4 ticks. A turn that takes longer than this never ends: the player has left the world (ticks). */
const MAX_TURN_TICKS = 8

/**
 * Limits every turn of the head to {@link MAX_TURN_PER_TICK} per physics tick. The agent does not walk during a longer turn,
 * because it would walk in the wrong direction.
 */
export function turnGradually(bot: Bot, clock: GameClock): void {
  const turnAtOnce = bot.look
  let left = MAX_TURN_PER_TICK
  listen(bot, 'physicsTick', () => {
    left = MAX_TURN_PER_TICK
  })
  bot.look = async (yaw, pitch) => {
    for (let tick = 0; tick < MAX_TURN_TICKS; tick++) {
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

/** Normalizes an angle to within half a turn of 0 (radians). */
function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

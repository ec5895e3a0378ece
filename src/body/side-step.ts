import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** Time to step to the left, and then back and to the right (ticks), at 0.065 blocks a tick. */
const STEPS = [
  ['left', 12],
  ['right', 24],
] as const

/**
 * Steps to the left or to the right of a player who stands in the line of sight. The agent sneaks, because it does not
 * look where it walks.
 * @throws the signal's reason when `signal` fires first.
 */
export async function sideStep(
  bot: Bot,
  clock: GameClock,
  isHidden: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const sneaks = bot.getControlState('sneak')
  bot.setControlState('sneak', true)
  try {
    for (const [key, ticks] of STEPS) {
      bot.setControlState(key, true)
      for (let tick = 0; tick < ticks && isHidden(); tick++) await clock.wait(1, signal)
      bot.setControlState(key, false)
    }
  } finally {
    for (const [key] of STEPS) bot.setControlState(key, false)
    bot.setControlState('sneak', sneaks)
  }
}

import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** Time to step to each side (ticks), at 0.065 blocks a tick. */
const STEP_TICKS = 12
/** Time to wait for the other player to leave (ticks). */
const WAIT_TICKS = 40

/**
 * Steps to the left or to the right of a player who stands in the line of sight, and otherwise waits until that player leaves.
 * The agent sneaks, because it does not look where it walks.
 * @throws the signal's reason when `signal` fires first.
 */
export async function sideStep(
  bot: Bot,
  clock: GameClock,
  isHidden: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const waitFor = async (ticks: number) => {
    for (let tick = 0; tick < ticks && isHidden(); tick++) await clock.wait(1, signal)
  }
  const sneaks = bot.getControlState('sneak')
  bot.setControlState('sneak', true)
  try {
    bot.setControlState('left', true)
    await waitFor(STEP_TICKS)
    bot.setControlState('left', false)
    bot.setControlState('right', true)
    await waitFor(2 * STEP_TICKS)
  } finally {
    bot.setControlState('left', false)
    bot.setControlState('right', false)
    bot.setControlState('sneak', sneaks)
  }
  await waitFor(WAIT_TICKS)
}

import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** Time to leave the place of another body (ticks). */
const MAX_TICKS = 40
const KEYS = ['sneak', 'forward', 'back'] as const

/**
 * Walks out of the place of another body, whose hitbox hides everything. Bodies push each other apart, except those in
 * exactly the same place. The agent sneaks, because it does not look where it walks.
 * @throws the signal's reason when `signal` fires first.
 */
export async function stepOut(
  bot: Bot,
  clock: GameClock,
  isSurrounded: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (!isSurrounded()) return
  const before = KEYS.map((key) => bot.getControlState(key))
  bot.setControlState('sneak', true)
  try {
    for (let tick = 0; tick < MAX_TICKS && isSurrounded(); tick++) {
      // There may be a wall ahead.
      bot.setControlState('forward', tick < MAX_TICKS / 2)
      bot.setControlState('back', tick >= MAX_TICKS / 2)
      await clock.wait(1, signal)
    }
  } finally {
    KEYS.forEach((key, i) => {
      bot.setControlState(key, before[i] ?? false)
    })
  }
}

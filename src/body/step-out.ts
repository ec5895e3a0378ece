import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { GameClock } from '#clock/game-clock'

/** Time to leave the place of another body (ticks). */
const MAX_TICKS = 40
const KEYS = ['sneak', 'forward', 'back'] as const

/**
 * Walks out of the place of another body, whose hitbox hides everything. Bodies push each other apart, except those in
 * exactly the same place. The agent sneaks, because it does not look where it walks.
 * @param around the body around the eyes, if any. Of two agents that do the same, the one with the lower number goes
 *   forward first and the other one back, so that they part.
 * @throws the signal's reason when `signal` fires first.
 */
export async function stepOut(
  bot: Bot,
  clock: GameClock,
  around: () => Entity | undefined,
  signal: AbortSignal,
): Promise<void> {
  const other = around()
  if (!other) return
  const [first, second] =
    bot.entity.id < other.id ? (['forward', 'back'] as const) : (['back', 'forward'] as const)
  const before = KEYS.map((key) => bot.getControlState(key))
  bot.setControlState('sneak', true)
  try {
    for (let tick = 0; tick < MAX_TICKS && around(); tick++) {
      // There may be a wall ahead.
      bot.setControlState(first, tick < MAX_TICKS / 2)
      bot.setControlState(second, tick >= MAX_TICKS / 2)
      await clock.wait(1, signal)
    }
  } finally {
    KEYS.forEach((key, i) => {
      bot.setControlState(key, before[i] ?? false)
    })
  }
}

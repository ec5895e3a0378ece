import type { GameClock } from '#clock/game-clock'

/** Waits until something has settled, well or badly, but not longer than so many ticks. */
export async function withTimeout(
  clock: GameClock,
  work: Promise<unknown>,
  ticks: number,
): Promise<void> {
  const over = new AbortController()
  const limit = clock.wait(ticks, over.signal).catch(() => {})
  await Promise.race([work.catch(() => {}), limit])
  over.abort()
}

import type { GameClock } from '#clock/game-clock'

/** Waits until `work` resolves or rejects, for at most `ticks`. */
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

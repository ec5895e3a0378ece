import { setTimeout } from 'node:timers/promises'

export interface BackOff {
  /** The first pause (ms); each further pause is twice as long. */
  readonly baseMs: number
  /** The longest pause (ms). A server that asks for a longer one is not asked again. */
  readonly maxMs: number
}

/**
 * Pause before the next attempt (ms); null when the server asks for a longer pause than the limit.
 * @param retry number of earlier retries.
 * @param retryAfterMs the pause that the server asks for; null for none.
 * @param random from 0 up to 1: it spreads clients that failed together.
 */
export function pauseMs(
  { baseMs, maxMs }: BackOff,
  retry: number,
  retryAfterMs: number | null,
  random: number,
): number | null {
  if (retryAfterMs !== null) return retryAfterMs <= maxMs ? retryAfterMs : null
  return Math.min(baseMs * 2 ** retry * (1 + random / 4), maxMs)
}

/** Waits on the wall clock until the time is over or the signal fires. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

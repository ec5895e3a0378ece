import { setTimeout } from 'node:timers/promises'

export interface BackOff {
  /** The first pause (ms); each further one is twice as long. */
  readonly baseMs: number
  /** The longest pause (ms), also where the server asks for a longer one. */
  readonly maxMs: number
}

/**
 * Pause before the next attempt (ms).
 * @param retry How many retries there were before.
 * @param retryAfterMs What the server asks for, if anything.
 * @param random From 0 up to 1: spreads clients that failed together.
 */
export function pauseMs(
  { baseMs, maxMs }: BackOff,
  retry: number,
  retryAfterMs: number | null,
  random: number,
): number {
  return Math.min(retryAfterMs ?? baseMs * 2 ** retry * (1 + random / 4), maxMs)
}

/** Waits on the wall clock; shorter when the signal fires. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

/**
 * The rate at which trials finish, and the time left at that rate; empty before the first trial finishes.
 * @param over Trials that finished in `elapsedMs`.
 * @param left Trials that are waiting or running.
 */
export function rateText(over: number, elapsedMs: number, left: number): string {
  if (over === 0 || elapsedMs <= 0 || left === 0) return ''
  const perHour = (3_600_000 * over) / elapsedMs
  const rate = perHour < 10 ? perHour.toFixed(1) : String(Math.round(perHour))
  return `${rate} per hour, about ${durationText((left * elapsedMs) / over)} left`
}

/** `40 s`, `12 min` or `5.5 h`. */
export function durationText(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = seconds / 60
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`
}

/** Length of a day (ticks); it begins in the morning. */
const DAY_TICKS = 24_000
/** Levels of the light of the sky that the night takes. */
const NIGHT_DARKENING = 11

/**
 * By how much the light of the sky is less than at noon: 0 by day, 11 at night.
 * @param timeOfDay ticks since the beginning of the day; noon is 6,000.
 */
export function skyDarkening(timeOfDay: number): number {
  const turn = (timeOfDay / DAY_TICKS + 0.75) % 1
  const sun = turn + (0.5 - Math.cos(turn * Math.PI) / 2 - turn) / 3
  const bright = Math.max(0, Math.min(1, Math.cos(sun * 2 * Math.PI) * 2 + 0.5))
  return Math.floor((1 - bright) * NIGHT_DARKENING)
}

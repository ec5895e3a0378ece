/** Length of a day (ticks); it begins in the morning. */
export const DAY_TICKS = 24_000
/** Levels of the light of the sky that the night takes, and the most that is still day. */
const NIGHT_DARKENING = 11
const DAY_DARKENING = 3
const MOON_PHASES = [1, 0.75, 0.5, 0.25, 0, 0.25, 0.5, 0.75] as const

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

/** Whether it is day: the sky takes no more than 3 from the light. */
export function isDay(timeOfDay: number): boolean {
  return skyDarkening(timeOfDay) <= DAY_DARKENING
}

/** Share of the moon that shines in a night, by its day; the first is that of the full moon. */
export function moonlight(day: number): number {
  return MOON_PHASES[day % MOON_PHASES.length] ?? 0
}

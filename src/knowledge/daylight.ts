/** Length of a day (ticks), which begins in the morning. */
export const DAY_TICKS = 24_000
/** Reduction of sky light at night, and the greatest reduction that counts as day (levels). */
const NIGHT_DARKENING = 11
const DAY_DARKENING = 3
/** Shares of sunlight that full rain and full thunder take away. */
const CLOUD_SHADE = 5 / 16
/** Level of thunder above which monsters spawn by day. */
const THUNDERY = 0.9
const MOON_PHASES = [1, 0.75, 0.5, 0.25, 0, 0.25, 0.5, 0.75] as const

/**
 * Reduction of sky light against noon (levels): 0 by day, 11 at night.
 * @param timeOfDay ticks since the start of the day; noon is 6,000.
 * @param clouds share of sunlight that passes the clouds (0 to 1).
 */
export function skyDarkening(timeOfDay: number, clouds = 1): number {
  const turn = (timeOfDay / DAY_TICKS + 0.75) % 1
  const sun = turn + (0.5 - Math.cos(turn * Math.PI) / 2 - turn) / 3
  const bright = Math.max(0, Math.min(1, Math.cos(sun * 2 * Math.PI) * 2 + 0.5))
  return Math.floor((1 - bright * clouds) * NIGHT_DARKENING)
}

/**
 * Share of sunlight that passes the clouds (0 to 1).
 * @param rain and `thunder` are the levels that the server sends (0 to 1); thunder counts only in rain.
 */
export function sunThroughClouds(rain: number, thunder: number): number {
  return (1 - CLOUD_SHADE * rain) * (1 - CLOUD_SHADE * thunder * rain)
}

/** Whether there is a thunderstorm, by the same levels. */
export function isThunderstorm(rain: number, thunder: number): boolean {
  return thunder * rain > THUNDERY
}

/** Whether it is day: sky light is reduced by at most 3 levels. */
export function isDay(timeOfDay: number, clouds = 1): boolean {
  return skyDarkening(timeOfDay, clouds) <= DAY_DARKENING
}

/** Visible share of the moon in the night of a day. The first night has a full moon. */
export function moonlight(day: number): number {
  return MOON_PHASES[day % MOON_PHASES.length] ?? 0
}

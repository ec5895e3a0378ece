/** The 97.5 % point of the normal distribution: a 95 % interval lies within it. */
const Z = 1.959963984540054

/**
 * Wilson's score interval, at 95 %, for a rate of which `successes` of `trials` were seen.
 * Unlike the simple interval it stays within 0 and 1 and holds for few trials and extreme rates.
 */
export function wilsonInterval(successes: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1]
  const rate = successes / trials
  const spread = Z * Math.sqrt((rate * (1 - rate)) / trials + (Z / (2 * trials)) ** 2)
  const middle = rate + Z ** 2 / (2 * trials)
  const scale = 1 + Z ** 2 / trials
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}

/** The middle value, or the mean of the two middle ones; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

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

/** How many of a number of trials succeeded. */
export interface Proportion {
  readonly successes: number
  readonly trials: number
}

/**
 * Interval, at 95 %, for the difference of two rates, the second less the first: Newcombe's, made of
 * Wilson's intervals (Statistics in Medicine 17, 1998, method 10).
 */
export function differenceInterval(
  first: Proportion,
  second: Proportion,
): [low: number, high: number] {
  const [a, b] = [bounds(first), bounds(second)]
  const difference = b.rate - a.rate
  return [
    difference - Math.hypot(b.rate - b.low, a.high - a.rate),
    difference + Math.hypot(b.high - b.rate, a.rate - a.low),
  ]
}

/** How two rules did on the same trials. */
export interface PairedOutcomes {
  readonly trials: number
  /** Where the first alone succeeded, and where the second did. */
  readonly firstOnly: number
  readonly secondOnly: number
}

/**
 * Interval, at 95 %, for the difference of two rates over the same trials, the second less the first: Bonett and Price's
 * (Journal of Educational and Behavioral Statistics 37, 2012), which adds a trial of each kind of disagreement.
 */
export function pairedDifferenceInterval({
  trials,
  firstOnly,
  secondOnly,
}: PairedOutcomes): [low: number, high: number] {
  const first = (firstOnly + 1) / (trials + 2)
  const second = (secondOnly + 1) / (trials + 2)
  const difference = second - first
  const spread = Z * Math.sqrt((first + second - difference ** 2) / (trials + 2))
  return [Math.max(-1, difference - spread), Math.min(1, difference + spread)]
}

/** The middle value, or the mean of the two middle ones; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

function bounds({ successes, trials }: Proportion) {
  const [low, high] = wilsonInterval(successes, trials)
  return { rate: successes / (trials || 1), low, high }
}

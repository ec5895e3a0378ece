/** The 97.5 % quantile of the normal distribution, for a two-sided 95 % interval. */
const Z = 1.959963984540054

/**
 * Wilson's score interval (95 %) of a success rate. Unlike the normal approximation it stays within 0 and 1, and it holds
 * for few trials and extreme rates.
 */
export function wilsonInterval(successes: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1]
  const rate = successes / trials
  const spread = Z * Math.sqrt((rate * (1 - rate)) / trials + (Z / (2 * trials)) ** 2)
  const middle = rate + Z ** 2 / (2 * trials)
  const scale = 1 + Z ** 2 / trials
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}

/** A number of successful trials among all. */
export interface Proportion {
  readonly successes: number
  readonly trials: number
}

/**
 * Newcombe's interval (95 %) of the difference of two rates, the second minus the first, from their Wilson intervals
 * (Statistics in Medicine 17, 1998, method 10).
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

/** Results of two rules on the same trials. */
export interface PairedOutcomes {
  readonly trials: number
  /** Trials in which only the first rule succeeded, and only the second. */
  readonly firstOnly: number
  readonly secondOnly: number
}

/**
 * Bonett and Price's interval (95 %) of the difference of two rates over the same trials, the second minus the first. It
 * adds a trial for each kind of disagreement (Journal of Educational and Behavioral Statistics 37, 2012).
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

/** The middle value, or the mean of the two middle values; null without values. */
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

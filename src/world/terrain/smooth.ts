/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** The value at a share of the way between two others. */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

import seedrandom from 'seedrandom'
import type { Sample } from './sample.ts'

/**
 * Splits samples by their trials, whose order is drawn by the seed: all choices of a trial come into the same part.
 * @param shares Of the trials, for each part; the last part gets what is left.
 */
export function splitByTrial(
  samples: readonly Sample[],
  parts: number,
  seed: number,
): readonly Sample[][] {
  const chance = seedrandom(`split-${seed}`)
  const trials = [...new Set(samples.map(({ trial }) => trial))].sort()
  const drawn = trials
    .map((trial) => ({ trial, lot: chance() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ trial }, index) => [trial, index % parts] as const)
  const partOf = new Map(drawn)
  const split = Array.from({ length: parts }, (): Sample[] => [])
  for (const sample of samples) split[partOf.get(sample.trial) ?? 0]?.push(sample)
  return split
}

/**
 * What each sample counts for: goals of a skill that is seldom asked for count for more, by the square root of how many
 * there are, so that those of a common one do not drown them. Since the skill is among the features, no prediction is
 * skewed by it. The mean is 1.
 */
export function weightsOf(samples: readonly Sample[]): Float32Array {
  const counts = new Map<string, number>()
  for (const { skill } of samples) counts.set(skill, (counts.get(skill) ?? 0) + 1)
  const raw = samples.map(({ skill }) => 1 / Math.sqrt(counts.get(skill) ?? 1))
  const mean = raw.reduce((sum, one) => sum + one, 0) / raw.length
  return Float32Array.from(raw, (one) => one / mean)
}

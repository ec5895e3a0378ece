import seedrandom from 'seedrandom'
import type { Sample } from './sample.ts'

/** Splits samples into parts of about equal size. Trials are assigned randomly by the seed, each to one part as a whole. */
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
 * Weights of the samples: the inverse square root of how many samples their skill has, so that common skills do not
 * dominate training. The skill is a feature, so this biases no prediction. The mean weight is 1.
 */
export function weightsOf(samples: readonly Sample[]): Float32Array {
  const counts = new Map<string, number>()
  for (const { skill } of samples) counts.set(skill, (counts.get(skill) ?? 0) + 1)
  const raw = samples.map(({ skill }) => 1 / Math.sqrt(counts.get(skill) ?? 1))
  const mean = raw.reduce((sum, one) => sum + one, 0) / raw.length
  return Float32Array.from(raw, (one) => one / mean)
}

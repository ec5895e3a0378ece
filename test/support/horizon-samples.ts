import seedrandom from 'seedrandom'
import type { Sample } from '#selector/data/sample'

/** Features of the samples that are made here. */
export const SAMPLE_FEATURES = ['estimate', 'is-lucky', 'noise', 'item.other'] as const

interface Wanted {
  readonly count: number
  readonly seed: string
  /** Ticks after which goals are given up, for some of them. */
  readonly patience?: number
}

/**
 * Samples of a known law: a goal takes as long as estimated, give or take a tenth, if it is lucky, else half the times
 * as long as that and half the times eight times as long.
 */
export function horizonSamples({ count, seed, patience = Infinity }: Wanted): Sample[] {
  const chance = seedrandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  return Array.from({ length: count }, (_, index) => {
    const estimate = 4 + 3 * chance()
    const isLucky = chance() < 0.5
    const late = !isLucky && chance() < 0.5 ? Math.log(8) : 0
    const real = Math.expm1(estimate + late + 0.1 * normal())
    const limit = chance() < 0.5 ? patience : Infinity
    return {
      features: [estimate, Number(isLucky), chance(), 0],
      ticks: Math.min(real, limit),
      isCensored: real > limit,
      skill: isLucky ? 'craft' : 'mine',
      item: isLucky ? 'stick' : 'log',
      estimate: Math.expm1(estimate),
      trial: `trial ${index % 40}`,
    }
  })
}

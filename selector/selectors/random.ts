import seedrandom from 'seedrandom'
import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'

/** Takes a random goal whose preconditions hold (DEPS's random sequence); reproducible by its seed. */
export class RandomSelector implements Selector {
  readonly name = 'random'
  readonly scope = 'possible'
  readonly reconsiders = false
  readonly #chance: () => number

  constructor(seed: number) {
    this.#chance = seedrandom(`selector-${seed}`)
  }

  choose(candidates: readonly EstimatedCandidate[]): readonly Scored[] {
    return candidates
      .map((candidate) => ({ candidate, lot: this.#chance() }))
      .sort((a, b) => a.lot - b.lot)
      .map(({ candidate }) => ({ candidate, predictedTicks: null, interval: null }))
  }
}

import seedrandom from 'seedrandom'
import type { Candidate, Scored, Selector } from '../selector.ts'

/** Takes any of the goals that can be done now (the paper's random sequence); the same for the same seed. */
export class RandomSelector implements Selector {
  readonly name = 'random'
  readonly scope = 'possible'
  readonly reconsiders = false
  readonly #chance: () => number

  constructor(seed: number) {
    this.#chance = seedrandom(`selector-${seed}`)
  }

  choose(candidates: readonly Candidate[]): readonly Scored[] {
    return candidates
      .map((candidate) => ({ candidate, lot: this.#chance() }))
      .sort((a, b) => a.lot - b.lot)
      .map(({ candidate }) => ({ candidate, predictedTicks: null, interval: null }))
  }
}

import type { Candidate, Scored, Selector } from './selector.ts'

/** Game ticks for one block of the way: walking takes 4.6, and ways are not straight. */
const TICKS_PER_BLOCK = 7

/** Takes the goal that is soonest done by distance and work; equal ones in the order of the plan. */
export class NearestSelector implements Selector {
  readonly name = 'nearest'

  choose(candidates: readonly Candidate[]): Scored[] {
    return candidates
      .map((candidate) => ({ candidate, predictedTicks: predict(candidate) }))
      .sort((a, b) => a.predictedTicks - b.predictedTicks)
  }
}

function predict({ distance, searchTicks, workTicks }: Candidate): number {
  return workTicks + (distance === null ? searchTicks : distance * TICKS_PER_BLOCK)
}

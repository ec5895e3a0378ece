import seedrandom from 'seedrandom'

/**
 * Decides the order in which to try goals.
 * @param horizons the predicted horizon of each goal (game ticks).
 * @returns the indices of all goals, in the order in which to try them.
 */
export type Chooser = (horizons: readonly number[]) => readonly number[]

/** The lowest prediction first; of equal ones the first of the plan. */
export const lowestPrediction: Chooser = (horizons) => ordered(horizons)

/**
 * Samples without replacement by a softmax over the negative horizons (DEPS, equation 2). Sorting by the horizons with
 * Gumbel noise added is equivalent to drawing one goal after the other.
 * @param temperature a goal whose horizon is this much shorter is e times as likely (game ticks); more than 0.
 * @param seed of the random numbers.
 */
export function softmax(temperature: number, seed: number): Chooser {
  const chance = seedrandom(`horizon-${seed}`)
  return (horizons) =>
    ordered(horizons.map((ticks) => ticks / temperature + Math.log(-Math.log(1 - chance()))))
}

function ordered(values: readonly number[]): readonly number[] {
  return values
    .map((value, index) => ({ value, index }))
    .sort((a, b) => a.value - b.value)
    .map(({ index }) => index)
}

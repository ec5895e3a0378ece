import seedrandom from 'seedrandom'

/**
 * In which order goals are tried.
 * @param horizons what each is predicted to take (game ticks).
 * @returns the places of all of them, the one to try first in front.
 */
export type Chooser = (horizons: readonly number[]) => readonly number[]

/** The soonest done first; of equal ones the first of the plan. */
export const soonest: Chooser = (horizons) => ordered(horizons)

/**
 * Draws by a softmax over minus the horizons (DEPS, equation 2), and the rest in turn from what is left: each horizon
 * with a Gumbel variate of its own added comes to the same as drawing one after the other.
 * @param temperature game ticks by which one goal must be sooner than another to be e times as likely; more than 0.
 * @param seed of all that is drawn.
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

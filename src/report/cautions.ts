import { isDisputed, isInfrastructure } from '#trial/result'
import { setupsOf } from './setups.ts'
import { NOTHING } from './table.ts'
import type { TrialSet } from './trial-set.ts'

/** What a reader must know before the figures: each a sentence. */
export function cautions(sets: readonly TrialSet[]): string[] {
  const repeating = sets.filter(isRepeating).map(({ label }) => label)
  return [
    ...sets.flatMap(ofOneSet),
    ...(repeating.length > 0
      ? [
          `In the text world nothing hangs on the seed, so trials of one task repeat one another but for what a model answers, and their intervals are too narrow: ${repeating.join(', ')}.`,
        ]
      : []),
    ...(sets.length > 1 ? ofComparison(sets) : []),
  ]
}

function ofOneSet(set: TrialSet): string[] {
  const { label, trials, leftOut } = set
  const setups = setupsOf(set)
  const results = trials.map(({ result }) => result)
  const lost = results.filter(({ end }) => isInfrastructure(end) || end === 'interrupted')
  const unfair = results.filter(({ fairStart }) => !fairStart).length
  const disputed = results.filter(isDisputed).length
  const unexplained = results.reduce((sum, { lostExplanations }) => sum + lostExplanations, 0)
  const all = results.length
  return [
    ...(setups.length > 1
      ? [`${label} mixes ${setups.length} settings (see Settings); its figures put them together.`]
      : []),
    ...(lost.length > 0
      ? [
          `${label}: ${lost.length} of ${all} trials ended without the agent’s doing (${[...new Set(lost.map(({ end }) => end))].join(', ')}); they count as they stood then, mostly as not obtained.`,
        ]
      : []),
    ...(unfair > 0
      ? [
          `${label}: in ${unfair} of ${all} trials the agent did not begin with nothing in survival mode; they do not compare.`,
        ]
      : []),
    ...(disputed > 0
      ? [
          `${label}: in ${disputed} of ${all} trials what the agent passed on and the server’s own inventory differ on whether the target was obtained; none of them counts as obtained.`,
        ]
      : []),
    ...(unexplained > 0
      ? [
          `${label}: ${unexplained} explanations of the model were lost; after those it planned as without an explainer.`,
        ]
      : []),
    ...(leftOut.length > 0
      ? [`${label}: something was left out or could not be read in full (see Left out).`]
      : []),
  ]
}

/** Whether a task was played more than once in the world that has no chance. */
function isRepeating({ trials }: TrialSet): boolean {
  const tasks = trials.flatMap(({ result }) => (result.world.kind === 'text' ? [result.task] : []))
  return new Set(tasks).size < tasks.length
}

/** What else differs between sets than what is to be compared, as far as settings tell. */
function ofComparison(sets: readonly TrialSet[]): string[] {
  const setups = sets.map((set) => setupsOf(set))
  const names = new Set(setups.flat().flatMap(({ facts }) => Object.keys(facts)))
  const differing = [...names].filter((name) => {
    // A set without a language model has no limits of one that could differ.
    const known = setups.filter((ones) => ones.some(({ facts }) => facts[name] !== undefined))
    return new Set(known.map((ones) => valuesOf(ones.map(({ facts }) => facts[name])))).size > 1
  })
  const cases = sets.map(({ trials }) =>
    valuesOf(trials.map(({ result: { task, seed } }) => `${task} ${seed}`)),
  )
  return [
    differing.length > 0
      ? `The sets differ in: ${differing.join(', ')}.`
      : 'The sets were played with the same settings.',
    ...(new Set(cases).size > 1 ? ['The sets were not played on the same tasks and seeds.'] : []),
  ]
}

function valuesOf(values: readonly (string | undefined)[]): string {
  return JSON.stringify([...new Set(values.map((value) => value ?? NOTHING))].sort())
}

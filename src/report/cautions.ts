import { END_TITLES } from '#events/titles'
import { hasBody } from '#events/worlds'
import { isDisputed, isInfrastructure } from '#trial/result'
import { setupsOf } from './setups.ts'
import { NOTHING } from './table.ts'
import type { TrialRecord } from './trial-record.ts'
import type { TrialSet } from './trial-set.ts'

/** What a reader must know before the figures, one sentence each. */
export function cautions(sets: readonly TrialSet[]): string[] {
  const repeating = sets.filter(isRepeating).map(({ label }) => label)
  return [
    ...sets.flatMap(ofOneSet),
    ...(repeating.length > 0
      ? [
          `The text world does not depend on the seed, so that trials of one task differ only in the model’s answers, and their intervals are too narrow: ${repeating.join(', ')}.`,
        ]
      : []),
    ...(sets.length > 1 ? ofComparison(sets) : []),
  ]
}

function ofOneSet(set: TrialSet): string[] {
  const { label, trials, leftOut } = set
  const setups = setupsOf(set)
  const results = trials.map(({ result }) => result)
  const lost = results.filter(({ end }) => isInfrastructure(end))
  const unfair = results.filter(({ fairStart }) => !fairStart).length
  const disputed = results.filter(isDisputed).length
  const unexplained = results.reduce((sum, { missingExplanations }) => sum + missingExplanations, 0)
  const foreign = trials.filter(
    ({ record, result }) => record && hasBody(result.world.kind) && hasForeignModel(record),
  )
  const all = results.length
  return [
    ...(setups.length > 1
      ? [
          `${label} mixes ${setups.length} combinations of settings (see Settings); its figures combine them.`,
        ]
      : []),
    ...(lost.length > 0
      ? [
          `${label}: ${lost.length} of ${all} trials ended for infrastructure reasons (${[...new Set(lost.map(({ end }) => END_TITLES[end]))].join(', ')}). They count with what they had obtained by then, usually as not obtained.`,
        ]
      : []),
    ...(unfair > 0
      ? [
          `${label}: in ${unfair} of ${all} trials the agent did not start in survival mode with an empty inventory near the spawn point. They are not comparable.`,
        ]
      : []),
    ...(disputed > 0
      ? [
          `${label}: in ${disputed} of ${all} trials the agent and the server disagree on whether the target was obtained. None of them counts as obtained.`,
        ]
      : []),
    ...(unexplained > 0
      ? [
          `${label}: ${unexplained} ${unexplained === 1 ? 'failure has' : 'failures have'} no explanation, because the model gave none. The planner then planned without one.`,
        ]
      : []),
    ...(foreign.length > 0
      ? [
          `${label}: in ${foreign.length} of ${all} trials the selector’s model had learned from another agent than the one that played. Its predictions may be off; delver selector refresh trains one for this agent.`,
        ]
      : []),
    ...(leftOut.length > 0
      ? [`${label}: some files are excluded or only partly readable (see Excluded).`]
      : []),
  ]
}

/** Whether the selector's model learned from other agents only, or does not say from which. */
function hasForeignModel({ agent, modelAgents }: TrialRecord): boolean {
  return agent !== null && modelAgents !== null && !modelAgents.includes(agent)
}

/** Whether a task was played more than once in the text world, which has no randomness. */
function isRepeating({ trials }: TrialSet): boolean {
  const tasks = trials.flatMap(({ result }) => (result.world.kind === 'text' ? [result.task] : []))
  return new Set(tasks).size < tasks.length
}

/** The settings that differ between the sets. */
function ofComparison(sets: readonly TrialSet[]): string[] {
  const setups = sets.map((set) => setupsOf(set))
  const names = new Set(setups.flat().flatMap(({ facts }) => Object.keys(facts)))
  const differing = [...names].filter((name) => {
    // A set without a language model has no model limits to compare.
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

import type { TrialEvent } from '#events/events'
import { tagMembers } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { GROUPS, groupOf } from '#report/success'
import { MILESTONES } from '#trial/milestones'
import type { TrialResult } from '#trial/result'
import type { Task } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'

/** A trial that was played to its end. */
export interface PlayedTrial {
  readonly result: TrialResult
  /** Its log; read when it is asked for. */
  events(): readonly TrialEvent[]
}

/** What the columns of a table count. */
export interface Tally {
  /** In their order. */
  columns(tasks: readonly Task[]): readonly string[]
  /** The columns that a trial counts in, each with whether as a success. */
  count(trial: PlayedTrial): readonly (readonly [column: string, success: boolean])[]
}

/** Column of all trials together. */
export const ALL = 'all'

/** Success by the groups MT1 to MT8. */
export const BY_GROUP: Tally = {
  columns(tasks) {
    const groups = GROUPS.filter((group) => tasks.some((task) => task.group === group))
    return groups.length > 1 ? [...groups, ALL] : groups
  },
  count: ({ result: { task, success } }) => [
    [groupOf(task) ?? '', success],
    [ALL, success],
  ],
}

/** Success by task. */
export const BY_TASK: Tally = {
  columns: (tasks) => [...tasks.map(({ name }) => name), ALL],
  count: ({ result: { task, success } }) => [
    [task, success],
    [ALL, success],
  ],
}

/** Whether each thing on the way to a diamond was ever held (DEPS, appendix E, Figure 9). */
export const BY_MILESTONE: Tally = {
  columns: () => MILESTONES.map(({ name }) => name),
  count: ({ result: { milestones } }) =>
    MILESTONES.map(({ name }) => [name, milestones.some((reached) => reached.name === name)]),
}

/** Success within so many ticks each, read off one trial that has the most of them. */
export function byLength(lengths: readonly number[]): Tally {
  return {
    columns: () => lengths.map(lengthName),
    count: ({ result: { success, ticks } }) =>
      lengths.map((length) => [lengthName(length), success && ticks <= length]),
  }
}

/** A number of ticks as a column's name. */
export function lengthName(ticks: number): string {
  return `${ticks} ticks`
}

export const SKILL = 'success'

/**
 * Success of the skill that brings the task's thing, once there is all that it takes: at its first attempt, within so many
 * ticks. A trial that never comes to it counts for nothing.
 */
export function bySkill(length: number): Tally {
  return {
    columns: () => [SKILL],
    count(trial) {
      const success = firstAttempt(trial.events(), length)
      return success === null ? [] : [[SKILL, success]]
    },
  }
}

/** Whether the first goal for the trial's target reached it in time; null when there was none before it was held. */
function firstAttempt(events: readonly TrialEvent[], length: number): boolean | null {
  const [start] = events
  if (start?.type !== 'trial-start') return null
  const { target, settings } = start
  const kinds = [
    target.item,
    ...tagMembers(registryFor(settings.version ?? DEFAULT_VERSION), target.item),
  ]
  const isForTarget = (event: TrialEvent) =>
    event.type === 'goal-chosen' && kinds.some((kind) => kind in event.goal.target)
  const begun = events.findIndex(isForTarget)
  const reached = events.findIndex(
    (event) => event.type === 'milestone' && event.name === target.milestone,
  )
  const first = events[begun]
  if (!first || (reached >= 0 && reached < begun)) return null
  const next = events.slice(begun + 1).find(({ type }) => type === 'goal-chosen')
  const deadline = Math.min(first.t + length, next?.t ?? Number.POSITIVE_INFINITY)
  return (events[reached]?.t ?? Number.POSITIVE_INFINITY) <= deadline
}

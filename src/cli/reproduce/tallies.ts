import type { TrialEvent } from '#events/events'
import { tagMembers } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { GROUPS, groupOf } from '#report/success'
import { MILESTONES } from '#trial/milestones'
import type { TrialResult } from '#trial/result'
import type { Task } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'

/** A finished trial. */
export interface PlayedTrial {
  readonly result: TrialResult
  /** Reads the log. */
  events(): readonly TrialEvent[]
}

/** How the columns of a table count trials. */
export interface Tally {
  /** Names of the columns, in order. */
  columns(tasks: readonly Task[]): readonly string[]
  /** The columns that count a trial, and whether as a success. */
  count(trial: PlayedTrial): readonly (readonly [column: string, success: boolean])[]
}

/** Column for all trials. */
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

/** Whether the agent ever held each item on the way to a diamond (DEPS, appendix E, Figure 9). */
export const BY_MILESTONE: Tally = {
  columns: () => MILESTONES.map(({ name }) => name),
  count: ({ result: { milestones } }) =>
    MILESTONES.map(({ name }) => [name, milestones.some((reached) => reached.name === name)]),
}

/** Success within each number of ticks, from one trial of the maximum length. */
export function byLength(lengths: readonly number[]): Tally {
  return {
    columns: () => lengths.map(lengthName),
    count: ({ result: { success, ticks } }) =>
      lengths.map((length) => [lengthName(length), success && ticks <= length]),
  }
}

/** Name of the column for a number of ticks. */
export function lengthName(ticks: number): string {
  return `${ticks} ticks`
}

export const SKILL = 'success'

/**
 * Success of the skill that obtains the task's item, once the agent has all ingredients and tools, in the first attempt and
 * within `length` ticks. A trial without an attempt does not count.
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

/** Whether the first goal for the trial's target reached it in time; null without such a goal before the target is held. */
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

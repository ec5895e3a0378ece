import type { EventOf, TrialEvent } from '#events/events'
import { foldTaskTree, type TaskTree } from '#events/task-tree'
import { decisionsOf } from '#trial/samples'
import { plainText } from '#wire/plain-text'
import { type Segment, segmentsOf } from './tick-spending.ts'

/** Tasks of a tree that a report shows. */
const MAX_BRANCHES = 200

/** What a selector predicted of a goal, and what it took (game ticks). */
export interface Prediction {
  readonly skill: string
  readonly predicted: number
  /** Null where no distribution was predicted. */
  readonly interval: { readonly low: number; readonly high: number } | null
  readonly real: number
}

/** What a report needs of a trial's log beyond its result. */
export interface TrialRecord {
  /** Minecraft version of the world that the agent joined; null when it never did. */
  readonly version: string | null
  /** Version of Delver that played. */
  readonly delver: string | null
  /** Causes of deaths, in order. */
  readonly deaths: readonly string[]
  /** Skills that failed, but not those that the trial's end cut off. */
  readonly failures: readonly { readonly skill: string; readonly kind: string }[]
  /** Why each plan was made, in order; the first is the first plan. */
  readonly plans: readonly string[]
  /** Choices of goals that were reached and whose ticks the selector had predicted. */
  readonly predictions: readonly Prediction[]
  /** How often ADaPT split a task. */
  readonly splits: number
  /** Tasks that ADaPT's executor was given, or threads of THREAD, in all runs, and the greatest depth; 0 for none. */
  readonly recursion: { readonly tasks: number; readonly depth: number }
  /** The first tasks of its tree, of THREAD of the last run. */
  readonly tree: TaskTree
  /** Solutions from a skill memory in AdaPlanner's prompts. */
  readonly examples: number
  /** What its ticks were spent on, from milestone to milestone. */
  readonly segments: readonly Segment[]
  readonly calls: readonly EventOf<'llm-call'>[]
  /** Goals that were wrong as written, by what came of them. */
  readonly mistakes: readonly ('corrected' | 'refused')[]
  /** Answers of the model that were sent back or of no use in part. */
  readonly unusable: readonly { readonly purpose: string; readonly problem: string }[]
}

/** Reads a trial's log for a report; texts come out as plain lines of limited length. */
export function trialRecord(events: readonly TrialEvent[]): TrialRecord {
  const [start] = only(events, 'trial-start')
  const username = start?.settings.username
  return {
    version: only(events, 'join')[0]?.version ?? null,
    delver: start?.versions.delver ?? null,
    deaths: only(events, 'death').map(({ cause }) => plainText(nameless(cause, username))),
    failures: only(events, 'skill-end').flatMap(({ skill, failure }) =>
      failure && failure.kind !== 'interrupted' ? [{ skill, kind: failure.kind }] : [],
    ),
    plans: only(events, 'plan').map(({ reason }) => plainText(reason)),
    predictions: predictionsOf(events),
    splits: only(events, 'adapt').filter(({ what }) => what === 'split').length,
    recursion: recursionIn(events),
    tree: treeOf(events),
    examples: only(events, 'adaplanner').find(({ what }) => what === 'examples')?.count ?? 0,
    segments: segmentsOf(events),
    calls: only(events, 'llm-call'),
    mistakes: only(events, 'goal-mistake').map(({ corrected }) =>
      corrected ? 'corrected' : 'refused',
    ),
    unusable: only(events, 'answer-rejected').map(({ purpose, problem }) => ({
      purpose: plainText(purpose),
      problem: plainText(problem),
    })),
  }
}

function predictionsOf(events: readonly TrialEvent[]): Prediction[] {
  return decisionsOf(events).flatMap(({ decision, pursuit }) => {
    const [chosen] = decision.candidates
    if (!pursuit.isReached || !chosen || chosen.predictedTicks === null) return []
    const { predictedTicks, interval } = chosen
    const { skill } = decision.goal
    return [{ skill, predicted: predictedTicks, interval, real: pursuit.ticks }]
  })
}

function recursionIn(events: readonly TrialEvent[]): TrialRecord['recursion'] {
  const begun = [
    ...only(events, 'adapt').filter(({ what }) => what === 'try'),
    ...only(events, 'thread').filter(({ what }) => what === 'spawn'),
  ]
  return {
    tasks: begun.length,
    depth: begun.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
  }
}

function treeOf(events: readonly TrialEvent[]): TaskTree {
  return events
    .reduce(foldTaskTree, [])
    .slice(0, MAX_BRANCHES)
    .map((node) => ({ ...node, task: plainText(node.task), detail: plainText(node.detail) }))
}

/** On an existing server each trial has a name of its own, and one cause would look like many. */
function nameless(cause: string, username: string | undefined): string {
  return username === undefined ? cause : cause.replaceAll(username, 'the agent')
}

function only<T extends TrialEvent['type']>(events: readonly TrialEvent[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}

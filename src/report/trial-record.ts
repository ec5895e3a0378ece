import type { EventOf, TrialEvent } from '#events/events'
import { foldTaskTree, type TaskTree } from '#events/task-tree'
import { decisionsOf } from '#trial/samples'
import { plainText } from '#wire/plain-text'
import { type Segment, segmentsOf } from './tick-spending.ts'

/** Greatest number of branches of a tree in a report. */
const MAX_BRANCHES = 200

/** The predicted and actual cost of a goal (game ticks). */
export interface Prediction {
  readonly skill: string
  readonly predicted: number
  /** The 80 % interval; null if the selector predicts no distribution. */
  readonly interval: { readonly low: number; readonly high: number } | null
  readonly actual: number
}

/** What a report needs from a trial's log in addition to its result. */
export interface TrialRecord {
  /** Minecraft version of the world that the agent joined; null if it never joined. */
  readonly version: string | null
  /** Version of Delver. */
  readonly delver: string | null
  /** Name of the agent, see `agentName`; null in a log from before agents had names. */
  readonly agent: string | null
  /** The agents whose trials the selector's model learned from; null without a model. */
  readonly modelAgents: readonly string[] | null
  /** Causes of death, in order. */
  readonly deaths: readonly string[]
  /** Failures of skills, except interruptions. */
  readonly failures: readonly { readonly skill: string; readonly kind: string }[]
  /** Reasons of all plans, in order, including the first. */
  readonly plans: readonly string[]
  /** Predictions for goals that were reached. */
  readonly predictions: readonly Prediction[]
  /** Number of tasks that ADaPT split. */
  readonly splits: number
  /** Number of ADaPT's tasks or THREAD's threads in all runs, and their greatest depth; 0 for none. */
  readonly recursion: { readonly tasks: number; readonly depth: number }
  /** The first branches of the tree, for THREAD that of the last run. */
  readonly tree: TaskTree
  /** Number of solutions from a skill memory in AdaPlanner's prompts. */
  readonly examples: number
  /** How the trial spent its ticks, from milestone to milestone. */
  readonly segments: readonly Segment[]
  readonly calls: readonly EventOf<'llm-call'>[]
  /** What happened to each goal that the model wrote wrongly. */
  readonly mistakes: readonly ('corrected' | 'rejected')[]
  /** Model output that was rejected completely or in part. */
  readonly rejected: readonly { readonly purpose: string; readonly problem: string }[]
}

/** Reads a trial's log for a report, with all texts as plain lines of limited length. */
export function trialRecord(events: readonly TrialEvent[]): TrialRecord {
  const [start] = only(events, 'trial-start')
  const username = start?.settings.username
  return {
    version: only(events, 'join')[0]?.version ?? null,
    delver: start?.versions.delver ?? null,
    agent: start?.versions.agent ?? null,
    modelAgents: only(events, 'selector-model')[0]?.agents.map((name) => plainText(name)) ?? null,
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
      corrected ? 'corrected' : 'rejected',
    ),
    rejected: only(events, 'answer-rejected').map(({ purpose, problem }) => ({
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
    return [{ skill, predicted: predictedTicks, interval, actual: pursuit.ticks }]
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

/** Replaces the agent's name, which differs between trials on a server and would split equal causes. */
function nameless(cause: string, username: string | undefined): string {
  return username === undefined ? cause : cause.replaceAll(username, 'the agent')
}

function only<T extends TrialEvent['type']>(events: readonly TrialEvent[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}

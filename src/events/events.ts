import { z } from 'zod'
import { ACTIVITIES } from '#body/activity'
import { SEARCHES } from '#goal/observation'
import { FAILURE_KINDS } from '#goal/outcome'
import { callEventSchema } from '#llm/call-event'
import { settingsSchema } from './settings.ts'
import { upgradeEvent } from './upgrade.ts'

/** Version of the event format; it rises when a name or the meaning of a field changes (see {@link upgradeEvent}). */
export const EVENT_VERSION = 2

/**
 * The only fields, anywhere in an event, that come from the wall clock. Two trials with the same
 * settings in the practice world give the same events without them.
 */
export const WALL_FIELDS: readonly string[] = ['wall', 'startedAt', 'latencyMs']

const ticks = z.int().nonnegative()
const name = z.string().min(1)
const itemCounts = z.record(name, z.int().nonnegative())
const position = z.object({ x: z.number(), y: z.number(), z: z.number() })

const goal = z.object({
  skill: name,
  target: itemCounts,
  using: itemCounts,
  tool: name.nullable(),
})

const failure = z.object({ kind: z.enum(FAILURE_KINDS), detail: z.string() })

/** Activities of the body since the last event that lists them, in order, with their ticks; left out if not recorded. */
const activities = z
  .array(z.tuple([z.enum(ACTIVITIES), z.int().positive()]).readonly())
  .readonly()
  .optional()

/** What the agent must hold or wear to complete the task. */
const targetSchema = z.object({
  /** A kind or a tag of items. */
  item: name,
  count: z.int().positive(),
  /** Further items that must be held, one of each. */
  beside: z.array(name).readonly().optional(),
  worn: z.boolean(),
  /** Name of the milestone that means success. */
  milestone: name,
})
export type Target = z.infer<typeof targetSchema>

/** All items of a target with their counts. */
export function targetCounts({ item, count, beside = [] }: Target): Record<string, number> {
  return Object.fromEntries([[item, count], ...beside.map((other) => [other, 1] as const)])
}

/** How a trial ended. */
export const TRIAL_ENDS = [
  'success',
  /** The task's ticks were used up. */
  'limit',
  /** The agent has no plan left. */
  'gave-up',
  /** The history has no decision or candidate that `--override-choice` names. */
  'forced-choice-missing',
  /** Ctrl-C or a request to stop. */
  'interrupted',
  /** The server cannot be reached, at the start or after a lost connection. */
  'no-server',
  /** The language model does not answer: a wrong key, or a server that is missing or down. */
  'no-model',
  /** The server banned or kicked the agent. */
  'kicked',
  /** A bug: an unexpected error, or the process ended. */
  'crash',
  /** The trial exceeds the campaign's limit of wall-clock time. */
  'wall-timeout',
] as const
export type TrialEnd = (typeof TRIAL_ENDS)[number]

const bodies = [
  z.object({
    type: z.literal('trial-start'),
    /** Date and time (ISO 8601). */
    startedAt: z.string(),
    settings: settingsSchema,
    target: targetSchema,
    versions: z.record(name, z.string()),
    cheats: z.literal(false),
  }),
  /** The agent spawns in the world for the first time. */
  z.object({
    type: z.literal('join'),
    version: name,
    /** Null when the server does not send it. */
    difficulty: name.nullable(),
    gameMode: name,
    position,
    inventory: itemCounts,
  }),
  z.object({
    type: z.literal('plan'),
    /** Reason for the plan: `start`, or the failure or change that invalidates the previous plan. */
    reason: z.string(),
    /** Each step, with its alternative goals. */
    goals: z.array(goal.extend({ or: z.array(goal).readonly().optional() })).readonly(),
  }),
  z.object({
    type: z.literal('goal-chosen'),
    goal,
    /** Version of the list of features; null without any. */
    featureVersion: z.int().positive().nullable().default(null),
    /** All candidates of the decision, the chosen one first. */
    candidates: z
      .array(
        z.object({
          goal,
          /** Cost that the selector predicts; null when it predicts none. */
          predictedTicks: z.number().nullable(),
          /** Predicted interval that contains the cost in 80 % of cases (ticks); null without a distribution. */
          interval: z.object({ low: z.number(), high: z.number() }).nullable().default(null),
          /** The known block or animal that the agent would go to first; null when none is needed or known. */
          source: z.object({ kind: name, position }).nullable().default(null),
          /** How the agent would search; null when nothing is to be found, or the skill decides. */
          search: z.enum(SEARCHES).nullable().default(null),
          /** Features of the candidate (selector/features); null without a body. */
          features: z.array(z.number()).readonly().nullable().default(null),
        }),
      )
      .readonly(),
  }),
  z.object({
    type: z.literal('skill-start'),
    skill: name,
    /** Null for a skill that does not pursue a goal of the plan, such as eating. */
    goal: goal.nullable(),
    budget: ticks,
  }),
  z.object({
    type: z.literal('skill-end'),
    skill: name,
    goal: goal.nullable(),
    /** Ticks since the skill-start. */
    ticks,
    /** Null for success. */
    failure: failure.nullable(),
    /** Changes of the inventory by kind, negative for losses. */
    changes: z.record(name, z.int()),
    /** Left out for a skill within another. */
    activities,
  }),
  /** The descriptor's text about a failure, as the planner gets it. */
  z.object({ type: z.literal('failure-description'), text: z.string() }),
  /** The explainer's text about the same failure. */
  z.object({ type: z.literal('explanation'), text: z.string() }),
  /** The planner gets no explanation of the failure, and why. */
  z.object({ type: z.literal('explanation-missing'), reason: z.string() }),
  /** A thought of a model that acts step by step (ReAct). */
  z.object({ type: z.literal('thought'), text: z.string() }),
  /** A step of ADaPT's recursion: a task is tried, found too hard, split, and succeeds or fails. */
  z.object({
    type: z.literal('adapt'),
    what: z.enum(['try', 'too-hard', 'split', 'success', 'failure']),
    task: z.string(),
    /** 1 for the trial's own task. */
    depth: z.int().positive(),
    /** The executor's reason, or the plan that replaces the task. */
    detail: z.string(),
  }),
  /** A step of THREAD: a thread starts, writes a line, observes its result, and ends or fails. */
  z.object({
    type: z.literal('thread'),
    what: z.enum(['spawn', 'write', 'observe', 'end', 'failure']),
    /** Number of the thread in its run, from 1. */
    thread: z.int().positive(),
    /** Null for the main thread. */
    parent: z.int().positive().nullable(),
    /** 1 for the main thread. */
    depth: z.int().positive(),
    /** The thread's task, line, observation or output, or the reason of its failure. */
    text: z.string(),
  }),
  /**
   * A step of AdaPlanner: examples from the skill memory, a solution in code, a revised solution that resumes, a failed
   * assertion, a question to the model, and a change in the skill memory.
   */
  z.object({
    type: z.literal('adaplanner'),
    what: z.enum(['examples', 'plan', 'resume', 'halt', 'ask', 'skill']),
    /** The step at which the solution starts, resumes or halts; null if there is none. */
    step: z.int().positive().nullable(),
    /** Number of examples; left out for other events. */
    count: z.int().nonnegative().optional(),
    text: z.string(),
  }),
  /** An answer of the model that is rejected as a whole or in part, and why. */
  z.object({ type: z.literal('answer-rejected'), purpose: name, problem: z.string() }),
  /** A goal is wrong as written: the agent corrects it, or the goal fails. */
  z.object({
    type: z.literal('goal-mistake'),
    goal,
    mistake: z.string(),
    corrected: z.boolean(),
  }),
  z.object({ type: z.literal('milestone'), name }),
  z.object({ type: z.literal('death'), cause: z.string(), position }),
  z.object({ type: z.literal('disconnect'), reason: z.string(), kicked: z.boolean() }),
  z.object({ type: z.literal('reconnect'), attempt: z.int().positive() }),
  /** A periodic sample of the agent's state. */
  z.object({
    type: z.literal('vitals'),
    health: z.number(),
    food: z.number(),
    position,
    inventory: itemCounts,
    activities,
  }),
  callEventSchema,
  /** The practice world's count of inputs that a vanilla client cannot send, by the violated limit. */
  z.object({
    type: z.literal('client-limit-violations'),
    violations: z.record(name, z.int().positive()),
  }),
  /**
   * At the end, in a world that can report the server's own inventory: whether the agent reports the target, whether the
   * server's inventory contains it, and that inventory.
   */
  z.object({
    type: z.literal('verdict'),
    agent: z.boolean(),
    server: z.boolean(),
    held: itemCounts,
    worn: z.array(name),
  }),
  z.object({ type: z.literal('trial-end'), end: z.enum(TRIAL_ENDS), detail: z.string() }),
] as const

/** Fields of every event. */
const stamp = {
  v: z.literal(EVENT_VERSION),
  /** Game ticks since the trial's start. */
  t: ticks,
  /** Wall-clock milliseconds since the trial's start. */
  wall: z.number().nonnegative(),
}

const bodySchema = z.discriminatedUnion('type', bodies)

/** One line of `events.jsonl`; lines of earlier versions are upgraded. */
export const eventSchema = z.preprocess(upgradeEvent, bodySchema.and(z.object(stamp)))

/** An event without the version and the times, which the recorder adds. */
export type EventBody = z.infer<typeof bodySchema>
export type TrialEvent = z.infer<typeof eventSchema>
export type EventOf<T extends EventBody['type']> = Extract<TrialEvent, { type: T }>

import { z } from 'zod'
import { SELECTORS } from '../../selector/selector.ts'
import { FAILURE_KINDS } from '../goal/outcome.ts'
import { DIFFICULTIES } from '../knowledge/difficulty.ts'
import { callEventSchema } from '../llm/call-event.ts'
import { LLM_TIMES } from '../llm/in-game-time.ts'

/** Version of the event format; it rises when a field changes its meaning or goes away. */
export const EVENT_VERSION = 1

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

/** What must be held, or worn, for the task to be done. */
export const targetSchema = z.object({
  /** A kind or a tag of items. */
  item: name,
  count: z.int().positive(),
  worn: z.boolean(),
  /** Name of the milestone that stands for success. */
  milestone: name,
})
export type Target = z.infer<typeof targetSchema>

/** Ways from a task to goals; docs/strategies.md says what each is. */
export const STRATEGIES = [
  'deps',
  'adapt',
  'gpt',
  'cot',
  'inner-monologue',
  'prog-prompt',
  'code-as-policies',
] as const

/** How failures are put into words: with their kinds, as in the paper's listings, or not at all. */
export const DESCRIPTORS = ['typed', 'paper', 'none'] as const

/** When DEPS plans again although nothing has failed: never, or after whatever was gathered. */
export const REPLAN_POLICIES = ['on-failure', 'after-gathering'] as const

/** Who carries out the tasks of ADaPT: the controller's skills alone, or a model that acts by them step by step. */
export const EXECUTORS = ['skills', 'react'] as const

/** The language model of a trial; of its key nothing is recorded. */
const llmSchema = z.object({
  model: name,
  /** Host of the model's server, without the rest of its address; null without a server. */
  server: name.nullable().default(null),
  /** Whether the answers are those of an earlier trial, played back. */
  playedBack: z.boolean().default(false),
  /** Whether DEPS explains a failure before it plans anew. */
  explainer: z.boolean(),
  /** Whether DEPS asks for plans by a JSON schema, where the server can. */
  structured: z.boolean().default(false),
  /** What a call costs in game time; null in a world whose time cannot stand still. */
  time: z.enum(LLM_TIMES).nullable(),
  /** Limits after which no more calls are made; null for none. */
  maxCalls: z.int().positive().nullable(),
  maxTokens: z.int().positive().nullable(),
  maxDollars: z.number().positive().nullable(),
})

/** Everything that decides how a trial goes. */
export const settingsSchema = z.object({
  task: name,
  seed: z.int(),
  world: z.enum(['practice', 'existing', 'text']),
  /** Address of an existing server; null for other worlds. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  /** Minecraft version; null when the server could not be asked for it. */
  version: z.string().nullable(),
  /** Null for an existing server, which decides it (see the `join` event), and for text. */
  difficulty: z.enum(DIFFICULTIES).nullable(),
  username: name,
  auth: z.enum(['offline', 'microsoft']),
  perception: z.enum(['seen', 'loaded']),
  planner: z.enum(['symbolic', 'llm']),
  strategy: z.enum(STRATEGIES).default('deps'),
  executor: z.enum(EXECUTORS).default('skills'),
  /** How often DEPS may plan anew; null for no limit. */
  rounds: z.int().nonnegative().nullable().default(null),
  /** Null without a language model. */
  llm: llmSchema.nullable().default(null),
  selector: z.enum(SELECTORS),
  /** How failures are put into words, for logs and models. */
  descriptor: z.enum(DESCRIPTORS).default('typed'),
  /** When DEPS plans again although nothing has failed. */
  replan: z.enum(REPLAN_POLICIES).default('after-gathering'),
  maxTicks: z.int().positive(),
  /** Simulated seconds a wall second, or `max`; it changes nothing but the wall-clock fields. */
  speed: z.union([z.literal('max'), z.number().positive()]),
})
export type Settings = z.infer<typeof settingsSchema>

/** How a trial ended. */
export const TRIAL_ENDS = [
  'success',
  /** The task's ticks were used up. */
  'limit',
  /** The agent saw no way to go on. */
  'gave-up',
  /** Ctrl-C or a request to stop. */
  'interrupted',
  /** The server could not be reached, or not again after a lost connection. */
  'no-server',
  /** The server threw the agent out for good. */
  'kicked',
  /** A bug: an error nobody expected, or the process was gone. */
  'crash',
  /** A campaign's wall-clock limit for one trial. */
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
  /** The agent stands in the world for the first time. */
  z.object({
    type: z.literal('join'),
    version: name,
    /** Null when the server did not say. */
    difficulty: name.nullable(),
    gameMode: name,
    position,
    inventory: itemCounts,
  }),
  z.object({
    type: z.literal('plan'),
    /** Why it was made: `start`, or the failure or change that made the old one useless. */
    reason: z.string(),
    goals: z.array(goal).readonly(),
  }),
  z.object({
    type: z.literal('goal-chosen'),
    goal,
    /** All goals that could have been done now, with the selector's prediction of their cost. */
    candidates: z
      .array(
        z.object({
          goal,
          predictedTicks: z.number().nullable(),
          /** The known block or animal that it would begin with; null where none is needed or known. */
          source: z.object({ kind: name, position }).nullable().default(null),
        }),
      )
      .readonly(),
  }),
  z.object({
    type: z.literal('skill-start'),
    skill: name,
    /** Null for a skill that serves no goal of the plan, such as eating. */
    goal: goal.nullable(),
    budget: ticks,
  }),
  z.object({
    type: z.literal('skill-end'),
    skill: name,
    goal: goal.nullable(),
    /** Ticks since its skill-start. */
    ticks,
    /** Null for success. */
    failure: failure.nullable(),
    /** What there is more (or, negative, less) of in the inventory; kinds without a change left out. */
    changes: z.record(name, z.int()),
  }),
  /** The descriptor's account of a failure, as the planner gets it. */
  z.object({ type: z.literal('failure-description'), text: z.string() }),
  /** The explainer's account of the same. */
  z.object({ type: z.literal('explanation'), text: z.string() }),
  /** What a model thinks between its actions, where it acts by itself (ReAct). */
  z.object({ type: z.literal('thought'), text: z.string() }),
  /** A step of ADaPT's recursion: a task is tried, found too hard, split, and succeeds or fails. */
  z.object({
    type: z.literal('adapt'),
    what: z.enum(['try', 'too-hard', 'split', 'success', 'failure']),
    task: z.string(),
    /** 1 for the trial's own task. */
    depth: z.int().positive(),
    /** The executor's reason, or the plan that the task was split into. */
    detail: z.string(),
  }),
  /** An answer of the model that was sent back, or was no use in part, and why. */
  z.object({ type: z.literal('unusable-answer'), purpose: name, problem: z.string() }),
  z.object({ type: z.literal('milestone'), name }),
  z.object({ type: z.literal('death'), cause: z.string(), position }),
  z.object({ type: z.literal('disconnect'), reason: z.string(), kicked: z.boolean() }),
  z.object({ type: z.literal('reconnect'), attempt: z.int().positive() }),
  /** A sample of how the agent is, taken now and then. */
  z.object({
    type: z.literal('vitals'),
    health: z.number(),
    food: z.number(),
    position,
    inventory: itemCounts,
  }),
  callEventSchema,
  z.object({ type: z.literal('trial-end'), end: z.enum(TRIAL_ENDS), detail: z.string() }),
] as const

/** What every event carries. */
const stamp = {
  v: z.literal(EVENT_VERSION),
  /** Game ticks since the trial's start. */
  t: ticks,
  /** Wall-clock milliseconds since the trial's start. */
  wall: z.number().nonnegative(),
}

const bodySchema = z.discriminatedUnion('type', bodies)

/** One line of `events.jsonl`. */
export const eventSchema = bodySchema.and(z.object(stamp))

/** An event as its author gives it; the recorder adds version and times. */
export type EventBody = z.infer<typeof bodySchema>
export type TrialEvent = z.infer<typeof eventSchema>
export type EventOf<T extends EventBody['type']> = Extract<TrialEvent, { type: T }>

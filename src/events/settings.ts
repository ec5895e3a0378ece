import { z } from 'zod'
import { NAVIGATORS } from '#body/navigation/navigator'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { HANDS } from '#knowledge/vanilla-client'
import { LLM_TIMES } from '#llm/in-game-time'
import { PERCEPTION_MODES } from '#perception/world-memory'
import { CHOOSERS, SELECTORS } from '#selector/selectors'

const name = z.string().min(1)

/** Strategies, which turn a task into goals; see docs/strategies.md. */
export const STRATEGIES = [
  'deps',
  'adapt',
  'thread',
  'gpt',
  'cot',
  'inner-monologue',
  'prog-prompt',
  'code-as-policies',
  'adaplanner',
] as const

/** How failures are put into words: with their kinds, as in the paper's listings, or not at all. */
export const DESCRIPTORS = ['typed', 'paper', 'none'] as const

/** How goals are read: as they are meant, or as they are written. */
export const GOAL_READINGS = ['lenient', 'strict'] as const
export type GoalReading = (typeof GOAL_READINGS)[number]

/** When DEPS plans again although nothing has failed: never, or after whatever was gathered. */
export const REPLAN_POLICIES = ['on-failure', 'after-gathering'] as const

/** Who carries out the tasks of ADaPT: the controller's skills alone, or a model that acts by them step by step. */
export const EXECUTORS = ['skills', 'react'] as const

/** The language model of a trial, without its API key. */
const llmSchema = z.object({
  model: name,
  /** Host name of the model's server; null without a server. */
  server: name.nullable().default(null),
  /** Whether the answers are replayed from a recording. */
  replayed: z.boolean().default(false),
  /** Whether DEPS explains a failure before it replans. */
  explainer: z.boolean(),
  /** Separate models for DEPS's explainer and ADaPT's executor; null for the main model. */
  explainerModel: name.nullable().default(null),
  executorModel: name.nullable().default(null),
  /** Whether DEPS requests plans by a JSON schema, where the server supports it. */
  structured: z.boolean().default(false),
  /** Game time during a call; null in a world whose time cannot pause. */
  time: z.enum(LLM_TIMES).nullable(),
  /** Limits of the calls; null for none. */
  maxCalls: z.int().positive().nullable(),
  maxTokens: z.int().positive().nullable(),
  maxDollars: z.number().positive().nullable(),
})

/** Everything that determines the history of a trial. */
export const settingsSchema = z.object({
  task: name,
  seed: z.int(),
  world: z.enum(['practice', 'existing', 'text']),
  /** Address of an existing server; null for other worlds. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  /** Minecraft version; null when the server does not answer. */
  version: z.string().nullable(),
  /** Null for an existing server, which has its own (see the `join` event), and for the text world. */
  difficulty: z.enum(DIFFICULTIES).nullable(),
  /** Time of day at the start of the practice world (ticks since sunrise); 0 for other worlds. */
  time: z.int().min(0).max(23_999).default(0),
  username: name,
  auth: z.enum(['offline', 'microsoft']),
  perception: z.enum(PERCEPTION_MODES),
  planner: z.enum(['symbolic', 'llm']),
  strategy: z.enum(STRATEGIES).default('deps'),
  executor: z.enum(EXECUTORS).default('skills'),
  /** How often DEPS may replan; null for no limit. */
  rounds: z.int().nonnegative().nullable().default(null),
  /** Folder of AdaPlanner's skill memory; null for none. */
  skillMemory: z.string().nullable().default(null),
  /** Null without a language model. */
  llm: llmSchema.nullable().default(null),
  selector: z.enum(SELECTORS),
  /** How the horizon selector chooses, and the temperature of its softmax (ticks); null for other selectors. */
  choose: z.enum(CHOOSERS).nullable().default(null),
  chooseTemperature: z.number().positive().nullable().default(null),
  /** File of its model; null for the built-in one. */
  selectorModel: z.string().nullable().default(null),
  /** Overridden decisions: the number of the decision, from 1, and the candidate by its place, from 1, or its goal. */
  overrideChoice: z
    .array(
      z.object({ decision: z.int().positive(), candidate: z.union([z.int().positive(), name]) }),
    )
    .readonly()
    .default([]),
  /** The trial ends at the decision after this number of decisions; null for no limit. */
  maxDecisions: z.int().positive().nullable().default(null),
  /** Path planner; null in a world without bodies. */
  navigator: z.enum(NAVIGATORS).nullable().default(null),
  /** Input cooldowns; null in a world without bodies. The first logs lack the field and have no cooldowns. */
  hands: z.enum(HANDS).nullable().default('bot'),
  /** How failures are described, for logs and models. */
  descriptor: z.enum(DESCRIPTORS).default('typed'),
  /** Whether wrong materials, counts, tools or stations of a goal are corrected, or let it fail. */
  goals: z.enum(GOAL_READINGS).default('lenient'),
  /** When DEPS replans although no goal has failed. */
  replan: z.enum(REPLAN_POLICIES).default('after-gathering'),
  maxTicks: z.int().positive(),
  /** Simulated seconds per wall-clock second, or `max`; affects only the wall-clock fields. */
  speed: z.union([z.literal('max'), z.number().positive()]),
})
export type Settings = z.infer<typeof settingsSchema>

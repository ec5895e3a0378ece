import { z } from 'zod'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { PLANNERS } from '#agent/planner/planner-setting'
import { HANDS } from '#body/hand-limits'
import { NAVIGATORS } from '#body/navigation/navigators'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { LLM_TIMES } from '#llm/in-game-time'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import { CHOOSERS, SELECTORS } from '#selector/selectors'
import { EXECUTORS } from '#strategies/adapt/executors'
import { REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import { STRATEGIES } from '#strategies/registry'

const name = z.string().min(1)

/** The language model of a trial; of its key nothing is recorded. */
const llmSchema = z.object({
  model: name,
  /** Host of the model's server, without the rest of its address; null without a server. */
  server: name.nullable().default(null),
  /** Whether the answers are those of an earlier trial, played back. */
  playedBack: z.boolean().default(false),
  /** Whether DEPS explains a failure before it plans again. */
  explainer: z.boolean(),
  /** Models of their own for DEPS's explainer and for ADaPT's executor; null where the one model plays both. */
  explainerModel: name.nullable().default(null),
  executorModel: name.nullable().default(null),
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
  /** Time of day (ticks since sunrise) at which the practice world begins; 0 for other worlds, where it means nothing. */
  time: z.int().min(0).max(23_999).default(0),
  username: name,
  auth: z.enum(['offline', 'microsoft']),
  perception: z.enum(PERCEPTION_MODES),
  planner: z.enum(PLANNERS),
  strategy: z.enum(STRATEGIES).default('deps'),
  executor: z.enum(EXECUTORS).default('skills'),
  /** How often DEPS may plan again; null for no limit. */
  rounds: z.int().nonnegative().nullable().default(null),
  /** Folder of the skills that AdaPlanner discovers; null for none. */
  skillMemory: z.string().nullable().default(null),
  /** Null without a language model. */
  llm: llmSchema.nullable().default(null),
  selector: z.enum(SELECTORS),
  /** How the horizon selector chooses by its predictions, and by what temperature (ticks) where it draws; null elsewhere. */
  choose: z.enum(CHOOSERS).nullable().default(null),
  chooseTemperature: z.number().positive().nullable().default(null),
  /** File of its model; null for the one that comes with Delver. */
  selectorModel: z.string().nullable().default(null),
  /** Decisions of which the outcome is given: which one, from 1, and the candidate by its place or its goal. */
  force: z
    .array(
      z.object({ decision: z.int().positive(), candidate: z.union([z.int().positive(), name]) }),
    )
    .readonly()
    .default([]),
  /** The trial ends when one more decision than these has been made; null for no limit. */
  maxDecisions: z.int().positive().nullable().default(null),
  /** Who plans routes; null in a world without bodies. */
  navigator: z.enum(NAVIGATORS).nullable().default(null),
  /** How quick the hands are; null in a world without bodies. Logs that do not tell are of a bot's. */
  hands: z.enum(HANDS).nullable().default('bot'),
  /** How failures are put into words, for logs and models. */
  descriptor: z.enum(DESCRIPTORS).default('typed'),
  /** Whether a goal fails whose materials, counts, tool or station are wrong as written. */
  goals: z.enum(GOAL_READINGS).default('lenient'),
  /** When DEPS plans again although nothing has failed. */
  replan: z.enum(REPLAN_POLICIES).default('after-gathering'),
  maxTicks: z.int().positive(),
  /** Simulated seconds a wall second, or `max`; it changes nothing but the wall-clock fields. */
  speed: z.union([z.literal('max'), z.number().positive()]),
})
export type Settings = z.infer<typeof settingsSchema>

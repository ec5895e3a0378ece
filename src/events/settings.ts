import { z } from 'zod'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { PLANNERS } from '#agent/planner/planners'
import { ACCOUNT_KINDS } from '#body/accounts'
import { BUILD_RULES } from '#body/builds'
import { HANDS } from '#body/hand-limits'
import { NAVIGATORS } from '#body/navigation/navigators'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { ANSWER_FORMS } from '#llm/answer-forms'
import { API_NAMES } from '#llm/api'
import { LLM_TIMES } from '#llm/in-game-time'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import { CHOOSERS, SELECTORS } from '#selector/selectors'
import { EXECUTORS } from '#strategies/adapt/executors'
import { REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import { EXTERNAL, STRATEGIES } from '#strategies/registry'
import { WORLD_KINDS } from './worlds.ts'

const name = z.string().min(1)

/** The language model of a trial, without its API key. */
const llmSchema = z.preprocess(
  withAnswers,
  z.object({
    model: name,
    /** Host name of the model's server; null without a server. */
    server: name.nullable().default(null),
    /** Whether the answers are replayed from a recording. */
    replayed: z.boolean().default(false),
    /** Whether DEPS explains a failure before it replans. */
    explainer: z.boolean(),
    /** Whether it does so in the call that plans again. */
    explainsInline: z.boolean().default(false),
    /** Separate models for DEPS's explainer and ADaPT's executor; null for the main model. */
    explainerModel: name.nullable().default(null),
    executorModel: name.nullable().default(null),
    /** The API in which the model is asked. */
    api: z.enum(API_NAMES).default('chat'),
    /** The form of the model's answers, where the server supports it. */
    answers: z.enum(ANSWER_FORMS).default('text'),
    /** Game time during a call; null in a world whose time cannot pause. */
    time: z.enum(LLM_TIMES).nullable(),
    /** Limits of the calls; null for none. */
    maxCalls: z.int().positive().nullable(),
    maxTokens: z.int().positive().nullable(),
    maxDollars: z.number().positive().nullable(),
  }),
)

/** The first logs say `structured` for answers in JSON. */
function withAnswers(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings
  const isJson = 'structured' in settings && settings.structured === true
  return isJson && !('answers' in settings) ? { ...settings, answers: 'json' } : settings
}

/** Everything that determines the history of a trial. */
export const settingsSchema = z.object({
  task: name,
  seed: z.int(),
  world: z.enum(WORLD_KINDS),
  /** Address of an existing server; null for other worlds. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  /** Minecraft version; null when the server does not answer. */
  version: z.string().nullable(),
  /** Null for an existing server, which has its own (see the `join` event), and for the text world. */
  difficulty: z.enum(DIFFICULTIES).nullable(),
  /** Time of day at the start of the practice world (ticks since sunrise); 0 for other worlds. */
  time: z.int().min(0).max(23_999).default(0),
  /** What the practice world does that real servers do and a clean one does not, by name. */
  faults: z.array(name).readonly().default([]),
  username: name,
  auth: z.enum(ACCOUNT_KINDS),
  perception: z.enum(PERCEPTION_MODES),
  planner: z.enum(PLANNERS),
  /** `external` for goals that another agent chooses, see `delver env`; then no planner and no selector plays. */
  strategy: z.enum([...STRATEGIES, EXTERNAL]).default('deps'),
  executor: z.enum(EXECUTORS).default('skills'),
  /** How often DEPS may replan; null for no limit. */
  rounds: z.int().nonnegative().nullable().default(null),
  /** Folder of AdaPlanner's skill memory; null for none. */
  skillMemory: z.string().nullable().default(null),
  /** Folder of DEPS's plan memory; null for none. */
  planMemory: z.string().nullable().default(null),
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
  /** Whether blocks of buildings are left alone; for trials they are not, unless asked for. */
  builds: z.enum(BUILD_RULES).default('ignore'),
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

import { z } from 'zod'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { BUILT_IN_WORLDS } from '#events/worlds'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { PERCEPTION_MODES } from '#perception/perception-modes'

/** Limits of a request: kinds in one list, items of one kind, and ticks of one wait (a day). */
const MAX_KINDS = 32
const MAX_COUNT = 2304
const MAX_WAIT_TICKS = 24_000
/** Longest text of a goal (characters), and the longest trial (ticks): 30 days. */
const MAX_GOAL_LENGTH = 2000
const MAX_TRIAL_TICKS = 720_000

const name = z.string().regex(/^[a-z0-9_:]{1,64}$/)
const counts = z
  .record(name, z.int().min(1).max(MAX_COUNT))
  .refine((given) => Object.keys(given).length <= MAX_KINDS, `at most ${MAX_KINDS} kinds`)
/** Given back in the answer. */
const id = z.union([z.int(), z.string().max(64)]).optional()

/** A goal by its parts: `{"skill": "mine", "target": {"log": 3}}`. */
const goalSchema = z.strictObject({
  skill: name,
  target: counts.refine((given) => Object.keys(given).length > 0, 'a target'),
  materials: counts.default({}),
  tool: name.nullable().default(null),
})
export type GoalParts = z.infer<typeof goalSchema>

const resetSchema = z.strictObject({
  type: z.literal('reset'),
  id,
  /** One of the 76 tasks, an item such as `torch:8`, or `obtain:<item>[:count]`. */
  task: z.string().min(1).max(200),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  world: z.enum(BUILT_IN_WORLDS).default('practice'),
  mcVersion: z.string().min(1).max(32).optional(),
  perception: z.enum(PERCEPTION_MODES).default('player'),
  /** For the practice world. */
  difficulty: z.enum(DIFFICULTIES).default('normal'),
  /** Time of day at the start of the practice world (ticks since sunrise). */
  time: z.int().min(0).max(23_999).default(0),
  /** Whether mistakes in a goal are corrected, or let it fail. */
  goals: z.enum(GOAL_READINGS).default('lenient'),
  /** Length of the episode (game ticks); that of the task by default. */
  maxTicks: z.int().min(1).max(MAX_TRIAL_TICKS).optional(),
})
export type ResetRequest = z.infer<typeof resetSchema>

const actSchema = z.strictObject({
  type: z.literal('act'),
  id,
  goal: z.union([z.string().min(1).max(MAX_GOAL_LENGTH), goalSchema], {
    error: `expected a goal as text of at most ${MAX_GOAL_LENGTH} characters, or its skill, target, materials and tool`,
  }),
})

const waitSchema = z.strictObject({
  type: z.literal('wait'),
  id,
  ticks: z.int().min(1).max(MAX_WAIT_TICKS),
})

const observeSchema = z.strictObject({
  type: z.literal('observe'),
  id,
  /** Kinds of blocks and animals whose known sources are listed; those of the task by default. */
  kinds: z.array(name).max(MAX_KINDS).optional(),
})

const closeSchema = z.strictObject({ type: z.literal('close'), id })

/** A line of a client. */
export const requestSchema = z.discriminatedUnion('type', [
  resetSchema,
  actSchema,
  waitSchema,
  observeSchema,
  closeSchema,
])
export type EnvRequest = z.infer<typeof requestSchema>

/** What an episode is asked for, one request at a time. */
export type StepRequest = z.infer<
  typeof actSchema | typeof waitSchema | typeof observeSchema | typeof closeSchema
>

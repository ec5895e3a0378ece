import { z } from 'zod'
import { ACTIVITIES } from '#body/activity'
import { SEARCHES } from '#goal/observation'
import { FAILURE_KINDS } from '#goal/outcome'

const ticks = z.int().nonnegative()
const name = z.string().min(1)
export const itemCounts = z.record(name, z.int().nonnegative())
export const position = z.object({ x: z.number(), y: z.number(), z: z.number() })

const goal = z.object({
  skill: name,
  target: itemCounts,
  using: itemCounts,
  tool: name.nullable(),
})

const failure = z.object({ kind: z.enum(FAILURE_KINDS), detail: z.string() })

/** What the body did, in order, in the ticks up to this one since it was told last; left out where nobody looks. */
export const activities = z
  .array(z.tuple([z.enum(ACTIVITIES), z.int().positive()]).readonly())
  .readonly()
  .optional()

/** The events by which the parts of the agent report what they decide and what comes of it. */
export const agentEvents = [
  z.object({
    type: z.literal('plan'),
    /** Why it was made: `start`, or the failure or change that made the old one useless. */
    reason: z.string(),
    /** Each step, with the goals that would do in its place. */
    goals: z.array(goal.extend({ or: z.array(goal).readonly().optional() })).readonly(),
  }),
  z.object({
    type: z.literal('goal-chosen'),
    goal,
    /** Version of the list of features; null without any. */
    featureVersion: z.int().positive().nullable().default(null),
    /** All ways to set about the goals that could have been done now, the chosen one first. */
    candidates: z
      .array(
        z.object({
          goal,
          /** What the selector predicts of its cost; null where it predicts nothing. */
          predictedTicks: z.number().nullable(),
          /** Between which ticks it lies in 80 % of cases; null where no distribution is predicted. */
          interval: z.object({ low: z.number(), high: z.number() }).nullable().default(null),
          /** The known block or animal that it would begin with; null where none is needed or known. */
          source: z.object({ kind: name, position }).nullable().default(null),
          /** How it would search; null where nothing is to be found, or where it is left to the skill. */
          search: z.enum(SEARCHES).nullable().default(null),
          /** What it looked like at the choice (selector/features.ts); null where there is no body. */
          features: z.array(z.number()).readonly().nullable().default(null),
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
    /** Left out for a skill within another. */
    activities,
  }),
  /** The descriptor's account of a failure, as the planner gets it. */
  z.object({ type: z.literal('failure-description'), text: z.string() }),
  /** The explainer's account of the same. */
  z.object({ type: z.literal('explanation'), text: z.string() }),
  /** The explainer gave none, so that the planner has to do without, and why. */
  z.object({ type: z.literal('explanation-missing'), reason: z.string() }),
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
  /** A step of THREAD: a thread begins, writes, hears what came of its last line, and ends with what it prints or without. */
  z.object({
    type: z.literal('thread'),
    what: z.enum(['spawn', 'write', 'observe', 'end', 'failure']),
    /** Its number, from 1 in the order in which threads begin; anew in each run. */
    thread: z.int().positive(),
    /** Null for the main thread. */
    parent: z.int().positive().nullable(),
    /** 1 for the main thread. */
    depth: z.int().positive(),
    /** Its task, its lines, what it heard or printed, or the reason. */
    text: z.string(),
  }),
  /**
   * A step of AdaPlanner: examples from its skill memory, a solution in code, one that is revised and resumed, its halt at
   * an assertion that does not hold, a question of its own, and what became of a skill.
   */
  z.object({
    type: z.literal('adaplanner'),
    what: z.enum(['examples', 'plan', 'resume', 'halt', 'ask', 'skill']),
    /** The step that it is carried out from, or was halted in; null where there is none, or it does not say. */
    step: z.int().positive().nullable(),
    /** How many examples there are; left out for other steps. */
    count: z.int().nonnegative().optional(),
    text: z.string(),
  }),
  /** An answer of the model that was sent back, or was no use in part, and why. */
  z.object({ type: z.literal('answer-rejected'), purpose: name, problem: z.string() }),
  /** A goal was wrong as written: it failed by that, or the skills made something of it all the same. */
  z.object({
    type: z.literal('goal-mistake'),
    goal,
    mistake: z.string(),
    corrected: z.boolean(),
  }),
] as const

const schema = z.discriminatedUnion('type', agentEvents)
export type AgentEvent = z.infer<typeof schema>

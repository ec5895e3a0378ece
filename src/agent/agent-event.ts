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

/** The body's activities since the last report, in order, with their ticks; omitted where they are not observed. */
export const activities = z
  .array(z.tuple([z.enum(ACTIVITIES), z.int().positive()]).readonly())
  .readonly()
  .optional()

/** The events by which the parts of the agent report their decisions and the outcomes. */
export const agentEvents = [
  z.object({
    type: z.literal('plan'),
    /** `start`, or the failure or change that made the previous plan useless. */
    reason: z.string(),
    /** The steps with their alternatives. */
    goals: z.array(goal.extend({ or: z.array(goal).readonly().optional() })).readonly(),
  }),
  /** The selector uses a model. */
  z.object({
    type: z.literal('selector-model'),
    /** Names of the agents whose trials it learned from; none for a model from before agents had names. */
    agents: z.array(name).readonly(),
  }),
  z.object({
    type: z.literal('goal-chosen'),
    goal,
    /** Version of the list of features; null without any. */
    featureVersion: z.int().positive().nullable().default(null),
    /** All approaches to the goals that could be executed, the chosen one first. */
    candidates: z
      .array(
        z.object({
          goal,
          /** The selector's prediction of its cost; null where it predicts nothing. */
          predictedTicks: z.number().nullable(),
          /** The interval that contains the cost in 80 % of cases (ticks); null without a predicted distribution. */
          interval: z.object({ low: z.number(), high: z.number() }).nullable().default(null),
          /** The known block or animal to begin with; null where none is needed or known. */
          source: z.object({ kind: name, position }).nullable().default(null),
          /** The search method; null where no search is needed, or where the skill decides. */
          search: z.enum(SEARCHES).nullable().default(null),
          /** Its features at the choice (selector/features.ts); null without a body. */
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
    /** Changes of the inventory; kinds without a change are left out. */
    changes: z.record(name, z.int()),
    /** Omitted for a skill within another. */
    activities,
  }),
  /** The descriptor's text about a failure, as the planner gets it. */
  z.object({ type: z.literal('failure-description'), text: z.string() }),
  /** The explainer's text about the same failure. */
  z.object({ type: z.literal('explanation'), text: z.string() }),
  /** Why the explainer gave no explanation. */
  z.object({ type: z.literal('explanation-missing'), reason: z.string() }),
  /** A thought of a model between its actions (ReAct). */
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
  /** A step of THREAD: a thread begins, writes a line, observes its result, and ends with its output or fails. */
  z.object({
    type: z.literal('thread'),
    what: z.enum(['spawn', 'write', 'observe', 'end', 'failure']),
    /** Its number, from 1 in the order in which the threads of a run begin. */
    thread: z.int().positive(),
    /** Null for the main thread. */
    parent: z.int().positive().nullable(),
    /** 1 for the main thread. */
    depth: z.int().positive(),
    /** Its task, lines, observation, output, or the reason of the failure. */
    text: z.string(),
  }),
  /**
   * A step of AdaPlanner: examples from its skill memory, a solution in code, a revised solution that is resumed, a failed
   * assertion, a question to the model, or a change of the skill memory.
   */
  z.object({
    type: z.literal('adaplanner'),
    what: z.enum(['examples', 'plan', 'resume', 'halt', 'ask', 'skill']),
    /** The step to resume from or of the failed assertion; null if there is none, or it is unknown. */
    step: z.int().positive().nullable(),
    /** The number of examples; omitted for other steps. */
    count: z.int().nonnegative().optional(),
    text: z.string(),
  }),
  /** A step of DEPS's plan memory: plans recalled for the prompt, damaged files skipped, or the executed goals stored or not. */
  z.object({
    type: z.literal('plan-memory'),
    what: z.enum(['recall', 'skip', 'store']),
    /** Number of plans or files. */
    count: z.int().nonnegative(),
    text: z.string(),
  }),
  /** An answer of the model that was rejected in whole or in part, and why. */
  z.object({ type: z.literal('answer-rejected'), purpose: name, problem: z.string() }),
  /** A goal was wrong as written: it failed, or the skills corrected it. */
  z.object({
    type: z.literal('goal-mistake'),
    goal,
    mistake: z.string(),
    corrected: z.boolean(),
  }),
] as const

const schema = z.discriminatedUnion('type', agentEvents)
export type AgentEvent = z.infer<typeof schema>
export type AgentEventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

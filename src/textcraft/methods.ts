import { type AdaptOptions, type AdaptResult, adapt, adaptPlan } from '#strategies/adapt/adapt'
import type { Attempt } from './attempt.ts'
import type { Rulebook } from './rulebook.ts'
import { detailedPlan } from './split.ts'
import type { SymbolicTask } from './symbolic-task.ts'
import { THREAD_MAX_DEPTH } from './thread-solver.ts'

/** d_max of ADaPT, which is the depth of the deepest recipes. */
const D_MAX = 4
/** Turns of an executor without a planner (ADaPT, appendix A). */
const TURNS_ALONE = 60

/** What only some methods have a use for; the command line rejects its option for the others. */
export type MethodPart = 'selector' | 'executor' | 'skill-memory'

/** A task for play by rules. */
export interface RuleGame {
  readonly task: SymbolicTask
  readonly book: Rulebook
  readonly options: Omit<AdaptOptions<SymbolicTask, string>, 'maxDepth'>
  readonly signal: AbortSignal
}

interface MethodDefinition {
  readonly uses: readonly MethodPart[]
  /** Default of its depth limit, or of its number of games. */
  readonly maxDepth: number
  /** Plays a task with a language model. */
  byModel(attempt: Attempt, maxDepth: number): Promise<void>
  /** Plays a task by rules; null where only a model can play. */
  readonly byRules: ((game: RuleGame, maxDepth: number) => Promise<AdaptResult>) | null
}

/**
 * The methods of play, the default first: those that the papers compare (ADaPT, section 4.2; THREAD, section 4.2), and
 * AdaPlanner. A second game by rules would repeat the first, and rules write no programs.
 */
const METHOD_DEFINITIONS = {
  adapt: {
    uses: ['selector', 'executor'],
    maxDepth: D_MAX,
    byModel: (attempt, maxDepth) => attempt.adapt({ maxDepth }),
    byRules: ({ task, options, signal }, maxDepth) => adapt(task, { ...options, maxDepth }, signal),
  },
  react: {
    uses: ['executor'],
    maxDepth: D_MAX,
    byModel: (attempt) => attempt.adapt({ turns: TURNS_ALONE }),
    byRules: ({ task, options, signal }) => adapt(task, { ...options, maxDepth: 1 }, signal),
  },
  'plan-and-execute': {
    uses: ['selector', 'executor'],
    maxDepth: D_MAX,
    byModel: (attempt) => attempt.planAndExecute(),
    byRules: ({ task, book, options, signal }) =>
      adaptPlan(detailedPlan(book, task), { ...options, maxDepth: 1 }, signal),
  },
  'try-again': {
    uses: ['executor'],
    maxDepth: D_MAX,
    byModel: (attempt, maxGames) => attempt.tryAgain(maxGames),
    byRules: null,
  },
  reflexion: {
    uses: ['executor'],
    maxDepth: D_MAX,
    byModel: (attempt, maxGames) => attempt.reflexion(maxGames),
    byRules: null,
  },
  thread: {
    uses: [],
    maxDepth: THREAD_MAX_DEPTH,
    byModel: (attempt, maxDepth) => attempt.threads(maxDepth),
    byRules: null,
  },
  adaplanner: {
    uses: ['skill-memory'],
    maxDepth: D_MAX,
    byModel: (attempt) => attempt.adaPlan(),
    byRules: null,
  },
} as const satisfies Readonly<Record<string, MethodDefinition>>

export type Method = keyof typeof METHOD_DEFINITIONS

/** The methods that work without a model. */
export type SymbolicMethod = {
  [Name in Method]: (typeof METHOD_DEFINITIONS)[Name]['byRules'] extends null ? never : Name
}[Method]

/** Names of all methods, the default first. */
export const METHODS = Object.keys(METHOD_DEFINITIONS) as Method[]

/** The definition of a method by its name. */
export function methodNamed(name: Method): MethodDefinition {
  return METHOD_DEFINITIONS[name]
}

/** Whether a method works without a model. */
export function isSymbolic(name: Method): name is SymbolicMethod {
  return METHOD_DEFINITIONS[name].byRules !== null
}

/** Plays a task by rules. */
export function playByRules(
  method: SymbolicMethod,
  game: RuleGame,
  maxDepth: number,
): Promise<AdaptResult> {
  return METHOD_DEFINITIONS[method].byRules(game, maxDepth)
}

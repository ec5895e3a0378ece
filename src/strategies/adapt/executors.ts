import type { CostModel } from '#agent/planner/cost-model'
import type { Goal } from '#goal/goal'
import type { AskedModel } from '#llm/watched-model'
import type { Selector } from '#selector/selector'
import type { StrategyContext } from '../strategy.ts'
import { RETRY_TEMPERATURE } from './react-executor.ts'
import type { Executor } from './roles.ts'
import { WorldExecutor } from './world-executor.ts'
import { worldReact } from './world-react.ts'
import type { WorldTask } from './world-task.ts'

/** One run of the recursion in Minecraft. */
export interface WorldRun {
  readonly context: StrategyContext
  readonly selector: Selector
  readonly costs: CostModel
  /** Blocks and mobs that searches have failed to find. */
  readonly unavailable: ReadonlySet<string>
  /** Whether the previous run gained nothing. */
  readonly isRetry: boolean
  /** Called with each goal whose source was not found. */
  onNotFound(goal: Goal): void
}

type ExecutorDefinition =
  | { readonly needsModel: false; create(run: WorldRun): Executor<WorldTask, null> }
  | {
      readonly needsModel: true
      create(run: WorldRun, model: AskedModel): Executor<WorldTask, null>
    }

/** All executors of ADaPT's tasks by the names that settings and the command line use. */
const DEFINITIONS = {
  /** The controller's skills. */
  skills: { needsModel: false, create: (run: WorldRun) => new WorldExecutor(run) },
  /** A language model that acts step by step. */
  react: {
    needsModel: true,
    create: (run: WorldRun, model: AskedModel) =>
      worldReact({ ...run, model, temperature: run.isRetry ? RETRY_TEMPERATURE : 0 }),
  },
} satisfies Readonly<Record<string, ExecutorDefinition>>

export type ExecutorName = keyof typeof DEFINITIONS

/** Names of all executors, the default first. */
export const EXECUTORS = Object.keys(DEFINITIONS) as ExecutorName[]

/** Whether an executor needs a language model. */
export function executorNeedsModel(name: ExecutorName): boolean {
  return DEFINITIONS[name].needsModel
}

/** Creates an executor by its name; `model` is the language model of those that need one. */
export function createExecutor(
  name: ExecutorName,
  run: WorldRun,
  model: AskedModel,
): Executor<WorldTask, null> {
  return DEFINITIONS[name].create(run, model)
}

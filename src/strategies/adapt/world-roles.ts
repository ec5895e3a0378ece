import type { AskedModel } from '#agent/model/watched-model'
import type { CostModel } from '#agent/planner/cost-model'
import type { Goal } from '#goal/goal'
import type { Selector } from '#selector/selector'
import type { StrategyContext } from '../strategy.ts'
import { CheckedExecutor } from './checked-executor.ts'
import { RETRY_TEMPERATURE } from './react-executor.ts'
import type { Decomposer, Executor } from './roles.ts'
import { WorldExecutor } from './world-executor.ts'
import { worldModelPlanner } from './world-model-planner.ts'
import { WorldPlanner } from './world-planner.ts'
import { worldReact } from './world-react.ts'
import type { WorldTask } from './world-task.ts'

/** One run of the recursion. */
export interface WorldRun {
  readonly context: StrategyContext
  readonly selector: Selector
  readonly costs: CostModel
  /** Blocks and animals that were looked for in vain. */
  readonly unavailable: ReadonlySet<string>
  /** Whether the run before it brought nothing. */
  readonly isRetry: boolean
  /** Told of goals whose source was looked for in vain. */
  onNotFound(goal: Goal): void
}

export interface WorldRoles {
  readonly executor: Executor<WorldTask, null>
  readonly planner: Decomposer<WorldTask, null>
}

/**
 * Who tries and who plans in the world: the controller's skills and rules or, where there is one, a model.
 * @param executorModel The one that acts.
 * @param executor `react` lets the model act step by step, too.
 */
export function worldRoles(
  model: AskedModel | null,
  executorModel: AskedModel | null,
  executor: 'skills' | 'react',
  run: WorldRun,
): WorldRoles {
  const { context, costs, unavailable, isRetry } = run
  const { environment } = context
  const skills = new CheckedExecutor(new WorldExecutor(run), environment)
  if (!model) return { executor: skills, planner: new WorldPlanner(environment, costs) }
  const planner = worldModelPlanner(model, context, unavailable)
  if (executor === 'skills') return { executor: skills, planner }
  const react = worldReact({
    ...run,
    model: executorModel ?? model,
    temperature: isRetry ? RETRY_TEMPERATURE : 0,
  })
  return { executor: new CheckedExecutor(react, environment), planner }
}

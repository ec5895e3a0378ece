import type { AskedModel } from '#llm/watched-model'
import { CheckedExecutor } from './checked-executor.ts'
import { createExecutor, type ExecutorName, type WorldRun } from './executors.ts'
import type { Decomposer, Executor } from './roles.ts'
import { WorldExecutor } from './world-executor.ts'
import { worldModelPlanner } from './world-model-planner.ts'
import { WorldPlanner } from './world-planner.ts'
import type { WorldTask } from './world-task.ts'

export interface WorldRoles {
  readonly executor: Executor<WorldTask, null>
  readonly planner: Decomposer<WorldTask, null>
}

/**
 * The executor and the planner of one run in Minecraft: skills and rules or, with a language model, that model.
 * @param executorModel the executor's own model; null for the planner's.
 */
export function worldRoles(
  model: AskedModel | null,
  executorModel: AskedModel | null,
  executor: ExecutorName,
  run: WorldRun,
): WorldRoles {
  const { context, costs, unavailable } = run
  const { environment } = context
  return {
    executor: new CheckedExecutor(
      model ? createExecutor(executor, run, executorModel ?? model) : new WorldExecutor(run),
      environment,
    ),
    planner: model
      ? worldModelPlanner(model, context, unavailable)
      : new WorldPlanner(environment, costs),
  }
}

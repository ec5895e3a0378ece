import type { Environment } from '#agent/environment/environment'
import type { CostModel } from '#agent/planner/cost-model'
import { ANY_APPROACH, type Estimate } from '#goal/observation'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import { candidatesFor } from '../deps/candidates.ts'
import { type BranchOrder, SelectorOrder } from './branch-order.ts'
import { goalBy, isMet, lackingFor, type Thing, type WorldTask, wearGoal } from './world-task.ts'

const NO_WORK: Estimate = { travelTicks: 0, searchTicks: 0, workTicks: 0 }

/** Lets the selector choose among alternatives, and among items that do not consume one another. */
export function worldOrder(
  environment: Environment,
  costs: CostModel,
  selector: Selector,
): BranchOrder<WorldTask> {
  return new SelectorOrder(
    selector,
    () => environment.observe(),
    (task) => candidate(environment, costs, task),
    (earlier, later) =>
      isThing(earlier) &&
      isThing(later) &&
      !costs.mayUse(earlier.name, later.name) &&
      !costs.mayUse(later.name, earlier.name),
  )
}

function isThing(task: WorldTask): task is Thing {
  return task.kind === 'have' || task.kind === 'tool' || task.kind === 'station'
}

/** A task as a candidate. If the task cannot be tried now, its estimate is all the work to obtain its target. */
function candidate(
  environment: Environment,
  costs: CostModel,
  task: WorldTask,
): EstimatedCandidate {
  const observation = environment.observe()
  const { inventory, near } = observation
  const standing = (goal: EstimatedCandidate['goal'], workTicks: number): EstimatedCandidate => {
    return { step: goal, goal, ...ANY_APPROACH, estimate: { ...NO_WORK, workTicks } }
  }
  if (task.kind === 'wear') return standing(wearGoal(task.name), 0)
  if (task.kind !== 'do' && isMet(observation, task)) return standing(wearGoal(task.name), 0)
  const goal = goalOf()
  if (typeof goal === 'string') return standing(wearGoal(goal), costs.ticks(goal, 1))
  if (environment.language.missing(goal, inventory, near).length === 0) {
    const [best] = candidatesFor(environment.language, [goal], observation)
    if (best) return best
  }
  const ticks = Object.entries(goal.target).map(([name, count]) => costs.ticks(name, count))
  return standing(
    goal,
    ticks.reduce((a, b) => a + b, 0),
  )

  /** The goal that achieves the task, or the name of an item that cannot be obtained. */
  function goalOf() {
    if (task.kind === 'do') return task.goal
    if (task.kind === 'wear') return wearGoal(task.name)
    const { name, count } = lackingFor(observation, costs, task)
    const [recipe] = task.kind === 'make' ? [task.by] : costs.rankedRecipes(name, count)
    return recipe ? goalBy(observation, name, count, recipe) : name
  }
}

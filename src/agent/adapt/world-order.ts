import type { Candidate, Selector } from '../../../selector/selector.ts'
import type { Goal } from '../../goal/goal.ts'
import { missingFor } from '../../goal/preconditions.ts'
import type { Environment } from '../environment/environment.ts'
import { type BranchOrder, SelectorOrder } from './branch-order.ts'
import type { Ways } from './ways.ts'
import { goalBy, isMet, lackingFor, type Thing, type WorldTask, wearGoal } from './world-task.ts'

/** The selector's choice among ways, and among things that do not use up one another. */
export function worldOrder(
  world: Environment,
  ways: Ways,
  selector: Selector,
): BranchOrder<WorldTask> {
  return new SelectorOrder(
    selector,
    (task) => assess(world, ways, task),
    (one, other) =>
      isThing(one) &&
      isThing(other) &&
      !ways.mayUse(one.name, other.name) &&
      !ways.mayUse(other.name, one.name),
  )
}

function isThing(task: WorldTask): task is Thing {
  return task.kind === 'have' || task.kind === 'tool' || task.kind === 'station'
}

function assess(world: Environment, ways: Ways, task: WorldTask): Candidate {
  const nothing = { distance: 0, searchTicks: 0, workTicks: 0 }
  if (task.kind === 'wear') return { ...nothing, goal: wearGoal(task.name) }
  if (task.kind === 'do') return assessGoal(world, ways, task.goal)
  if (isMet(world, task)) return { ...nothing, goal: wearGoal(task.name) }
  const { name, count } = lackingFor(world, ways, task)
  const [method] = task.kind === 'make' ? [task.by] : ways.to(name, count)
  if (method) return assessGoal(world, ways, goalBy(world, name, count, method))
  return { ...nothing, goal: wearGoal(name), workTicks: ways.ticks(name, count) }
}

/** A goal that cannot be tried now stands for all the work to come by its target. */
function assessGoal(world: Environment, ways: Ways, goal: Goal): Candidate {
  const { registry, inventory, near } = world
  if (missingFor(registry, goal, inventory, { near }).length === 0) return world.assess(goal)
  const workTicks = Object.entries(goal.target).reduce(
    (sum, [name, count]) => sum + ways.ticks(name, count),
    0,
  )
  return { goal, distance: 0, searchTicks: 0, workTicks }
}

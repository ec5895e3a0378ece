import type { Scored, Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts, Plan } from '../../goal/goal.ts'
import type { Failure } from '../../goal/outcome.ts'
import { candidateGoals } from '../../goal/preconditions.ts'
import type { Environment } from '../environment/environment.ts'
import { remaining } from '../needs.ts'
import { isUsedAgain } from '../station-use.ts'
import type { StrategyContext } from '../strategy.ts'

/** How far a plan was carried out. */
export interface PlanExecution {
  readonly done: readonly Goal[]
  /** Null when all of it is done, or as much as is worth doing before a new plan. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure; readonly rest: Plan } | null
}

/**
 * Carries out a plan until it is done or a goal fails. With a selector the goal that comes next is
 * chosen among those that can be done now (DEPS, section 3.3), without one it is the next of the
 * plan. Where nothing can be done the next goal is tried all the same: how it fails is what the
 * planner has to know.
 * @param wanted what the plan is for, where it is exact and another costs nothing: then no more is
 * gathered than its steps use up, and it ends with the first thing that was mined, since that, and
 * what came with it, may make a better plan.
 */
export async function executePlan(
  plan: Plan,
  selector: Selector | null,
  { world, signal, record }: StrategyContext,
  wanted: ItemCounts | null = null,
): Promise<PlanExecution> {
  const done = new Set<Goal>()
  for (;;) {
    const left = plan.filter((goal) => !done.has(goal))
    const ranked = selector ? rank(plan, done, selector, world) : []
    const next = ranked[0]?.candidate.goal ?? (wanted ? undefined : left[0])
    if (!next) return { done: [...done], failed: null }
    const rest = left.filter((goal) => goal !== next)
    const goal = wanted ? remaining(world, next, rest, wanted) : next
    if (!goal) {
      done.add(next)
      continue
    }
    record({
      type: 'goal-chosen',
      goal,
      candidates: ranked.map(({ candidate, predictedTicks }) => ({
        goal: candidate.goal,
        predictedTicks,
      })),
    })
    const result = await world.carryOut(goal, isUsedAgain(world, goal, rest))
    signal.throwIfAborted()
    if (!result.ok)
      return { done: [...done], failed: { goal: next, failure: result.failure, rest } }
    done.add(next)
    if (wanted && goal.skill === 'mine') return { done: [...done], failed: null }
  }
}

function rank(
  plan: Plan,
  done: ReadonlySet<Goal>,
  selector: Selector,
  world: Environment,
): Scored[] {
  const { registry, inventory, near } = world
  const possible = candidateGoals(registry, plan, inventory, { near }, done)
  return selector.choose(world.worthwhile(possible).map((goal) => world.assess(goal)))
}

import type { Scored, Selector } from '../../../selector/selector.ts'
import type { Failure } from '../../../skills/failure.ts'
import type { Goal, Plan } from '../../goal/goal.ts'
import { candidateGoals } from '../../goal/preconditions.ts'
import type { StrategyContext } from './strategy.ts'

/** How far a plan was carried out. */
export interface Followed {
  readonly done: readonly Goal[]
  /** Null when all of it is done. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure; readonly rest: Plan } | null
}

/**
 * Carries out a plan until it is done or a goal fails. With a selector the goal that comes next is
 * chosen among those that can be done now (DEPS, section 3.3), without one it is the next of the
 * plan. Where nothing can be done the next goal is tried all the same: how it fails is what the
 * planner has to know.
 */
export async function followPlan(
  plan: Plan,
  selector: Selector | null,
  { world, signal, record }: StrategyContext,
): Promise<Followed> {
  const done = new Set<Goal>()
  for (;;) {
    const [next] = plan.filter((goal) => !done.has(goal))
    if (!next) return { done: [...done], failed: null }
    const ranked = selector ? rank(plan, done, selector, world) : []
    const goal = ranked[0]?.candidate.goal ?? next
    record({
      type: 'goal-chosen',
      goal,
      candidates: ranked.map(({ candidate, predictedTicks }) => ({
        goal: candidate.goal,
        predictedTicks,
      })),
    })
    const rest = plan.filter((other) => other !== goal && !done.has(other))
    const result = await world.carryOut(goal, isStationUsedAgain(goal, rest))
    signal.throwIfAborted()
    if (!result.ok) return { done: [...done], failed: { goal, failure: result.failure, rest } }
    done.add(goal)
  }
}

/** Whether the station of a goal is that of a later one before the agent has to go anywhere. */
function isStationUsedAgain({ tool }: Goal, rest: Plan): boolean {
  const away = rest.findIndex(({ skill }) => skill !== 'craft' && skill !== 'smelt')
  const soon = away < 0 ? rest : rest.slice(0, away)
  return tool !== null && soon.some((next) => next.tool === tool)
}

function rank(
  plan: Plan,
  done: ReadonlySet<Goal>,
  selector: Selector,
  world: StrategyContext['world'],
): Scored[] {
  const { kinds, inventory, near } = world
  const possible = candidateGoals(kinds, plan, inventory, { near }, done)
  return selector.choose(possible.map((goal) => world.assess(goal)))
}

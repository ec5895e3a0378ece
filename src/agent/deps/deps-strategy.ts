import type { Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts, Plan } from '../../goal/goal.ts'
import { countsText, goalText } from '../../goal/print.ts'
import { holds, isReached } from '../../goal/success.ts'
import type { Environment } from '../environment/environment.ts'
import type { PlanFeedback, Planner } from '../planner/planner.ts'
import type { Strategy, StrategyContext, StrategyTask } from '../strategy.ts'
import { sourcesOf } from './candidates.ts'
import { executePlan, type PlanExecution } from './execute-plan.ts'

export interface DepsSettings {
  readonly planner: Planner
  /** Null carries plans out in their own order (the paper's DEP). */
  readonly selector: Selector | null
  /** How often it may plan anew (the paper's Table 4); Infinity for no limit. */
  readonly rounds: number
}

/** A goal that fails this often in a row is not to be had from the same source. */
const GIVE_UP_SOURCE = 2
/** Plans in a row that bring nothing before it gives up. */
const MAX_FRUITLESS = 12

/**
 * DEPS (Algorithm 1) over any planner and in any world: plan, select the goal to do next among those
 * that can be done now, carry it out, describe the failure, and plan anew, as often as the rounds
 * allow. A planner that costs nothing is asked anew, too, whenever there is more to go by.
 */
export class DepsStrategy implements Strategy {
  readonly name = 'deps'
  readonly #settings: DepsSettings

  constructor(settings: DepsSettings) {
    this.#settings = settings
  }

  async pursue(task: StrategyTask, context: StrategyContext): Promise<string> {
    const { planner, selector, rounds } = this.#settings
    const { world, signal, record } = context
    const lost = new LostSources()
    let feedback: PlanFeedback | undefined
    let reason = 'start'
    for (let round = 0, fruitless = 0; fruitless < MAX_FRUITLESS; round++, fruitless++) {
      if (round > rounds) return `${rounds} rounds of replanning are used up`
      await world.prepare()
      signal.throwIfAborted()
      const { inventory, near } = world
      const planned = await planner.plan(
        {
          ...task,
          inventory,
          knownTable: near.has('crafting_table'),
          knownFurnace: near.has('furnace'),
          unavailable: new Set(lost.all),
          ...(feedback && { feedback }),
        },
        signal,
      )
      signal.throwIfAborted()
      if (!planned.ok) {
        if (!planned.unreadable) {
          if (lost.all.size === 0) return planned.reason
          lost.clear()
        }
        reason = planned.reason
        continue
      }
      const plan = withEquipping(planned.plan, task, world)
      record({ type: 'plan', reason, goals: [...plan] })
      if (plan.length === 0) {
        await world.settle()
        signal.throwIfAborted()
        feedback = undone(task, world)
        continue
      }
      await world.begin(plan)
      const before = world.inventory
      const followed = await executePlan(
        plan,
        selector,
        context,
        planner.cheap ? task.target : null,
      )
      if (progressed(before, world.inventory)) fruitless = -1
      const { failed } = followed
      if (!failed && planner.cheap) {
        reason = 'the inventory has changed'
        // Not for anything that went wrong.
        round--
        continue
      }
      // If the target is there, the trial ends now.
      if (!failed) await world.settle()
      signal.throwIfAborted()
      feedback = feedbackOn(followed, task, world)
      record({ type: 'failure-description', text: feedback.description })
      reason = failed ? `${failed.goal.skill} failed: ${failed.failure.kind}` : 'the plan is done'
      if (!failed) continue
      await world.recover(failed.failure)
      signal.throwIfAborted()
      lost.count(failed.goal, failed.failure.kind === 'not-found', world)
    }
    return 'plan after plan led to nothing'
  }
}

/** A plan for something to be worn ends in putting it on, whether the planner thought of it or not. */
function withEquipping(plan: Plan, { target, wear }: StrategyTask, world: Environment): Plan {
  if (wear === null || plan.some(({ skill }) => skill === 'equip')) return plan
  const goal: Goal = { skill: 'equip', target: { [wear]: 1 }, using: {}, tool: null }
  const isWorn = isReached(world.registry, goal, {}, {}, world.worn)
  const willBeHeld =
    holds(world.registry, world.inventory, target) || plan.some((step) => wear in step.target)
  return isWorn || !willBeHeld ? plan : [...plan, goal]
}

function feedbackOn(
  { done, failed }: PlanExecution,
  task: StrategyTask,
  world: Environment,
): PlanFeedback {
  if (!failed) return undone(task, world, done)
  const { goal, failure, rest } = failed
  const description = world.describe({ done, failed: goal, failure, rest })
  return { description, failed: { goal, failure } }
}

/** What there is to say when all steps are done and the target is still not there. */
function undone(task: StrategyTask, world: Environment, done: readonly Goal[] = []): PlanFeedback {
  const description = [
    ...done.map((goal) => `I succeed on ${goalText(goal)}.`),
    `I have done all steps, but I still do not ${task.wear === null ? 'have' : 'wear'} ${countsText(task.target)}.`,
    `My inventory has ${countsText(world.inventory)}.`,
  ].join('\n')
  return { description, failed: null }
}

/** Blocks and animals that were looked for in vain. */
class LostSources {
  readonly all = new Set<string>()
  readonly #failures = new Map<string, number>()

  count(goal: Goal, notFound: boolean, { registry }: Environment): void {
    const key = `${goal.skill} ${Object.keys(goal.target).join()}`
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    if (!notFound || failures < GIVE_UP_SOURCE) return
    for (const source of sourcesOf({ registry }, goal)) this.all.add(source)
  }

  /** What could not be found before may be found elsewhere. */
  clear(): void {
    this.all.clear()
  }
}

/** Whether anything was gained, of whatever kind. */
function progressed(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}

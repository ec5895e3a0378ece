import type { SkillResult } from '../../skills/failure.ts'
import { recover } from '../../skills/recover.ts'
import type { SkillContext } from '../../skills/skill.ts'
import { hasStation } from '../../skills/station.ts'
import type { Candidate, Selector } from '../../selector/selector.ts'
import { candidateGoals } from '../goal/preconditions.ts'
import type { Goal, ItemCounts, Plan } from '../goal/goal.ts'
import type { EventBody } from '../trial/events.ts'
import { assess, sourcesOf } from './candidates.ts'
import type { Controller } from './controller.ts'
import { describe } from './descriptor.ts'
import { outfitFor } from './outfit.ts'
import type { Planner, PlanResult } from './planner.ts'

export interface DepsOptions {
  readonly planner: Planner
  readonly selector: Selector
  readonly controller: Controller
  readonly context: SkillContext
  record(event: EventBody): void
}

/** A goal that fails this often in a row is not to be had from the same source. */
const GIVE_UP_SOURCE = 2
const CONFIRM_TICKS = 40
/** Plans in a row that lead to nothing before the agent gives up. */
const MAX_FRUITLESS = 12

/**
 * The loop of DEPS (Algorithm 1): plan, select the goal to do next among those that can be done now,
 * carry it out; on failure describe what happened and plan anew from the inventory as it is.
 * Ends by its signal when the target is there.
 * @returns why it gave up.
 */
export async function pursue(target: ItemCounts, options: DepsOptions): Promise<string> {
  const { context, record } = options
  const failures = new Map<string, number>()
  const unavailable = new Set<string>()
  let reason = 'start'
  for (let fruitless = 0; fruitless < MAX_FRUITLESS; fruitless++) {
    const planned = await planWithOutfit(target, unavailable, options)
    if (!planned.ok) {
      if (unavailable.size === 0) return planned.reason
      // What could not be found before may be found elsewhere.
      unavailable.clear()
      continue
    }
    record({ type: 'plan', reason, goals: [...planned.plan] })
    if (planned.plan.length === 0) {
      // The trial ends by itself when the inventory has stood the test of some ticks.
      await context.body.wait(CONFIRM_TICKS, context.signal)
      continue
    }
    const before = context.body.carried
    const outcome = await followPlan(planned.plan, options)
    if (progressed(before, context.body.carried)) fruitless = -1
    if (!outcome) {
      reason = 'the plan is done or no step of it can be done now'
      continue
    }
    const { goal, result } = outcome
    if (result.ok) continue
    record({ type: 'failure-description', text: outcome.description })
    if (result.failure.kind === 'died' && context.journal.deathPlace) await options.controller.carryOutAside(recover)
    reason = `${goal.skill} failed: ${result.failure.kind}`
    const key = `${goal.skill} ${Object.keys(goal.target).join()}`
    failures.set(key, (failures.get(key) ?? 0) + 1)
    if (result.failure.kind === 'not-found' && (failures.get(key) ?? 0) >= GIVE_UP_SOURCE) {
      for (const source of sourcesOf(context, goal)) unavailable.add(source)
    }
  }
  return 'plan after plan led to nothing'
}

/** A plan for the target, and for what should be taken along where it leads underground. */
async function planWithOutfit(
  target: ItemCounts,
  unavailable: ReadonlySet<string>,
  { context, planner }: DepsOptions,
): Promise<PlanResult> {
  const near = nearStations(context)
  const request = {
    target,
    inventory: context.body.carried,
    knownTable: near.has('crafting_table'),
    knownFurnace: near.has('furnace'),
    unavailable,
  }
  const plain = await planner.plan(request, context.signal)
  if (!plain.ok) return plain
  const hostile = context.body.bot.game.difficulty !== 'peaceful'
  const outfit = outfitFor(context.kinds, plain.plan, hostile)
  if (Object.keys(outfit).length === 0) return plain
  const equipped = await planner.plan({ ...request, target: { ...outfit, ...target } }, context.signal)
  return equipped.ok ? equipped : plain
}

interface Failed {
  readonly goal: Goal
  readonly result: SkillResult
  readonly description: string
}

/** Carries out a plan until it is done or a goal fails; undefined when no goal is left that can be done. */
async function followPlan(plan: Plan, options: DepsOptions): Promise<Failed | undefined> {
  const { context, selector, controller, record } = options
  const done = new Set<Goal>()
  for (;;) {
    const near = nearStations(context)
    const possible = candidateGoals(context.kinds, plan, context.body.carried, { near }, done)
    const ranked = selector.choose(possible.map((goal): Candidate => assess(context, goal)))
    const chosen = ranked[0]?.candidate.goal
    if (!chosen) return undefined
    record({
      type: 'goal-chosen',
      goal: chosen,
      candidates: ranked.map(({ candidate, predictedTicks }) => ({ goal: candidate.goal, predictedTicks })),
    })
    const rest = plan.filter((goal) => goal !== chosen && !done.has(goal))
    const keepStation = possible.some((goal) => goal !== chosen && goal.tool !== null && goal.tool === chosen.tool)
    const result = await controller.carryOut(chosen, keepStation)
    context.signal.throwIfAborted()
    if (!result.ok) {
      const description = describe(context, { done: [...done], failed: chosen, failure: result.failure, rest })
      return { goal: chosen, result, description }
    }
    done.add(chosen)
  }
}

function nearStations(context: SkillContext): Set<string> {
  return new Set((['crafting_table', 'furnace'] as const).filter((kind) => hasStation(context, kind)))
}

/** Whether anything was gained, of whatever kind. */
function progressed(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}

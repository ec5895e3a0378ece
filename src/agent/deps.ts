import type { Candidate, Selector } from '../../selector/selector.ts'
import { bestFood } from '../../skills/eat.ts'
import type { SkillResult } from '../../skills/failure.ts'
import { forage, gameNearby } from '../../skills/forage.ts'
import type { SkillContext } from '../../skills/skill.ts'
import { hasStation } from '../../skills/station.ts'
import { skyAbove } from '../../skills/surface.ts'
import { worn } from '../body/carried.ts'
import type { Goal, ItemCounts, Plan } from '../goal/goal.ts'
import { namedKinds } from '../goal/named-kinds.ts'
import { candidateGoals } from '../goal/preconditions.ts'
import { isReached } from '../goal/success.ts'
import type { EventBody } from '../trial/events.ts'
import { assess, sourcesOf } from './candidates.ts'
import type { Controller } from './controller.ts'
import { describe } from './descriptor.ts'
import { gatheringFirst, remaining, withoutByProducts } from './needs.ts'
import { isDetour, outfitFor } from './outfit.ts'
import type { Planner, PlanResult } from './planner.ts'
import { fetchLost, getOver } from './setback.ts'
import { isUsedAgain } from './station-use.ts'
import { toolFirst } from './tool-first.ts'

export interface DepsOptions {
  readonly planner: Planner
  readonly selector: Selector
  readonly controller: Controller
  readonly context: SkillContext
  /** What of the target must also be worn in the end, null for nothing. */
  readonly wear: string | null
  record(event: EventBody): void
}

/** A goal that fails this often in a row is not to be had from the same source. */
const GIVE_UP_SOURCE = 2
const CONFIRM_TICKS = 40
/** How often the agent goes after meat at the wayside. */
const MAX_FORAYS = 3
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
  let forays = 0
  for (let fruitless = 0; fruitless < MAX_FRUITLESS; fruitless++) {
    await fetchLost(options.controller, context)
    const planned = await planWithOutfit(target, unavailable, options)
    if (!planned.ok) {
      if (unavailable.size === 0) return planned.reason
      // What could not be found before may be found elsewhere.
      unavailable.clear()
      continue
    }
    const plan = [...planned.plan, ...wearing(options)]
    record({ type: 'plan', reason, goals: plan })
    if (plan.length === 0) {
      // The trial ends by itself when the inventory has stood the test of some ticks.
      await context.body.wait(CONFIRM_TICKS, context.signal)
      continue
    }
    if (needsProvisions(plan, context) && forays++ < MAX_FORAYS)
      await options.controller.carryOutAside(forage)
    const before = context.body.carried
    const outcome = await followPlan(plan, target, options)
    if (progressed(before, context.body.carried)) fruitless = -1
    if (!outcome) {
      reason = 'the inventory has changed'
      continue
    }
    const { goal, result } = outcome
    if (result.ok) continue
    record({ type: 'failure-description', text: outcome.description })
    await getOver(result.failure.kind, options.controller, context)
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
  const { stonesLeft } = context.body.tools
  const outfit = outfitFor(context.kinds, plain.plan, request.inventory, hostile, stonesLeft)
  const equipped = await planner.plan(
    { ...request, target: { ...outfit, ...target } },
    context.signal,
  )
  const plan = equipped.ok && !isDetour(equipped.plan, plain.plan) ? equipped.plan : plain.plan
  return { ok: true, plan: toolFirst(plan, request.inventory) }
}

/** Whether to take meat along: a long way underground lies ahead, monsters live there, and animals are near. */
function needsProvisions(plan: Plan, context: SkillContext): boolean {
  const { x, y, z } = context.body.feet
  return (
    context.body.bot.game.difficulty !== 'peaceful' &&
    plan.some(({ tool }) => tool?.endsWith('_pickaxe')) &&
    !bestFood(context) &&
    gameNearby(context) !== undefined &&
    skyAbove(context, x, y, z)
  )
}

/** The last step where something is to be worn and is not yet. */
function wearing({ context: { body, kinds }, wear }: DepsOptions): Plan {
  if (wear === null) return []
  const goal: Goal = { skill: 'equip', target: { [wear]: 1 }, using: {}, tool: null }
  const on = new Set(worn(body.bot).map((item) => kinds.itemName(item)))
  return isReached(kinds, goal, {}, {}, on) ? [] : [goal]
}

interface Failed {
  readonly goal: Goal
  readonly result: SkillResult
  readonly description: string
}

/** Carries out a plan until it is done or a goal fails; undefined when no goal is left that can be done. */
async function followPlan(
  plan: Plan,
  target: ItemCounts,
  options: DepsOptions,
): Promise<Failed | undefined> {
  const { context, selector, controller, record } = options
  context.journal.needed = namedKinds(context.kinds, plan)
  const done = new Set<Goal>()
  for (;;) {
    const near = nearStations(context)
    const possible = candidateGoals(context.kinds, plan, context.body.carried, { near }, done)
    const worth = gatheringFirst(context, withoutByProducts(context, possible))
    const ranked = selector.choose(worth.map((goal): Candidate => assess(context, goal)))
    const chosen = ranked[0]?.candidate.goal
    if (!chosen) return undefined
    const rest = plan.filter((goal) => goal !== chosen && !done.has(goal))
    const goal = remaining(context, chosen, rest, target)
    if (!goal) {
      done.add(chosen)
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
    const result = await controller.carryOut(goal, isUsedAgain(context, goal, rest))
    context.signal.throwIfAborted()
    if (!result.ok) {
      const description = describe(context, {
        done: [...done],
        failed: chosen,
        failure: result.failure,
        rest,
      })
      return { goal: chosen, result, description }
    }
    done.add(chosen)
    // What was gathered, and what came with it, may make a better plan.
    if (options.planner.cheap && goal.skill === 'mine') return undefined
  }
}

function nearStations(context: SkillContext): Set<string> {
  return new Set(
    (['crafting_table', 'furnace'] as const).filter((kind) => hasStation(context, kind)),
  )
}

/** Whether anything was gained, of whatever kind. */
function progressed(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}

import type { Goal, Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import type { Observation } from '#goal/observation'
import { isWorn } from '#goal/success'
import { countOf, tagOf } from '#knowledge/item-tags'
import { PORTAL, THE_NETHER } from '#knowledge/nether'
import type { Registry } from '#knowledge/registry'
import { CostModel } from './cost-model.ts'
import { PlanBuilder } from './plan-builder.ts'
import type { Planner, PlanRequest, PlanResult, Task } from './planner.ts'
import { SimulatedInventory } from './simulated-inventory.ts'
import { isFeasible, mergedStep, type Step, stepGoal } from './step.ts'
import { unobtainable } from './unobtainable.ts'

/** The way back from the Nether. */
const HOME: Goal = { skill: 'enter', target: { [PORTAL]: 1 }, using: {}, tool: null }

/** A variant that costs more than this multiple of the cheapest variant is not worth pinning. */
const MUCH_HARDER = 4

/** Plans by backward chaining over the skills of the goal language, without a model. */
export class SymbolicPlanner implements Planner {
  readonly name = 'symbolic'
  readonly #language: GoalLanguage

  constructor(language: GoalLanguage) {
    this.#language = language
  }

  plan(request: PlanRequest): Promise<PlanResult> {
    return Promise.resolve(planFor(this.#language, request))
  }
}

/**
 * A plan for the task with exact counts; empty when the task is completed. It chains backwards from the target over
 * recipes, smelting, animals and blocks by the least estimated cost. Tools are made before they are needed, equal steps
 * are merged as early as possible (all logs at once), variants of wood stay open where recipes allow it, and equipment is
 * put on at the end.
 */
export function planFor(language: GoalLanguage, request: PlanRequest): PlanResult {
  const { registry } = language
  const { task, observation, unavailable } = request
  const costs = new CostModel(language, unavailable)
  for (const [name, count] of Object.entries(task.target)) {
    const isHeld = countOf(registry, observation.inventory, name) >= count
    if (!isHeld && !costs.isPossible(name))
      return { ok: false, reason: unobtainable(language, name, costs) }
  }
  const here = stepsFor(registry, request, costs)
  const isAway = observation.near.has(THE_NETHER) && here.some(isOfOverworld)
  const steps = isAway ? stepsFor(registry, withoutNether(request), costs) : here
  const way = isAway ? [HOME] : []
  const goals = steps.map((step) => stepGoal(registry, step))
  return { ok: true, plan: [...way, ...goals, ...putOn(task, observation)], isExact: true }
}

/** Whether a step gathers what only the overworld has. */
function isOfOverworld({ skill, using, place, object }: Step): boolean {
  const gathers = Object.keys(using).length === 0
  return gathers && skill !== 'portal' && place === undefined && object === undefined
}

/** The same request, with the agent back in the overworld. */
function withoutNether(request: PlanRequest): PlanRequest {
  const { observation } = request
  const near = new Set([...observation.near, PORTAL])
  near.delete(THE_NETHER)
  return { ...request, observation: { ...observation, near } }
}

function stepsFor(registry: Registry, request: PlanRequest, costs: CostModel): Step[] {
  const open = drafted(registry, request, costs, new Map())
  const pins = neededVariants(registry, open, costs)
  return pins.size > 0 ? drafted(registry, request, costs, pins) : open
}

/** The step that equips the item to wear, unless the agent wears it. */
function putOn({ wear }: Task, { registry, worn }: Observation): Plan {
  if (wear === null || isWorn(registry, worn, wear)) return []
  return [{ skill: 'equip', target: { [wear]: 1 }, using: {}, tool: null }]
}

function drafted(
  registry: Registry,
  { task, observation }: PlanRequest,
  costs: CostModel,
  pins: ReadonlyMap<string, string>,
): Step[] {
  const { inventory, near } = observation
  const start = SimulatedInventory.of(registry, inventory)
  const builder = new PlanBuilder(registry, costs, start.clone(), near, pins)
  builder.reach(task.target)
  return merged(registry, builder.steps, start, near)
}

/** Merges equal steps into the earlier one, where the plan stays feasible. */
function merged(
  registry: Registry,
  steps: readonly Step[],
  start: SimulatedInventory,
  stations: ReadonlySet<string>,
): Step[] {
  let joined = [...steps]
  for (let late = 1; late < joined.length; late++) {
    for (let early = 0; early < late; early++) {
      const first = joined[early]
      const second = joined[late]
      const both = first && second && mergedStep(first, second)
      if (!both) continue
      const shorter = joined.with(early, both).toSpliced(late, 1)
      if (!isFeasible(registry, shorter, start, stations)) continue
      joined = shorter
      late--
      break
    }
  }
  return joined
}

/**
 * When a plan obtains both an exact variant (oak logs for oak stairs) and an open one (any logs for the table), the open
 * one may be of that variant too, which saves a trip. This does not apply where the variant is far more expensive (planks
 * of bamboo need the table that the planks are for).
 */
function neededVariants(
  registry: Registry,
  steps: readonly Step[],
  costs: CostModel,
): Map<string, string> {
  const pins = new Map<string, string>()
  const brought = new Set(steps.map((step) => step.item))
  for (const item of brought) {
    const tag = tagOf(registry, item)
    if (!tag || !brought.has(tag) || pins.has(tag)) continue
    if (costs.ticks(item, 1) <= MUCH_HARDER * costs.ticks(tag, 1)) pins.set(tag, item)
  }
  return pins
}

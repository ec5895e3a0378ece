import type { Plan } from '../../goal/goal.ts'
import { countOf, tagOf } from '../../knowledge/item-tags.ts'
import type { Registry } from '../../knowledge/registry.ts'
import { CostModel } from './cost-model.ts'
import { PlanBuilder } from './plan-builder.ts'
import type { Planner, PlanRequest, PlanResult } from './planner.ts'
import { SimulatedInventory } from './simulated-inventory.ts'
import { isFeasible, mergedStep, type Step, stepGoal } from './step.ts'
import { unobtainable } from './unobtainable.ts'

/** Times the effort for any variant above which one variant is not worth waiting for. */
const MUCH_HARDER = 4

/** Plans by backward chaining over what minecraft-data tells; needs no model. */
export class SymbolicPlanner implements Planner {
  readonly name = 'symbolic'
  readonly cheap = true
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
  }

  plan(request: PlanRequest): Promise<PlanResult> {
    return Promise.resolve(planFor(this.#registry, request))
  }
}

/**
 * A plan that brings the inventory to the target, empty when it is there: from the target back over
 * recipes, furnace, animals and blocks to what the world gives, by the least estimated work, with
 * exact numbers. Tools are made before they are needed, equal steps are drawn together as early as
 * can be (all logs at once), and variants of wood are left open where recipes do.
 */
export function planFor(registry: Registry, request: PlanRequest): PlanResult {
  const efforts = new CostModel(registry, request.unavailable)
  for (const [name, count] of Object.entries(request.target)) {
    const isHeld = countOf(registry, request.inventory, name) >= count
    if (!isHeld && !efforts.possible(name))
      return { ok: false, reason: unobtainable(registry, name, efforts) }
  }
  const open = drafted(registry, request, efforts, new Map())
  const pins = neededVariants(registry, open, efforts)
  const steps = pins.size > 0 ? drafted(registry, request, efforts, pins) : open
  return { ok: true, plan: steps.map((step) => stepGoal(registry, step)) satisfies Plan }
}

function drafted(
  registry: Registry,
  request: PlanRequest,
  efforts: CostModel,
  pins: ReadonlyMap<string, string>,
): Step[] {
  const stations = new Set<string>()
  if (request.knownTable) stations.add('crafting_table')
  if (request.knownFurnace) stations.add('furnace')
  const start = SimulatedInventory.of(registry, request.inventory)
  const draft = new PlanBuilder(registry, efforts, start.clone(), stations, pins)
  draft.reach(request.target)
  return drawnTogether(registry, draft.steps, start, stations)
}

/** Joins steps that do the same into the earlier one, where the plan stays feasible. */
function drawnTogether(
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
 * When a plan brings both an exact variant (oak logs for oak stairs) and open ones (any logs for the
 * table), the open ones may as well be of that variant: one trip instead of two. Not so where the
 * variant is far harder to come by (planks of bamboo, made at the very table that the planks are for).
 */
function neededVariants(
  registry: Registry,
  steps: readonly Step[],
  efforts: CostModel,
): Map<string, string> {
  const pins = new Map<string, string>()
  const brought = new Set(steps.map((step) => step.item))
  for (const item of brought) {
    const tag = tagOf(registry, item)
    if (!tag || !brought.has(tag) || pins.has(tag)) continue
    if (efforts.of(item, 1) <= MUCH_HARDER * efforts.of(tag, 1)) pins.set(tag, item)
  }
  return pins
}

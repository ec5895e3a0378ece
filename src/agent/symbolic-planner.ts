import type { Plan } from '../goal/goal.ts'
import { countOf, familyOf } from '../knowledge/families.ts'
import type { Kinds } from '../knowledge/kinds.ts'
import { Draft } from './draft.ts'
import { Efforts } from './effort.ts'
import { Holdings } from './holdings.ts'
import type { Planner, PlanRequest, PlanResult } from './planner.ts'
import { isFeasible, mergedStep, type Step, stepGoal } from './step.ts'
import { unobtainable } from './unobtainable.ts'

/** Times the effort for any variant above which one variant is not worth waiting for. */
const MUCH_HARDER = 4

/** Plans by backward chaining over what minecraft-data tells; needs no model. */
export class SymbolicPlanner implements Planner {
  readonly name = 'symbolic'
  readonly cheap = true
  readonly #kinds: Kinds

  constructor(kinds: Kinds) {
    this.#kinds = kinds
  }

  plan(request: PlanRequest): Promise<PlanResult> {
    return Promise.resolve(planFor(this.#kinds, request))
  }
}

/**
 * A plan that brings the inventory to the target, empty when it is there: from the target back over
 * recipes, furnace, animals and blocks to what the world gives, by the least estimated work, with
 * exact numbers. Tools are made before they are needed, equal steps are drawn together as early as
 * can be (all logs at once), and variants of wood are left open where recipes do.
 */
export function planFor(kinds: Kinds, request: PlanRequest): PlanResult {
  const efforts = new Efforts(kinds, request.unavailable)
  for (const [name, count] of Object.entries(request.target)) {
    const isHeld = countOf(kinds, request.inventory, name) >= count
    if (!isHeld && !efforts.possible(name))
      return { ok: false, reason: unobtainable(kinds, name, efforts) }
  }
  const open = drafted(kinds, request, efforts, new Map())
  const pins = neededVariants(kinds, open, efforts)
  const steps = pins.size > 0 ? drafted(kinds, request, efforts, pins) : open
  return { ok: true, plan: steps.map((step) => stepGoal(kinds, step)) satisfies Plan }
}

function drafted(
  kinds: Kinds,
  request: PlanRequest,
  efforts: Efforts,
  pins: ReadonlyMap<string, string>,
): Step[] {
  const stations = new Set<string>()
  if (request.knownTable) stations.add('crafting_table')
  if (request.knownFurnace) stations.add('furnace')
  const start = Holdings.of(kinds, request.inventory)
  const draft = new Draft(kinds, efforts, start.clone(), stations, pins)
  draft.reach(request.target)
  return drawnTogether(kinds, draft.steps, start, stations)
}

/** Joins steps that do the same into the earlier one, where the plan stays feasible. */
function drawnTogether(
  kinds: Kinds,
  steps: readonly Step[],
  start: Holdings,
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
      if (!isFeasible(kinds, shorter, start, stations)) continue
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
  kinds: Kinds,
  steps: readonly Step[],
  efforts: Efforts,
): Map<string, string> {
  const pins = new Map<string, string>()
  const brought = new Set(steps.map((step) => step.item))
  for (const item of brought) {
    const family = familyOf(kinds, item)
    if (!family || !brought.has(family) || pins.has(family)) continue
    if (efforts.of(item, 1) <= MUCH_HARDER * efforts.of(family, 1)) pins.set(family, item)
  }
  return pins
}

import type { Goal, ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { STONE } from '#knowledge/stone-route'
import { satisfies } from '#knowledge/tools'
import type { EstimatedCandidate } from '../selector.ts'

const TABLE = 'crafting_table'
const GRAVEL = 'gravel'
const BUCKET = /^(iron_ingot|bucket|water_bucket)$/

/**
 * Candidates that are better done later, because the agent obtains their items on the way to another goal. Horizons say
 * nothing about this: they are per goal, and all goals of a plan have to be reached. The rules about stone are knowledge
 * of one route (`#knowledge/stone-route`).
 *
 * - Stone can wait while the agent can mine an ore with the tool meant for it: it digs through stone on the way.
 * - Crafting at a table can wait while the agent can mine stone for more of it: placing a table and taking it back takes
 *   as long as mining six stones.
 * - A search for gravel can wait while the agent can mine an ore: it lies beside the same tunnels. It can also wait while the
 *   agent can make or fill buckets: the lava for which it needs them lies beside the same tunnels, too. And it can wait until
 *   the agent has a pickaxe for the tunnel.
 * - Gravel under water can wait until the agent has a shovel: digging takes long there.
 * - A search can wait while a source is known, except a tunnel for stone: stone lies under any soil.
 * - Visible stone can wait where the agent can mine stone on a descent that is necessary anyway.
 * - Another material or fuel than the plan's can wait while the plan's is at hand: only the plan counts what its other goals
 *   need. Sticks burnt for iron are missing for the pickaxe.
 */
export function deferrable(
  candidates: readonly EstimatedCandidate[],
  { registry, inventory }: Observation,
): ReadonlySet<EstimatedCandidate> {
  const toOre = candidates.some(
    ({ goal }) => goal.skill === 'mine' && isOre(registry, goal.target) && hasTool(goal, inventory),
  )
  const isByProduct = ({ goal }: EstimatedCandidate) =>
    toOre && goal.skill === 'mine' && STONE in goal.target
  const rest = candidates.filter((candidate) => !isByProduct(candidate))
  const toStone = rest.some(({ goal }) => digsStone(goal, inventory))
  const isTableWork = ({ goal }: EstimatedCandidate) =>
    toStone && goal.skill === 'craft' && goal.tool === TABLE
  const isCertain = ({ goal, search }: EstimatedCandidate) =>
    search === 'tunnel' && STONE in goal.target
  const isKnown = (one: EstimatedCandidate) =>
    !one.source &&
    one.search !== null &&
    !isCertain(one) &&
    candidates.some(({ step, source }) => step === one.step && source)
  const toBuckets = candidates.some(({ goal }) => isForBuckets(goal))
  const has = (tool: string) => Object.keys(inventory).some((item) => item.endsWith(tool))
  const isBuried = ({ goal, source }: EstimatedCandidate) =>
    goal.skill === 'mine' &&
    isGravel(registry, goal.target) &&
    (source ? source.trouble.water && !has('_shovel') : toOre || toBuckets || !has('_pickaxe'))
  const isOnDescent = (one: EstimatedCandidate) =>
    one.targetY === undefined &&
    candidates.some(({ step, targetY }) => step === one.step && targetY !== undefined)
  const isOther = (one: EstimatedCandidate) =>
    !usesPlanned(one) && candidates.some((other) => other.step === one.step && usesPlanned(other))
  const rules = [isByProduct, isTableWork, isKnown, isBuried, isOnDescent, isOther]
  return new Set(candidates.filter((one) => rules.some((applies) => applies(one))))
}

/** Whether a candidate uses up what the plan's goal names. */
function usesPlanned({ goal, step }: EstimatedCandidate): boolean {
  return Object.keys(goal.using).every((item) => item in step.using)
}

function isOre(registry: Registry, target: ItemCounts): boolean {
  return Object.keys(target).some((item) =>
    harvestSources(registry, item).some(({ block }) => oreHeights(registry, block) !== undefined),
  )
}

/** Whether gravel is the only source of a target, as of flint. */
function isGravel(registry: Registry, target: ItemCounts): boolean {
  return Object.keys(target).every((item) => {
    const sources = harvestSources(registry, item)
    return sources.length > 0 && sources.every(({ block }) => block === GRAVEL)
  })
}

/** Whether a goal makes buckets, fills them, or smelts iron. */
function isForBuckets({ target }: Goal): boolean {
  return Object.keys(target).some((item) => BUCKET.test(item))
}

function digsStone(goal: Goal, inventory: ItemCounts): boolean {
  return goal.skill === 'mine' && STONE in goal.target && hasTool(goal, inventory)
}

/** Whether the agent carries the tool that the plan names for a goal, or a better one. */
function hasTool({ tool }: Goal, inventory: ItemCounts): boolean {
  return tool === null || Object.keys(inventory).some((item) => satisfies(item, tool))
}

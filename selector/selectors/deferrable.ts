import type { Goal, ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { satisfies } from '#knowledge/tools'
import type { Candidate } from '../selector.ts'

const STONE = 'cobblestone'
const TABLE = 'crafting_table'

/**
 * Candidates that are better done later, since something else brings them along. It is about the order of goals that all
 * have to be reached, of which no horizon tells.
 *
 * Stone can wait while there is an ore to go for with the tool meant for it: the way there brings it. Work at a table can wait while stone for more
 * of it can be dug with the tools at hand: to put a table down and take it back takes as long as digging six stones.
 * Searching for what is known can wait, but for stone by a tunnel: it lies under any soil. Stone from where it shows can
 * wait where it can be dug on a way down that has to be gone in any case.
 */
export function deferrable(
  candidates: readonly Candidate[],
  { registry, inventory }: Observation,
): ReadonlySet<Candidate> {
  const toOre = candidates.some(
    ({ goal }) => goal.skill === 'mine' && isOre(registry, goal.target) && hasTool(goal, inventory),
  )
  const isByProduct = ({ goal }: Candidate) =>
    toOre && goal.skill === 'mine' && STONE in goal.target
  const rest = candidates.filter((candidate) => !isByProduct(candidate))
  const toStone = rest.some(({ goal }) => digsStone(goal, inventory))
  const isTableWork = ({ goal }: Candidate) =>
    toStone && goal.skill === 'craft' && goal.tool === TABLE
  const isSure = ({ goal, search }: Candidate) => search === 'tunnel' && STONE in goal.target
  const isKnown = (one: Candidate) =>
    !one.source &&
    one.search !== null &&
    !isSure(one) &&
    candidates.some(({ step, source }) => step === one.step && source)
  const isFetched = (one: Candidate) =>
    one.targetY === undefined &&
    candidates.some(({ step, targetY }) => step === one.step && targetY !== undefined)
  const isLater = [isByProduct, isTableWork, isKnown, isFetched]
  return new Set(candidates.filter((one) => isLater.some((holds) => holds(one))))
}

function isOre(registry: Registry, target: ItemCounts): boolean {
  return Object.keys(target).some((item) =>
    harvestSources(registry, item).some(({ block }) => oreHeights(registry, block) !== undefined),
  )
}

function digsStone(goal: Goal, inventory: ItemCounts): boolean {
  return goal.skill === 'mine' && STONE in goal.target && hasTool(goal, inventory)
}

/** Whether the tool that the plan names for a goal is there, or a better one. */
function hasTool({ tool }: Goal, inventory: ItemCounts): boolean {
  return tool === null || Object.keys(inventory).some((item) => satisfies(item, tool))
}

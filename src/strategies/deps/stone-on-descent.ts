import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'
import { STONE } from '#knowledge/stone-route'
import type { EstimatedCandidate } from '#selector/selector'

/** Shortest descent that makes a candidate (blocks). */
const MIN_DESCENT = 8

/**
 * A candidate that mines stone on the descent to an ore of the plan: the agent has to dig there anyway. It is knowledge of
 * one route (`#knowledge/stone-route`).
 * @param others the other candidates for the goal.
 * @param open the goals of the plan that are not done.
 */
export function stoneOnDescent(
  goal: Goal,
  others: readonly EstimatedCandidate[],
  open: readonly Goal[],
  { registry, body }: Observation,
): EstimatedCandidate[] {
  const [first] = others
  if (!first || !body || goal.skill !== 'mine' || !(STONE in goal.target)) return []
  // A wooden pickaxe is too slow.
  if (body.stonesLeft <= 0) return []
  const heights = open
    .flatMap(({ skill, target }) => (skill === 'mine' ? Object.keys(target) : []))
    .flatMap((item) => harvestSources(registry, item))
    .flatMap(({ block }) => oreHeights(registry, block)?.best ?? [])
  const targetY = Math.min(...heights)
  if (heights.length === 0 || body.position.y - targetY < MIN_DESCENT) return []
  const estimate = { ...first.estimate, travelTicks: 0, searchTicks: 0 }
  return [{ ...first, source: null, search: 'tunnel', targetY, estimate }]
}

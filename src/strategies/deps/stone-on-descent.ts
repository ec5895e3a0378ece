import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'
import type { Candidate } from '#selector/selector'

const STONE = 'cobblestone'
/** A way down that is no longer than this is none (blocks). */
const SHORTEST = 8

/**
 * Stone by digging down to where an ore of the plan lies: each level that it is dug from is a level less to go afterwards.
 * @param ways the other ways to set about the goal.
 * @param open the goals of the plan that are not done yet.
 */
export function wayDown(
  goal: Goal,
  ways: readonly Candidate[],
  open: readonly Goal[],
  { registry, body }: Observation,
): Candidate[] {
  const [first] = ways
  if (!first || !body || goal.skill !== 'mine' || !(STONE in goal.target)) return []
  // With wood it takes too long.
  if (body.stonesLeft <= 0) return []
  const heights = open
    .flatMap(({ skill, target }) => (skill === 'mine' ? Object.keys(target) : []))
    .flatMap((item) => harvestSources(registry, item))
    .flatMap(({ block }) => oreHeights(registry, block)?.best ?? [])
  const targetY = Math.min(...heights)
  if (heights.length === 0 || body.position.y - targetY < SHORTEST) return []
  const estimate = { ...first.estimate, travelTicks: 0, searchTicks: 0 }
  return [{ ...first, source: null, search: 'tunnel', targetY, estimate }]
}

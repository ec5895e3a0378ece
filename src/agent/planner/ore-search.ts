import type { Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'

/** Whether a plan leads to ores of which fewer are known than it needs, so that they have to be searched for. */
export function searchesForOre(
  plan: Plan,
  { registry, sources }: Pick<Observation, 'registry' | 'sources'>,
): boolean {
  const isUnknown = ([item, count]: [string, number]) => {
    const blocks = harvestSources(registry, item).map(({ block }) => block)
    const ores = blocks.filter((block) => oreHeights(registry, block) !== undefined)
    if (ores.length === 0) return false
    const known = sources(ores, count).reduce((sum, source) => sum + source.count, 0)
    return known < count
  }
  return plan.some(
    ({ skill, target }) => skill === 'mine' && Object.entries(target).some(isUnknown),
  )
}

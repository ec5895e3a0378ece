import type { Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { harvestSources } from '#knowledge/harvest'
import { oreHeights } from '#knowledge/ores'

/** Whether a plan needs more ores than the agent knows, so that it has to search for them. */
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

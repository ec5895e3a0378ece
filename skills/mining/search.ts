import type { SearchMethod } from '#goal/observation'
import { type Outcome, succeeded } from '#goal/outcome'
import { isRock } from '#knowledge/ground'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { perform, type SkillContext } from '../core/skill.ts'
import { survey } from '../moving/look-around.ts'
import { branchMine } from './branch-mine.ts'
import { digShaft, SOIL_DEPTH, standsOnSoil } from './dig-shaft.ts'
import { explore } from './explore.ts'

/** Stone lies everywhere under the soil: this far down is enough to meet it (blocks). */
const BELOW_SOIL = 8
/** Ores that occur up to here lie open on slopes and cliffs, too (height). */
const SEA_LEVEL = 62

/** What is looked for. */
export interface Sought {
  readonly item: string
  /** Blocks that give it. */
  readonly blocks: readonly string[]
  /** Whether one of them has come into sight. */
  readonly found: () => boolean
  /** Whether what is carried suffices to dig them. */
  readonly able: () => boolean
  /** Null leaves it to what is usual for the blocks. */
  readonly method: SearchMethod | null
  /** Height to dig down to; undefined for what is usual. */
  readonly targetY?: number | undefined
}

/** Ways to look for blocks, the usual one first; none where there is only that over land. */
export function searchesFor(registry: Registry, blocks: readonly string[]): SearchMethod[] {
  const isOre = blocks.some((block) => oreHeights(registry, block))
  if (!isOre && !blocks.some(isRock)) return []
  return blocks.some((block) => isOnCliffs(registry, block)) ? ['tunnel', 'land'] : ['tunnel']
}

/** Whether a block lies open where the land is steep. */
function isOnCliffs(registry: Registry, block: string): boolean {
  return isRock(block) || (oreHeights(registry, block)?.max ?? 0) >= SEA_LEVEL
}

/** Looks for blocks where they are to be expected: ores at their height, stone below, the rest over land. */
export async function search(
  context: SkillContext,
  { item, blocks, found, able, method, targetY }: Sought,
): Promise<Outcome> {
  const { registry, body } = context
  const heights = blocks.flatMap((block) => oreHeights(registry, block) ?? [])[0]
  const isOnLand = method === 'land' || searchesFor(registry, blocks).length === 0
  if (isOnLand) return perform(context, explore, { sought: item, found })
  await survey(context)
  if (found()) return succeeded
  if (!heights && targetY === undefined && standsOnSoil(body)) {
    await perform(context, digShaft, { levels: SOIL_DEPTH, until: found, through: standsOnSoil })
    if (found()) return succeeded
  }
  const height = targetY ?? heights?.best ?? body.feet.y - BELOW_SOIL
  return perform(context, branchMine, { sought: item, height, found, able })
}

import type { SearchManner } from '../src/goal/observation.ts'
import { type Outcome, succeeded } from '../src/goal/outcome.ts'
import { isRock } from '../src/knowledge/ground.ts'
import { oreHeights } from '../src/knowledge/ores.ts'
import type { Registry } from '../src/knowledge/registry.ts'
import { explore } from './explore.ts'
import { survey } from './look-around.ts'
import { SOIL_DEPTH, sinkShaft, standsOnSoil } from './sink-shaft.ts'
import { perform, type SkillContext } from './skill.ts'
import { stripMine } from './strip-mine.ts'

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
  readonly manner: SearchManner | null
  /** Height to dig down to; undefined for what is usual. */
  readonly downTo?: number | undefined
}

/** Ways to look for blocks, the usual one first; none where there is only that over land. */
export function searchesFor(registry: Registry, blocks: readonly string[]): SearchManner[] {
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
  { item, blocks, found, able, manner, downTo }: Sought,
): Promise<Outcome> {
  const { registry, body } = context
  const heights = blocks.flatMap((block) => oreHeights(registry, block) ?? [])[0]
  const isOnLand = manner === 'land' || searchesFor(registry, blocks).length === 0
  if (isOnLand) return perform(context, explore, { sought: item, found })
  await survey(context)
  if (found()) return succeeded
  if (!heights && downTo === undefined && standsOnSoil(body)) {
    await perform(context, sinkShaft, { levels: SOIL_DEPTH, until: found, through: standsOnSoil })
    if (found()) return succeeded
  }
  const height = downTo ?? heights?.best ?? body.feet.y - BELOW_SOIL
  return perform(context, stripMine, { sought: item, height, found, able })
}

import type { SearchMethod } from '#goal/observation'
import { type Outcome, succeeded } from '#goal/outcome'
import { isRock } from '#knowledge/ground'
import { THE_NETHER } from '#knowledge/nether'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { perform, type SkillContext } from '../core/skill.ts'
import { survey } from '../moving/look-around.ts'
import { branchMine } from './branch-mine.ts'
import { BAND_DEPTH, digShaft, SOIL_DEPTH, standsOnBand, standsOnSoil } from './dig-shaft.ts'
import { explore } from './explore.ts'
import { stepOntoSoil } from './step-onto-soil.ts'
import { TREES } from './viewpoint.ts'

/** Depth below the soil at which there is always stone (blocks). */
const BELOW_SOIL = 8
const LAVA_BUCKET = 'lava_bucket'
/** Ores that occur at this height are exposed on slopes and cliffs too. */
const SEA_LEVEL = 62
/** Trees, and ground on which they grow. */
const TREE_GROUNDS = new Set([TREES, 'grass_block', 'dirt', 'coarse_dirt', 'podzol'])

/** Ores that are not rarer beside air. */
const SHOWN_IN_CAVES = /(iron|coal|copper)_ore$/

/** The layers over the rock, from the top, and how deep to dig through each (blocks). */
const LAYERS = [
  [SOIL_DEPTH, standsOnSoil],
  [BAND_DEPTH, standsOnBand],
] as const

/** What to search for. */
export interface Sought {
  readonly item: string
  /** Blocks that drop it. */
  readonly blocks: readonly string[]
  /** Whether one of them is in sight. */
  readonly found: () => boolean
  /** Whether the inventory holds a tool that can mine them. */
  readonly able: () => boolean
  /** Null for the usual method. */
  readonly method: SearchMethod | null
  /** Height of the feet to dig down to; undefined for the usual height. */
  readonly targetY?: number | undefined
}

/** Search methods for blocks, the usual one first; empty where the surface is the only one. */
export function searchesFor(registry: Registry, blocks: readonly string[]): SearchMethod[] {
  if (isBuried(blocks)) return ['tunnel', 'land']
  const isOre = blocks.some((block) => oreHeights(registry, block))
  if (!isOre && !blocks.some(isRock)) return []
  return blocks.some((block) => isOnCliffs(registry, block)) ? ['tunnel', 'land'] : ['tunnel']
}

/**
 * Whether a search for blocks by a method, null for the usual one, explores the land. In the Nether, it digs. Without a pickaxe it
 * does so for gravel as well, which any tool digs: a tunnel through rock would take thousands of ticks.
 */
export function isOnLand(
  { body, registry }: Pick<SkillContext, 'body' | 'registry'>,
  blocks: readonly string[],
  method: SearchMethod | null,
): boolean {
  if (body.game.dimension === THE_NETHER) return false
  if (method === 'land' || searchesFor(registry, blocks).length === 0) return true
  return isBuried(blocks) && !body.tools.hasPickaxe
}

/** Whether blocks lie in the rock at all heights, in larger veins than ores: gravel. */
export function isBuried(blocks: readonly string[]): boolean {
  return blocks.length > 0 && blocks.every((block) => block === 'gravel')
}

/** Whether a block is exposed on steep terrain. */
function isOnCliffs(registry: Registry, block: string): boolean {
  return isRock(block) || (oreHeights(registry, block)?.max ?? 0) >= SEA_LEVEL
}

/** Ground on which blocks occur on the surface; undefined for any. */
function groundsFor(blocks: readonly string[]): ReadonlySet<string> | undefined {
  return blocks.every((block) => /_(log|leaves)$/.test(block)) ? TREE_GROUNDS : undefined
}

/** Lowest feet in the Nether's tunnels, above the lava sea (blocks). */
const MIN_NETHER_Y = 36

/** Searches in a tunnel through the rock of the Nether, whose blocks occur at all heights. */
async function searchNether(
  context: SkillContext,
  { item, found, able }: Pick<Sought, 'item' | 'found' | 'able'>,
): Promise<Outcome> {
  await survey(context)
  if (found()) return succeeded
  const height = Math.max(MIN_NETHER_Y, context.body.feet.y)
  return perform(context, branchMine, { sought: item, height, found, able })
}

/**
 * Searches for blocks where they occur: ores at their height, stone below the soil, other blocks on the surface.
 */
export async function search(
  context: SkillContext,
  { item, blocks, found, able, method, targetY }: Sought,
): Promise<Outcome> {
  const { registry, body, agentState } = context
  if (body.game.dimension === THE_NETHER) return searchNether(context, { item, found, able })
  const heights = blocks.flatMap((block) => oreHeights(registry, block) ?? [])[0]
  if (isOnLand(context, blocks, method))
    return perform(context, explore, { sought: item, found, grounds: groundsFor(blocks) })
  await survey(context)
  if (found()) return succeeded
  const isInRock = !heights && targetY === undefined
  if (isInRock) {
    await stepOntoSoil(context)
    for (const [levels, through] of LAYERS)
      if (through(body)) await perform(context, digShaft, { levels, until: found, through })
    if (found()) return succeeded
  }
  const lowest = oreHeights(registry, 'diamond_ore')?.best ?? body.feet.y
  const isGravel = isBuried(blocks)
  // A tunnel for gravel at the height of diamonds finds the lava that the target may need as well.
  const near = agentState.needed.has(LAVA_BUCKET) ? lowest : body.feet.y - BELOW_SOIL
  const below = isGravel ? Math.min(body.feet.y, Math.max(lowest, near)) : body.feet.y - BELOW_SOIL
  const height = targetY ?? heights?.best ?? below
  const inCaves = blocks.some((block) => SHOWN_IN_CAVES.test(block))
  return perform(context, branchMine, {
    sought: item,
    height,
    found,
    able,
    hasHoles: !isGravel,
    inCaves,
    belowSoil: isInRock && !isGravel,
  })
}

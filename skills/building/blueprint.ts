import type { Position } from '#body/navigation/position'
import type { BlockProperties, Registry } from '#knowledge/registry'

/** A block of a blueprint. Positions count from the corner with the lowest coordinates. */
export interface PlannedBlock extends Position {
  /** Flattened name of its kind. */
  readonly name: string
  readonly properties: BlockProperties
}

/** What to build: blocks, and places to clear. Places in neither list stay as they are. */
export interface Blueprint {
  readonly name: string
  /** Edges of the box that contains all positions (blocks). */
  readonly size: Position
  /** All blocks other than air. */
  readonly blocks: readonly PlannedBlock[]
  /** The places of air. */
  readonly air: readonly Position[]
}

/** Properties that the builder sets and checks. Others follow from the neighbours of a block, or change in use. */
const CHECKED = ['facing', 'half', 'axis', 'type', 'part', 'face'] as const
/** The halves of a double chest find each other. */
const CHEST = /chest$/
/** Grass spreads over dirt, and dies under blocks. */
const SOIL = /^(dirt|grass_block)$/

/** Items that place a block of another name. */
const ITEM_OF_BLOCK: Readonly<Record<string, string>> = {
  redstone_wire: 'redstone',
  tripwire: 'string',
  grass_block: 'dirt',
}
/** Blocks that a player does not place as such. */
const NOT_PLACED =
  /^(water|lava|bubble_column|(soul_)?fire|piston_head|moving_piston|farmland|dirt_path|grass_path|spawner|cobweb|wheat|carrots|potatoes|beetroots|cocoa|vine|kelp(_plant)?|seagrass)$|portal|_stem$|^potted_|^infested_|_cauldron$|_head$|candle_cake$/

/** Whether a block is the half of a door, bed or plant that appears with the other half. */
export function isSecondHalf({ name, properties: { half, part } }: PlannedBlock): boolean {
  const isDouble =
    /_door$|^(tall_grass|large_fern|sunflower|lilac|rose_bush|peony|pitcher_plant)$/.test(name)
  return part === 'head' || (half === 'upper' && isDouble)
}

/** The item that places a block; undefined for blocks that players cannot place. */
export function itemOf(registry: Registry, { name, properties }: PlannedBlock): string | undefined {
  if (NOT_PLACED.test(name) || (properties.type === 'double' && name.endsWith('_slab')))
    return undefined
  const item =
    ITEM_OF_BLOCK[name] ?? name.replace(/^(?:(.*)_)?wall_(torch|sign|banner)$/, joinWords)
  return registry.hasItem(item) ? item : undefined
}

function joinWords(_all: string, before: string | undefined, after: string): string {
  return before === undefined ? after : `${before}_${after}`
}

/** Whether a block state is what the blueprint says: its kind, and the properties that placing decides. */
export function isAsPlanned(
  registry: Registry,
  { name, properties }: PlannedBlock,
  state: number,
): boolean {
  const found = registry.blockName(state)
  if (found !== name && !(SOIL.test(found) && SOIL.test(name))) return false
  const actual = registry.blockProperties(state)
  return CHECKED.every((key) => {
    const planned = properties[key]
    if (planned === undefined || actual[key] === undefined) return true
    return actual[key] === planned || (key === 'type' && CHEST.test(name))
  })
}

/** How many of each item the blocks take. */
export function billOf(
  registry: Registry,
  blocks: Iterable<PlannedBlock>,
): Readonly<Record<string, number>> {
  const bill: Record<string, number> = {}
  for (const block of blocks) {
    const item = isSecondHalf(block) ? undefined : itemOf(registry, block)
    if (item !== undefined) bill[item] = (bill[item] ?? 0) + 1
  }
  return bill
}

/** The woods whose blocks stand for each other in a blueprint. */
const WOOD =
  /^(stripped_)?(oak|spruce|birch|jungle|acacia|dark_oak|mangrove|cherry|pale_oak)_(?=log$|wood$|planks$|slab$|stairs$|fence$|fence_gate$|door$|trapdoor$|sign$|wall_sign$|button$|pressure_plate$)/

/** The wood of most blocks of a blueprint; null for none. */
export function woodOf({ blocks }: Blueprint): string | null {
  const counts = new Map<string, number>()
  for (const { name } of blocks) {
    const wood = WOOD.exec(name)?.[2]
    if (wood !== undefined) counts.set(wood, (counts.get(wood) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}

/** A blueprint with another wood in place of all its woods. */
export function withWood(blueprint: Blueprint, wood: string): Blueprint {
  const blocks = blueprint.blocks.map((block) => ({
    ...block,
    name: block.name.replace(WOOD, (_all, stripped = '') => `${stripped}${wood}_`),
  }))
  return { ...blueprint, blocks }
}

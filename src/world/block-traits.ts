import { createRequire } from 'node:module'
import type { Registry } from '../knowledge/registry.ts'

/** A box within a block's cell: least x, y, z, then greatest (0-1; fences reach above 1). */
export type Box = readonly [number, number, number, number, number, number]

/** What a block state means for bodies in the world. */
export interface BlockTraits {
  readonly name: string
  /**
   * What players collide with, as prismarine-block has it: the data by which a mineflayer client
   * moves, so that both sides agree on where it stands.
   */
  readonly boxes: readonly Box[]
  /** Fills its whole cell. */
  readonly cube: boolean
  /** A cube that light and sight do not pass, and in which one suffocates. */
  readonly opaque: boolean
  /** Height of the water or lava in the cell (0-1), as if none stood above it. */
  readonly water: number
  readonly lava: number
  readonly climbable: boolean
  readonly fire: boolean
  readonly cactus: boolean
  /** Light it gives off (0-15). */
  readonly light: number
}

/** Looks a block state's traits up. */
export type TraitsOf = (state: number) => BlockTraits

/** Height of a source of a liquid in its cell. */
const SOURCE_HEIGHT = 8 / 9
const FULL_OF_WATER = /^(kelp|kelp_plant|seagrass|tall_seagrass|bubble_column)$/
const CLIMBABLE = /^(ladder|vine|scaffolding|twisting_vines.*|weeping_vines.*|cave_vines.*)$/
/** A furnace's light depends on its state, which minecraft-data does not tell apart. */
const LIT_FURNACE_LIGHT = 13

const byKinds = new WeakMap<Registry, TraitsOf>()

/** The traits of a version's blocks, each worked out when first asked for. */
export function traitsOf(registry: Registry): TraitsOf {
  const known = byKinds.get(registry)
  if (known) return known
  const load = createRequire(import.meta.url)('prismarine-block') as (version: string) => {
    fromStateId(state: number, biome: number): { shapes?: Box[] }
  }
  const Block = load(registry.data.version.minecraftVersion ?? '')
  const traits: (BlockTraits | undefined)[] = []
  const lookUp = (state: number): BlockTraits => {
    const found = traits[state]
    if (found) return found
    const made = makeTraits(registry, state, Block.fromStateId(state, 0).shapes ?? [])
    traits[state] = made
    return made
  }
  byKinds.set(registry, lookUp)
  return lookUp
}

function makeTraits(registry: Registry, state: number, boxes: Box[]): BlockTraits {
  const name = registry.blockName(state)
  const block = registry.block(state)
  const properties = registry.blockProperties(state)
  const cube = boxes.some((box) => box.join() === '0,0,0,1,1,1')
  const liquid = (kind: string) => (name === kind ? liquidHeight(properties.level) : 0)
  const soaked = properties.waterlogged === 'true' || FULL_OF_WATER.test(name)
  const dark = properties.lit === 'false'
  return {
    name,
    boxes,
    cube,
    opaque: cube && !block.transparent,
    water: soaked ? SOURCE_HEIGHT : liquid('water'),
    lava: liquid('lava'),
    climbable: CLIMBABLE.test(name),
    fire: name === 'fire' || name === 'soul_fire',
    cactus: name === 'cactus',
    light: dark ? 0 : name.endsWith('furnace') ? LIT_FURNACE_LIGHT : (block.emitLight ?? 0),
  }
}

/** Level 0 is a source, 1-7 flow ever thinner, from 8 on it falls. */
function liquidHeight(level = '0'): number {
  const depth = Number(level)
  return depth >= 8 ? SOURCE_HEIGHT : (8 - depth) / 9
}

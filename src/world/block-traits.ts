import { type BlockTraits, blockTableOf } from '#knowledge/block-traits'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'

/** The traits of a block state that the world's physics and light need. */
export interface WorldTraits
  extends Pick<
    BlockTraits,
    'name' | 'boxes' | 'height' | 'cube' | 'blocksLight' | 'light' | 'climbable'
  > {
  /** Height of the water or lava in the block (0-1), ignoring any liquid above it. */
  readonly water: number
  readonly lava: number
  readonly fire: boolean
  readonly cactus: boolean
}

/** Looks up the traits of a block state. */
export type TraitsOf = (state: number) => WorldTraits

/** Height of a source block of a liquid (blocks). */
const SOURCE_HEIGHT = 8 / 9

/** The traits of a version's block states, each computed on first use. */
export const traitsOf = perVersion((registry): TraitsOf => {
  const traits: (WorldTraits | undefined)[] = []
  return (state) => {
    const found = traits[state]
    if (found) return found
    const made = makeTraits(registry, state)
    traits[state] = made
    return made
  }
})

function makeTraits(registry: Registry, state: number): WorldTraits {
  const known = blockTableOf(registry).traits(state)
  const { name, boxes, height, cube, water, lava, blocksLight, light, climbable } = known
  const properties = registry.blockProperties(state)
  const soaked = water && name !== 'water'
  return {
    name,
    boxes,
    height,
    cube,
    blocksLight,
    water: soaked ? SOURCE_HEIGHT : water ? liquidHeight(properties.level) : 0,
    lava: lava ? liquidHeight(properties.level) : 0,
    climbable,
    fire: name === 'fire' || name === 'soul_fire',
    cactus: name === 'cactus',
    light,
  }
}

/** Level 0 is a source, 1-7 flow with falling height, 8 and above fall. */
function liquidHeight(level = '0'): number {
  const depth = Number(level)
  return depth >= 8 ? SOURCE_HEIGHT : (8 - depth) / 9
}

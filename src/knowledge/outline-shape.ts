import { type Box, collisionBoxes } from './collision-shape.ts'
import { perVersion } from './per-version.ts'
import type { BlockProperties, Registry } from './registry.ts'

/** A box in sixteenths of a block, as the game's code writes them. */
type Sixteenths = readonly [number, number, number, number, number, number]

const FULL: Sixteenths = [0, 0, 0, 16, 16, 16]
/** Nothing that the crosshair meets. */
const NOTHING =
  /^(cave_|void_)?air$|^(water|lava|bubble_column|structure_void|light|moving_piston)$|^end_gateway$/
/** Heights of crops by age (sixteenths). */
const CROPS: Readonly<Record<string, readonly number[]>> = {
  wheat: [2, 4, 6, 8, 10, 12, 14, 16],
  beetroots: [2, 4, 6, 8],
  carrots: [2, 3, 4, 5, 6, 7, 8, 9],
  potatoes: [2, 3, 4, 5, 6, 7, 8, 9],
  nether_wart: [5, 8, 11, 14],
}

/** Outlines that do not depend on the state. Flowers are in the middle of their block; the game moves each of them a little. */
const OUTLINES: readonly [RegExp, Sixteenths][] = [
  [
    /^(short_)?grass$|^fern$|^dead_bush$|_roots$|^small_dripleaf$|^(firefly_)?bush$/,
    [2, 0, 2, 14, 13, 14],
  ],
  [
    /^tall_grass$|^large_fern$|^sunflower$|^lilac$|^rose_bush$|^peony$|^cobweb$|^powder_snow$/,
    FULL,
  ],
  [/^short_dry_grass$/, [2, 0, 2, 14, 10, 14]],
  [/^tall_dry_grass$/, [1, 0, 1, 15, 16, 15]],
  [/_sapling$|^(tall_)?seagrass$/, [2, 0, 2, 14, 12, 14]],
  [/^kelp$/, [0, 0, 0, 16, 9, 16]],
  [/^(brown|red)_mushroom$/, [5, 0, 5, 11, 6, 11]],
  [/_fungus$/, [4, 0, 4, 12, 9, 12]],
  [/^nether_sprouts$/, [2, 0, 2, 14, 3, 14]],
  [/^weeping_vines$/, [4, 9, 4, 12, 16, 12]],
  [/^twisting_vines/, [4, 0, 4, 12, 16, 12]],
  [/^(weeping_vines_plant|cave_vines.*|cactus_flower)$/, [1, 0, 1, 15, 16, 15]],
  [/^sugar_cane$/, [2, 0, 2, 14, 16, 14]],
  [/^hanging_roots$/, [2, 10, 2, 14, 16, 14]],
  [/^spore_blossom$/, [2, 13, 2, 14, 16, 14]],
  [/^(pink_petals|wildflowers)$/, [0, 0, 0, 16, 3, 16]],
  [/fire$|^redstone_wire$|^leaf_litter$/, [0, 0, 0, 16, 1, 16]],
  [/(^|_)rail$/, [0, 0, 0, 16, 2, 16]],
  [/_pressure_plate$/, [1, 0, 1, 15, 1, 15]],
  [/(^|_)torch$/, [6, 0, 6, 10, 10, 10]],
  [/(^|_)stem$/, [7, 0, 7, 9, 16, 9]],
  [/^sweet_berry_bush$/, [1, 0, 1, 15, 16, 15]],
  [/_sign$/, [4, 0, 4, 12, 16, 12]],
  [
    /^(dandelion|torchflower|poppy|blue_orchid|allium|azure_bluet|.*_tulip|oxeye_daisy|cornflower|wither_rose|lily_of_the_valley|.*_eyeblossom)$/,
    [5, 0, 5, 11, 10, 11],
  ],
]

/** Outlines of blocks on a wall to the south; other directions are turned. */
const ON_WALL: readonly [RegExp, Sixteenths][] = [
  [/wall_torch$/, [5.5, 3, 11, 10.5, 13, 16]],
  [/wall_sign$/, [0, 4.5, 14, 16, 12.5, 16]],
]
/** Blocks with collision boxes that leave a part of their outline free. */
const FULL_OUTLINE = /^(soul_sand|mud|honey_block)$/
const SIDES = ['north', 'east', 'south', 'west', 'up', 'down'] as const

/**
 * The boxes of a block state that the crosshair meets, each from 0 to 1. They differ from the collision boxes: a player walks
 * through grass, but the crosshair meets it. Liquids have none. Blocks whose outline is not listed count as full.
 * @see https://minecraft.wiki/w/Hitbox
 */
export function outlineBoxes(registry: Registry, state: number): readonly Box[] {
  const outlines = outlinesOf(registry)
  const known = outlines.get(state)
  if (known) return known
  const made = makeOutline(registry, state)
  outlines.set(state, made)
  return made
}

const outlinesOf = perVersion(() => new Map<number, readonly Box[]>())

function makeOutline(registry: Registry, state: number): readonly Box[] {
  if (!registry.data.blocksByStateId[state]) return [toBox(FULL)]
  const name = registry.blockName(state)
  if (NOTHING.test(name)) return []
  const properties = registry.blockProperties(state)
  if (FULL_OUTLINE.test(name)) return [toBox(FULL)]
  if (name === 'cactus') return [toBox([1, 0, 1, 15, 16, 15])]
  if (name === 'snow') return [toBox([0, 0, 0, 16, 2 * Number(properties.layers ?? 1), 16])]
  const boxes = collisionBoxes(registry, state)
  // The collision boxes of fences and walls are higher than their outline.
  if (boxes.length > 0)
    return boxes.map(([x0, y0, z0, x1, y1, z1]) => [x0, y0, z0, x1, Math.min(1, y1), z1])
  // The upper half of a door before 1.13 does not tell its direction.
  if (name.endsWith('_door')) return []
  return withoutCollision(name, properties).map(toBox)
}

function withoutCollision(name: string, properties: BlockProperties): readonly Sixteenths[] {
  const crop = CROPS[name]
  if (crop) return [[0, 0, 0, 16, crop[Number(properties.age ?? 0)] ?? 16, 16]]
  if (name === 'nether_portal')
    return [properties.axis === 'z' ? [6, 0, 0, 10, 16, 16] : [0, 0, 6, 16, 16, 10]]
  if (name.endsWith('_fence_gate'))
    return [
      /east|west/.test(String(properties.facing)) ? [6, 0, 0, 10, 16, 16] : [0, 0, 6, 16, 16, 10],
    ]
  if (/^(vine|glow_lichen|sculk_vein|resin_clump)$/.test(name)) {
    const plates = SIDES.filter((side) => properties[side] === 'true').map(plateOn)
    return plates.length > 0 ? plates : [FULL]
  }
  const wall = ON_WALL.find(([kinds]) => kinds.test(name))
  if (wall) return [turned(wall[1], String(properties.facing))]
  const listed = OUTLINES.find(([kinds]) => kinds.test(name))
  return [listed ? listed[1] : FULL]
}

/** A plate on one side of a block, such as a vine. */
function plateOn(side: (typeof SIDES)[number]): Sixteenths {
  if (side === 'up') return [0, 15, 0, 16, 16, 16]
  if (side === 'down') return [0, 0, 0, 16, 1, 16]
  return turned(
    [0, 0, 15, 16, 16, 16],
    { north: 'south', south: 'north', east: 'west', west: 'east' }[side],
  )
}

/** Turns a box of a block that faces north, and hangs on the block to the south. */
function turned([x0, y0, z0, x1, y1, z1]: Sixteenths, facing: string): Sixteenths {
  if (facing === 'south') return [16 - x1, y0, 16 - z1, 16 - x0, y1, 16 - z0]
  if (facing === 'west') return [z0, y0, 16 - x1, z1, y1, 16 - x0]
  if (facing === 'east') return [16 - z1, y0, x0, 16 - z0, y1, x1]
  return [x0, y0, z0, x1, y1, z1]
}

function toBox([x0, y0, z0, x1, y1, z1]: Sixteenths): Box {
  return [x0 / 16, y0 / 16, z0 / 16, x1 / 16, y1 / 16, z1 / 16]
}

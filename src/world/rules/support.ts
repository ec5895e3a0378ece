import { SIDES } from '#geometry/neighbours'
import { perVersion } from '#knowledge/per-version'
import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'
import type { BlockBreaker } from './breaking.ts'
import { isHalved, otherHalf } from './halves.ts'
import { LAVA, liquidsOf } from './liquids.ts'
import { Schedule } from './schedule.ts'
import { shapesOf } from './shapes.ts'

type Check = (level: Level, x: number, y: number, z: number, state: number) => boolean

const SOIL =
  /^(grass_block|dirt|coarse_dirt|podzol|rooted_dirt|mycelium|farmland|moss_block|pale_moss_block|mud|muddy_mangrove_roots)$/
const SAND = /^(red_)?sand$|^suspicious_sand$/
const LEAVES = /_leaves$/

/** Offset to the supporting block of a wall-mounted block, by its facing. */
const BEHIND: Readonly<Record<string, readonly [number, number]>> = {
  north: [0, 1],
  south: [0, -1],
  west: [1, 0],
  east: [-1, 0],
}

const onSoil: Check = (level, x, y, z) => SOIL.test(level.name(x, y - 1, z))
const onSolid: Check = (level, x, y, z) => level.solid(x, y - 1, z)
const onFlat: Check = (level, x, y, z) => {
  const below = level.state(x, y - 1, z)
  return shapesOf(level.registry).flatTop(below) && !LEAVES.test(level.registry.blockName(below))
}
const onFlatOrLeaves: Check = (level, x, y, z) =>
  shapesOf(level.registry).flatTop(level.state(x, y - 1, z))
const onAnything: Check = (level, x, y, z) => level.name(x, y - 1, z) !== 'air'
const onFarmland: Check = (level, x, y, z) => level.name(x, y - 1, z) === 'farmland'
/** Torches also stand on fences and walls. */
const onPost: Check = (level, x, y, z, state) =>
  onFlat(level, x, y, z, state) || /(_fence|_wall)$/.test(level.name(x, y - 1, z))

const onWall: Check = (level, x, y, z, state) => {
  const [dx, dz] = BEHIND[level.registry.blockProperties(state).facing ?? ''] ?? [0, 0]
  const behind = level.state(x + dx, y, z + dz)
  return shapesOf(level.registry).full(behind) && !LEAVES.test(level.registry.blockName(behind))
}

const likeCane: Check = (level, x, y, z) => {
  const below = level.name(x, y - 1, z)
  if (below === 'sugar_cane') return true
  if (!SOIL.test(below) && !SAND.test(below)) return false
  return SIDES.some(([dx, dz]) => /^(water|frosted_ice)$/.test(level.name(x + dx, y - 1, z + dz)))
}

const likeCactus: Check = (level, x, y, z) => {
  const below = level.name(x, y - 1, z)
  if (below !== 'cactus' && !SAND.test(below)) return false
  return SIDES.every(([dx, dz]) => {
    const beside = level.state(x + dx, y, z + dz)
    return shapesOf(level.registry).empty(beside) && liquidsOf(level.registry).of(beside) !== LAVA
  })
}

const likeVine: Check = (level, x, y, z) =>
  level.name(x, y + 1, z) === 'vine' ||
  level.solid(x, y + 1, z) ||
  SIDES.some(([dx, dz]) => level.solid(x + dx, y, z + dz))

const onKin =
  (ground: RegExp): Check =>
  (level, x, y, z) =>
    ground.test(level.name(x, y - 1, z))

/** Support that each block needs; the first matching row applies. */
const NEEDS: readonly [RegExp, Check][] = [
  [
    /_sapling$|^(dandelion|torchflower|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower)$/,
    onSoil,
  ],
  [
    /_tulip$|^(lily_of_the_valley|wither_rose|pink_petals|sweet_berry_bush|(flowering_)?azalea)$/,
    onSoil,
  ],
  [/^(grass|short_grass|fern|tall_grass|large_fern|sunflower|lilac|rose_bush|peony)$/, onSoil],
  [/_eyeblossom$|^pitcher_plant$/, onSoil],
  [/^dead_bush$/, onKin(new RegExp(`${SOIL.source}|${SAND.source}|terracotta$`))],
  [/^(brown|red)_mushroom$/, onFlat],
  [/^sugar_cane$/, likeCane],
  [/^cactus$/, likeCactus],
  [/^bamboo(_sapling)?$/, onKin(new RegExp(`^bamboo|gravel$|${SOIL.source}|${SAND.source}`))],
  [
    /^(wheat|carrots|potatoes|beetroots|(attached_)?(pumpkin|melon)_stem|torchflower_crop|pitcher_crop)$/,
    onFarmland,
  ],
  [/^nether_wart$/, onKin(/^soul_sand$/)],
  [/^lily_pad$/, onKin(/^(water|ice|frosted_ice)$/)],
  [/^(kelp|kelp_plant)$/, (...spot) => onSolid(...spot) || onKin(/^kelp/)(...spot)],
  [/^(seagrass|tall_seagrass)$/, onFlatOrLeaves],
  [/^vine$/, likeVine],
  [/^((redstone|soul)_)?torch$|^lantern$/, onPost],
  [/wall_torch$|^ladder$|wall_sign$|wall_banner$|wall_fan$/, onWall],
  [/rail$|pressure_plate$|^redstone_wire$|^repeater$|^comparator$|_door$/, onFlat],
  [/^snow$/, onFlatOrLeaves],
  [/_carpet$/, onAnything],
  [/_sign$|_banner$|^cake$/, onSolid],
  [/_bed$/, () => true],
]

/** Whether a block can be placed, and stay, at a position. */
export function supported(level: Level, x: number, y: number, z: number, state: number): boolean {
  const need = needOf(level, state)
  if (!need) return true
  const upper = level.registry.blockProperties(state).half === 'upper'
  return upper && otherHalf(level, x, y, z, state) ? true : need(level, x, y, z, state)
}

/** The support of each block state, cached on first use. */
const needsOf = perVersion((): (Check | null)[] => [])

function needOf({ registry }: Level, state: number): Check | null {
  const known = needsOf(registry)
  const found = known[state]
  if (found !== undefined) return found
  const name = registry.blockName(state)
  const made = NEEDS.find(([pattern]) => pattern.test(name))?.[1] ?? null
  known[state] = made
  return made
}

/** Breaks plants, torches, doors and other blocks that lose their support. */
export function installSupport(level: Level, time: WorldTime, breaker: BlockBreaker): void {
  const schedule = new Schedule(level, time, (x, y, z) => {
    const state = level.state(x, y, z)
    if (isHalved(level.registry.blockName(state)) && !otherHalf(level, x, y, z, state)) {
      level.set(x, y, z, liquidsOf(level.registry).leftBy(state))
    } else if (!supported(level, x, y, z, state)) {
      breaker.breakAt(x, y, z, undefined)
    }
  })
  const look = (x: number, y: number, z: number) => {
    if (!level.isLoaded(x, z)) return
    const state = level.state(x, y, z)
    if (needOf(level, state)) schedule.add(x, y, z, 1)
  }
  level.on('change', ({ x, y, z }) => {
    look(x, y + 1, z)
    look(x, y - 1, z)
    for (const [dx, dz] of SIDES) {
      look(x + dx, y, z + dz)
      // Sugar cane one block up needs water next to the block below it.
      if (level.isLoaded(x + dx, z + dz) && level.name(x + dx, y + 1, z + dz) === 'sugar_cane')
        schedule.add(x + dx, y + 1, z + dz, 1)
    }
  })
}

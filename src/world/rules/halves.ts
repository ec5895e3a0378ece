import type { Registry } from '#knowledge/registry'
import type { Level } from '../level.ts'
import type { BlockPosition } from './client-sync.ts'

/** The other half of a door, bed or tall plant. */
export interface Half extends BlockPosition {
  state: number
  /** Whether this half determines the block's drop: the lower half, or the foot of a bed. */
  primary: boolean
}

/** Blocks with two halves. */
const HALVES =
  /_door$|_bed$|^(tall_grass|large_fern|tall_seagrass|sunflower|lilac|rose_bush|peony|pitcher_plant)$/
const AHEAD: Readonly<Record<string, readonly [number, number]>> = {
  north: [0, -1],
  south: [0, 1],
  west: [-1, 0],
  east: [1, 0],
}

/** The other half of a block; undefined for single blocks, and when the other half is missing. */
export function otherHalf(
  level: Level,
  x: number,
  y: number,
  z: number,
  state: number,
): Half | undefined {
  const place = placeOfOtherHalf(level.registry, x, y, z, state)
  if (!place) return undefined
  const found = level.state(place.x, place.y, place.z)
  const same = level.registry.blockName(found) === level.registry.blockName(state)
  return same ? { ...place, state: found } : undefined
}

/** Position at which the other half of a state belongs. */
function placeOfOtherHalf(registry: Registry, x: number, y: number, z: number, state: number) {
  if (!HALVES.test(registry.blockName(state))) return undefined
  const { half, part, facing } = registry.blockProperties(state)
  if (half === 'lower') return { x, y: y + 1, z, primary: false }
  if (half === 'upper') return { x, y: y - 1, z, primary: true }
  const [dx, dz] = AHEAD[facing ?? ''] ?? [0, 0]
  return part === 'foot'
    ? { x: x + dx, y, z: z + dz, primary: false }
    : { x: x - dx, y, z: z - dz, primary: true }
}

/** Whether a block has two halves. */
export function isHalved(name: string): boolean {
  return HALVES.test(name)
}

/** Position and state of the second half of a door, bed or tall plant that a player places. */
export function secondHalf(
  registry: Registry,
  { x, y, z }: BlockPosition,
  state: number,
): (BlockPosition & { state: number }) | undefined {
  const name = registry.blockName(state)
  if (!HALVES.test(name)) return undefined
  const place = placeOfOtherHalf(registry, x, y, z, state)
  if (!place) return undefined
  const properties = registry.blockProperties(state)
  const other = properties.part ? { part: 'head' } : { half: 'upper' }
  return { ...place, state: registry.blockState(name, { ...properties, ...other }) }
}

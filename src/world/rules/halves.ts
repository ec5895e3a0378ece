import type { Registry } from '#knowledge/registry'
import type { Level } from '../level.ts'
import type { Place } from './answers.ts'

/** The other half of a door, bed or tall plant. */
export interface Half extends Place {
  state: number
  /** Whether it is the half that says what the block is and drops. */
  primary: boolean
}

/** Kinds that fill two blocks. */
const HALVES =
  /_door$|_bed$|^(tall_grass|large_fern|tall_seagrass|sunflower|lilac|rose_bush|peony|pitcher_plant)$/
const AHEAD: Readonly<Record<string, readonly [number, number]>> = {
  north: [0, -1],
  south: [0, 1],
  west: [-1, 0],
  east: [1, 0],
}

/** Undefined for whole blocks, and when the other half is missing. */
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

/** Where the other half of a state is, or would be. */
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

/** Whether the kind is made of two halves. */
export function isHalved(name: string): boolean {
  return HALVES.test(name)
}

/** Where the other half of a door, bed or tall plant that is put down goes, and its state. */
export function secondHalf(
  registry: Registry,
  { x, y, z }: Place,
  state: number,
): (Place & { state: number }) | undefined {
  const name = registry.blockName(state)
  if (!HALVES.test(name)) return undefined
  const place = placeOfOtherHalf(registry, x, y, z, state)
  if (!place) return undefined
  const properties = registry.blockProperties(state)
  const other = properties.part ? { part: 'head' } : { half: 'upper' }
  return { ...place, state: registry.blockState(name, { ...properties, ...other }) }
}

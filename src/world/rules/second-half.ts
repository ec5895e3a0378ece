import type { Registry } from '../../knowledge/registry.ts'
import type { Place } from './answers.ts'
import { isHalved, placeOfOtherHalf } from './halves.ts'

/** Where the other half of a door, bed or tall plant that is put down goes, and its state. */
export function secondHalf(
  registry: Registry,
  { x, y, z }: Place,
  state: number,
): (Place & { state: number }) | undefined {
  const name = registry.blockName(state)
  if (!isHalved(name)) return undefined
  const place = placeOfOtherHalf(registry, x, y, z, state)
  if (!place) return undefined
  const properties = registry.blockProperties(state)
  const other = properties.part ? { part: 'head' } : { half: 'upper' }
  return { ...place, state: registry.blockState(name, { ...properties, ...other }) }
}

import type { Kinds } from '../../knowledge/kinds.ts'
import type { Place } from './answers.ts'
import { isHalved, placeOfOtherHalf } from './halves.ts'

/** Where the other half of a door, bed or tall plant that is put down goes, and its state. */
export function secondHalf(
  kinds: Kinds,
  { x, y, z }: Place,
  state: number,
): (Place & { state: number }) | undefined {
  const name = kinds.blockName(state)
  if (!isHalved(name)) return undefined
  const place = placeOfOtherHalf(kinds, x, y, z, state)
  if (!place) return undefined
  const properties = kinds.blockProperties(state)
  const other = properties.part ? { part: 'head' } : { half: 'upper' }
  return { ...place, state: kinds.blockState(name, { ...properties, ...other }) }
}

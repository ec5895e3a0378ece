import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import { type MetadataEntry, metadataEntry } from './entity.ts'

const FLAGS_KEY = 0
const BURNING_FLAG = 0x01
const SNEAKING_FLAG = 0x02
const SPRINTING_FLAG = 0x08

/** The metadata that says whether a player burns, sneaks and sprints. */
export function flagsOf(
  registry: Registry,
  { burning, sneaking, sprinting }: Pick<Player, 'burning' | 'sneaking' | 'sprinting'>,
): MetadataEntry {
  const flags =
    (burning ? BURNING_FLAG : 0) | (sneaking ? SNEAKING_FLAG : 0) | (sprinting ? SPRINTING_FLAG : 0)
  return metadataEntry(registry, FLAGS_KEY, 'byte', flags)
}

import { firstAnimalKey, firstOwnKey } from '#knowledge/entity-metadata'
import type { Registry } from '#knowledge/registry'
import { COLOURS } from '../colours.ts'
import { type MetadataEntry, metadataEntry } from '../entities/entity.ts'
import type { Mob } from './mob.ts'

const SHORN_BIT = 0x10

/** A mob's metadata: baby, slime size, a sheep's wool, and a creeper's charge. */
export function mobMetadata(registry: Registry, mob: Mob): MetadataEntry[] {
  const first = firstOwnKey(registry)
  const entries: MetadataEntry[] = []
  if (mob.bornYoung) entries.push(metadataEntry(registry, first, 'boolean', mob.baby))
  if (mob.size > 0) entries.push(metadataEntry(registry, first, 'int', mob.size))
  if (mob.charged) entries.push(metadataEntry(registry, first + 1, 'boolean', true))
  if (mob.wool) {
    const colour = Math.max(0, (COLOURS as readonly string[]).indexOf(mob.wool))
    const value = colour | (mob.shorn ? SHORN_BIT : 0)
    entries.push(metadataEntry(registry, firstAnimalKey(registry), 'byte', value))
  }
  return entries
}

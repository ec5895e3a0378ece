import type { Registry } from '../../knowledge/registry.ts'
import type { MetadataEntry } from '../entities/tracker.ts'

/** Metadata types by their names (newer versions) and numbers (older ones; poses since 1.14). */
const TYPE_NUMBERS = { byte: 0, int: 1, pose: 18 } as const

/** One entry of entity metadata, its type written as the version has it. */
export function metadataEntry(
  registry: Registry,
  key: number,
  type: keyof typeof TYPE_NUMBERS,
  value: number,
): MetadataEntry {
  const named = registry.data.supportFeature('mcDataHasEntityMetadata')
  return { key, type: named ? type : TYPE_NUMBERS[type], value }
}

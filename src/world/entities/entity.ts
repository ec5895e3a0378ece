import type { Vec3 } from 'vec3'
import type { Registry } from '../../knowledge/registry.ts'

/** One entry of an entity's metadata as the protocol of the version has it. */
export interface MetadataEntry {
  key: number
  type: number | string
  value: unknown
}

/** An entity that is not a player, as clients are told of it. */
export interface TrackedEntity {
  readonly id: number
  readonly uuid: string
  /** Name in minecraft-data's entities, such as `item` or `zombie`. */
  readonly type: string
  position: Vec3
  /** Blocks a tick. */
  velocity: Vec3
  /** Degrees. */
  yaw: number
  pitch: number
  onGround: boolean
  metadata: MetadataEntry[]
  /** What the spawn packet says of an object: the block state of a falling block, ... */
  readonly objectData?: number
}

/** A UUID for an entity that depends on nothing but its number, so that one seed gives one history. */
export function entityUuid(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}

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

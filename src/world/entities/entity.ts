import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'

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
const TYPE_NUMBERS = { byte: 0, int: 1, boolean: 7, pose: 18 } as const

/** One entry of entity metadata, its type written as the version has it. */
export function metadataEntry(
  registry: Registry,
  key: number,
  type: keyof typeof TYPE_NUMBERS,
  value: number | boolean,
): MetadataEntry {
  const named = registry.data.supportFeature('mcDataHasEntityMetadata')
  return { key, type: named ? type : typeNumber(registry, type), value }
}

/** Types that came in 1.13 and 1.19.3 have moved the later ones. */
function typeNumber({ data }: Registry, type: keyof typeof TYPE_NUMBERS): number {
  if (type !== 'boolean') return TYPE_NUMBERS[type]
  if (data.version['<']('1.13')) return TYPE_NUMBERS.boolean - 1
  return TYPE_NUMBERS.boolean + (data.isNewerOrEqualTo('1.19.3') ? 1 : 0)
}

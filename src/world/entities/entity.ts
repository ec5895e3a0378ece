import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'

/** One entry of an entity's metadata in the version's protocol. */
export interface MetadataEntry {
  key: number
  type: number | string
  value: unknown
}

/** A packet to a client. */
export interface Packet {
  readonly name: string
  readonly fields: object
}

/** An entity as clients see it. */
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
  /** The spawn packet's data field, such as the block state of a falling block. */
  readonly objectData?: number
  /** What clients get after the entity has spawned, such as its equipment. */
  details?(): readonly Packet[]
}

/** A UUID derived from the entity's id, so that a seed gives the same history every time. */
export function entityUuid(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}

/** Metadata types by name (newer versions) and number (older ones; poses since 1.14). */
const TYPE_NUMBERS = { byte: 0, int: 1, item_stack: 6, boolean: 7, pose: 18 } as const

/** One entry of entity metadata, with its type in the version's form. */
export function metadataEntry(
  registry: Registry,
  key: number,
  type: keyof typeof TYPE_NUMBERS,
  value: unknown,
): MetadataEntry {
  const named = registry.data.supportFeature('mcDataHasEntityMetadata')
  return { key, type: named ? type : typeNumber(registry, type), value }
}

/** 1.13 and 1.19.3 inserted types, which shifted the numbers of the later ones. */
function typeNumber({ data }: Registry, type: keyof typeof TYPE_NUMBERS): number {
  const number = TYPE_NUMBERS[type]
  if (number < TYPE_NUMBERS.item_stack) return number
  if (data.version['<']('1.13')) return number - 1
  return number + (data.isNewerOrEqualTo('1.19.3') ? 1 : 0)
}

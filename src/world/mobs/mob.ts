import { Vec3 } from 'vec3'
import type { Registry } from '../../knowledge/registry.ts'
import { entityUuid, type MetadataEntry, type TrackedEntity } from '../entities/entity.ts'
import type { Player } from '../player.ts'
import type { MobKind } from './mob-kinds.ts'

/** Share of its height at which a mob's eyes are. */
const EYES = 0.85

/** A mob: its body, and what its brain has in mind. */
export class Mob implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type: string
  readonly kind: MobKind
  readonly width: number
  readonly height: number
  position: Vec3
  /** Clients are told of places only; what moves the body is `motion`. */
  readonly velocity = new Vec3(0, 0, 0)
  readonly motion = new Vec3(0, 0, 0)
  yaw: number
  pitch = 0
  onGround = false
  metadata: MetadataEntry[] = []
  health: number
  /** Colour of its wool, for sheep; gone once shorn. */
  wool: string | undefined
  shorn = false

  /** Where it is going, a direction along the ground of length 1 or 0, and how fast (blocks a tick). */
  headingX = 0
  headingZ = 0
  pace = 0
  /** Whether its last step ended at a wall. */
  blocked = false
  inWater = false
  inLava = false
  fallen = 0

  /** Whom it hunts, and when it last saw them. */
  prey: Player | undefined
  seenAt = 0
  /** A place it walks to, and when it gives up. */
  goal: Vec3 | undefined
  goalUntil = 0
  /** Blocks still to be walked through, when a straight line does not do. */
  path: Vec3[] = []
  pathAt = 0
  /** Fright, angers, fuses and the like: ticks of the world at which they end or began. */
  panicUntil = 0
  angryUntil = 0
  nextStrike = 0
  fuse = 0
  aiming = 0

  immuneUntil = 0
  lastBlow = 0
  burningUntil = 0
  /** Tick of its death. */
  diedAt: number | undefined
  /** Ticks for which no player was near. */
  idle = 0
  /** Whether its place changed since clients were told. */
  moved = false

  constructor(registry: Registry, id: number, kind: MobKind, position: Vec3, yaw: number) {
    this.id = id
    this.uuid = entityUuid(id)
    this.kind = kind
    this.type = kind.name
    const data = registry.data.entitiesByName[kind.name]
    this.width = data?.width ?? 0.6
    this.height = data?.height ?? 1.8
    this.position = position
    this.yaw = yaw
    this.health = kind.health
  }

  get dead(): boolean {
    return this.diedAt !== undefined
  }

  get eye(): Vec3 {
    return this.position.offset(0, this.height * EYES, 0)
  }

  /** Stops walking. */
  halt(): void {
    this.pace = 0
    this.goal = undefined
    this.path = []
  }

  /** Walks in a direction along the ground, and looks there. */
  head(dx: number, dz: number, pace: number): void {
    const length = Math.hypot(dx, dz)
    if (length < 1e-6) {
      this.pace = 0
      return
    }
    this.headingX = dx / length
    this.headingZ = dz / length
    this.pace = pace
    this.yaw = (Math.atan2(-dx, dz) * 180) / Math.PI
  }

  lookAt(target: Vec3): void {
    const dx = target.x - this.position.x
    const dz = target.z - this.position.z
    this.yaw = (Math.atan2(-dx, dz) * 180) / Math.PI
    const dy = target.y - this.eye.y
    this.pitch = (-Math.atan2(dy, Math.hypot(dx, dz)) * 180) / Math.PI
  }
}

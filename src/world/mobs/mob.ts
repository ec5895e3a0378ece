import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import { entityUuid, type MetadataEntry, type TrackedEntity } from '../entities/entity.ts'
import type { Player } from '../player.ts'
import { BABY_SPEED, type MobKind, type SlimeSize } from './mob-kinds.ts'

/** Share of its height at which a mob's eyes are. */
const EYES = 0.85

/** Edge of a slime of size 1 (blocks); up to 1.20.4, and since. */
const OLD_SLIME_EDGE = 0.51
const SLIME_EDGE = 0.52

/** How long an animal takes to grow up (ticks). */
const GROWTH_TICKS = 24_000

/** How one mob differs from others of its kind. */
export interface Build {
  baby?: boolean
  /** For slimes. */
  size?: SlimeSize
}

/** Size of a body (blocks). */
export function bodyOf(
  registry: Registry,
  kind: MobKind,
  { baby, size }: Build,
): { width: number; height: number } {
  if (size) {
    const edge = size * (registry.data.isNewerOrEqualTo('1.20.5') ? SLIME_EDGE : OLD_SLIME_EDGE)
    return { width: edge, height: edge }
  }
  const data = registry.data.entitiesByName[kind.name]
  const scale = baby ? 0.5 : 1
  return { width: (data?.width ?? 0.6) * scale, height: (data?.height ?? 1.8) * scale }
}

/** A mob: its body, and what its brain has in mind. */
export class Mob implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type: string
  readonly kind: MobKind
  width: number
  height: number
  baby: boolean
  /** Whether it was young once, for what clients are told. */
  readonly bornYoung: boolean
  /** Of a slime; 0 for others. */
  readonly size: SlimeSize | 0
  /** The game's speed attribute, and the damage of a blow on normal difficulty. */
  readonly speed: number
  readonly strike: number
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
  /** Of an animal (ticks): below 0 until it is grown up, above 0 until it can have young again. */
  age: number
  /** For how long it is still in love, and has been after another one (ticks). */
  love = 0
  courting = 0

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
  nextHop = 0
  fuse = 0
  aiming = 0
  /** For how long somebody has looked it in the eyes, and it has been far from its prey (ticks). */
  stared = 0
  apart = 0
  /** Height that it swims to. */
  depth: number | undefined

  immuneUntil = 0
  lastBlow = 0
  burningUntil = 0
  /** Tick of its death. */
  diedAt: number | undefined
  /** Ticks for which no player was near. */
  idle = 0
  /** Whether its place changed since clients were told. */
  moved = false

  constructor(
    registry: Registry,
    id: number,
    kind: MobKind,
    position: Vec3,
    yaw: number,
    { baby = false, size }: Build = {},
  ) {
    this.id = id
    this.uuid = entityUuid(id)
    this.kind = kind
    this.type = kind.name
    this.baby = baby
    this.bornYoung = baby
    this.age = baby && !kind.hostile ? -GROWTH_TICKS : 0
    this.size = size ?? 0
    const body = bodyOf(registry, kind, { baby, ...(size && { size }) })
    this.width = body.width
    this.height = body.height
    this.speed = size
      ? kind.speed + size / 10
      : kind.speed * (baby && kind.hostile ? BABY_SPEED : 1)
    this.strike = size && size > 1 ? size : kind.strike
    this.position = position
    this.yaw = yaw
    this.health = size ? size * size : kind.health
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

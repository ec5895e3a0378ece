import { Vec3 } from 'vec3'
import { type CreatureSize, creatureSize } from '#knowledge/creature-size'
import type { Registry } from '#knowledge/registry'
import { entityUuid, type MetadataEntry, type TrackedEntity } from '../entities/entity.ts'
import type { Player } from '../player.ts'
import { BABY_SPEED, type MobKind, type SlimeSize } from './mob-kinds.ts'

/** Height of a mob's eyes as a share of its height. */
const EYES = 0.85

/** Time until a baby animal grows up (ticks). */
const GROWTH_TICKS = 24_000

/** How a mob differs from others of its kind. */
export interface Build {
  baby?: boolean
  /** For slimes. */
  size?: SlimeSize
}

/** Width and height of a mob's hitbox (blocks). */
export function bodyOf(registry: Registry, kind: MobKind, build: Build): CreatureSize {
  return creatureSize(registry, typeOf(registry, kind), build)
}

/** Name of a kind of mob in a version. */
export function typeOf({ data }: Registry, { name, oldName }: MobKind): string {
  return oldName && !data.entitiesByName[name] ? oldName : name
}

/** A mob: its physical state and the memory of its brain. */
export class Mob implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type: string
  readonly kind: MobKind
  width: number
  height: number
  baby: boolean
  /** Whether it spawned as a baby, which its metadata depends on. */
  readonly bornYoung: boolean
  /** Size of a slime; 0 for other mobs. */
  readonly size: SlimeSize | 0
  /** The game's speed attribute, and the attack damage on normal difficulty. */
  readonly speed: number
  readonly attackDamage: number
  position: Vec3
  /** Clients receive positions only; `motion` is the velocity of the physics. */
  readonly velocity = new Vec3(0, 0, 0)
  readonly motion = new Vec3(0, 0, 0)
  yaw: number
  pitch = 0
  onGround = false
  metadata: MetadataEntry[] = []
  health: number
  /** Colour of a sheep's wool. */
  wool: string | undefined
  shorn = false
  /** Whether lightning has struck this creeper, which doubles the power of its explosion. */
  charged = false
  /** An animal's age (ticks): negative for a baby, positive during the breeding cooldown. */
  age: number
  /** Remaining time of love mode, and time spent approaching a partner (ticks). */
  love = 0
  breedingTicks = 0

  /** Unit direction along the ground (or 0), and speed (blocks a tick). */
  headingX = 0
  headingZ = 0
  pace = 0
  /** Whether a wall stopped its last step. */
  blocked = false
  inWater = false
  inLava = false
  fallDistance = 0

  /** The player it attacks, and the tick in which it last saw that player. */
  target: Player | undefined
  seenAt = 0
  /** A position it walks to, and the tick in which it gives up. */
  goal: Vec3 | undefined
  goalUntil = 0
  /** Remaining blocks of a path, used when a straight line is blocked. */
  path: Vec3[] = []
  pathAt = 0
  /** Ticks of the world at which panic, anger, cooldowns and fuses end or began. */
  panicUntil = 0
  angryUntil = 0
  nextAttack = 0
  nextHop = 0
  fuse = 0
  aiming = 0
  /** Time that a player has stared at it, and that its target has been far away (ticks). */
  staredTicks = 0
  farTicks = 0
  /** Height that it swims to (blocks). */
  depth: number | undefined

  immuneUntil = 0
  lastDamage = 0
  burningUntil = 0
  /** Tick in which it died. */
  diedAt: number | undefined
  /** Ticks without a player near. */
  idle = 0
  /** Whether its position changed since the last packet. */
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
    this.type = typeOf(registry, kind)
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
    this.attackDamage =
      size && size + kind.attackDamage > 1 ? size + kind.attackDamage : kind.attackDamage
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

  /** Walks and looks in a direction along the ground. */
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

import { Vec3 } from 'vec3'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import { entityUuid, type MetadataEntry, type TrackedEntity } from '../entities/entity.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { pointsSee } from '../rules/reach.ts'

const GRAVITY = 0.05
const DRAG = 0.99
const LIFETIME_TICKS = 200
/** Growth of a player's hitbox for projectile hits (blocks). */
const MARGIN = 0.3

/** Called where a projectile ends: at a player, or at a block or in the air. */
type Impact = (place: Vec3, speed: number, player: Player | undefined) => void

class Projectile implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type: string
  readonly position: Vec3
  readonly velocity: Vec3
  yaw = 0
  pitch = 0
  readonly onGround = false
  readonly metadata: MetadataEntry[] = []
  readonly shooter: Shooter
  readonly objectData: number
  readonly impact: Impact
  readonly shot: Shot
  /** Acceleration of its own (blocks a tick). */
  readonly thrust: Vec3
  age = 0

  constructor(id: number, shooter: Shooter, shot: Shot, velocity: Vec3) {
    const { type, from, impact, direction, thrust = 0 } = shot
    this.shot = shot
    this.thrust = direction.clone().normalize().scale(thrust)
    this.id = id
    this.uuid = entityUuid(id)
    this.type = type
    this.shooter = shooter
    this.objectData = shooter.id + 1
    this.position = from
    this.velocity = velocity
    this.impact = impact
  }
}

/** A mob or a player. It does not hit itself. */
type Shooter = Pick<TrackedEntity, 'id'>

/** How a projectile is launched. */
export interface Shot {
  /** Name in minecraft-data's entities. */
  readonly type: string
  readonly from: Vec3
  /** Direction before the random inaccuracy. */
  readonly direction: Vec3
  /** Blocks a tick. */
  readonly speed: number
  /** Standard deviation of each component of the unit direction. */
  readonly spread: number
  /** Acceleration along the direction, loss of height in a tick (blocks a tick), and drag; by default, an arrow's. */
  readonly thrust?: number
  readonly gravity?: number
  readonly drag?: number
  readonly impact: Impact
}

interface ProjectileNeeds {
  level: Level
  players: Players
  tracker: EntityTracker
  random: () => number
}

/** Projectiles in flight: they fall, and end at blocks and players. */
export class Projectiles {
  readonly #needs: ProjectileNeeds
  readonly #flying = new Set<Projectile>()

  constructor(needs: ProjectileNeeds) {
    this.#needs = needs
  }

  launch(shooter: Shooter, shot: Shot): void {
    const { direction, speed, spread } = shot
    const { random, tracker } = this.#needs
    const way = direction.clone().normalize()
    const velocity = new Vec3(
      way.x + gaussian(random) * spread,
      way.y + gaussian(random) * spread,
      way.z + gaussian(random) * spread,
    ).scale(speed)
    const projectile = new Projectile(tracker.nextId(), shooter, shot, velocity)
    this.#flying.add(projectile)
    tracker.spawn(projectile)
  }

  step(): void {
    for (const projectile of this.#flying) {
      if (!this.#fly(projectile)) {
        this.#flying.delete(projectile)
        this.#needs.tracker.remove(projectile)
      }
    }
  }

  /** Moves the projectile by one tick; returns false when it ended. */
  #fly(projectile: Projectile): boolean {
    const { level, players, tracker } = this.#needs
    const { position, velocity, shooter } = projectile
    const next = position.plus(velocity)
    if (
      ++projectile.age > LIFETIME_TICKS ||
      !level.isLoaded(Math.floor(next.x), Math.floor(next.z))
    ) {
      return false
    }
    for (const player of players) {
      if (player.vitals.dead || player.id === shooter.id) continue
      if (!crosses(position, velocity, player)) continue
      if (!pointsSee(level, position, player.position.offset(0, player.height / 2, 0))) continue
      projectile.impact(position, velocity.norm(), player)
      return false
    }
    if (!pointsSee(level, position, next)) {
      projectile.impact(position, velocity.norm(), undefined)
      return false
    }
    position.update(next)
    const { drag = DRAG, gravity = GRAVITY } = projectile.shot
    velocity.add(projectile.thrust).scale(drag)
    velocity.y -= gravity
    projectile.yaw = (Math.atan2(velocity.x, velocity.z) * 180) / Math.PI
    tracker.moved(projectile)
    return true
  }
}

/** Whether a projectile's movement in a tick crosses a player's hitbox. */
function crosses(from: Vec3, way: Vec3, { position: feet, height }: Player): boolean {
  const half = PLAYER_WIDTH / 2 + MARGIN
  let enter = 0
  let leave = 1
  const slab = (start: number, delta: number, low: number, high: number) => {
    if (Math.abs(delta) < 1e-9) {
      if (start < low || start > high) enter = 2
      return
    }
    const a = (low - start) / delta
    const b = (high - start) / delta
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  slab(from.x, way.x, feet.x - half, feet.x + half)
  slab(from.y, way.y, feet.y - MARGIN, feet.y + height + MARGIN)
  slab(from.z, way.z, feet.z - half, feet.z + half)
  return enter <= leave
}

/** A normally distributed number, mean 0 and deviation 1. */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

import { Vec3 } from 'vec3'
import type { Difficulty } from '../../knowledge/difficulty.ts'
import { entityUuid, type MetadataEntry, type TrackedEntity } from '../entities/entity.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import { PLAYER_HEIGHT, PLAYER_WIDTH, type Player } from '../player.ts'
import type { Players } from '../players.ts'
import { scaledDamage } from './difficulty.ts'
import type { Mob } from './mob.ts'
import { pointsSee } from './sight.ts'
import { flatDistance } from './steering.ts'

/** Speed of an arrow as it leaves the bow (blocks a tick), its weight and drag. */
const SPEED = 1.6
const GRAVITY = 0.05
const DRAG = 0.99
const LIFETIME_TICKS = 200
/** Archers aim at a third of the height, and as much higher as the arrow will fall. */
const AIM_HEIGHT = 1 / 3
const LOFT = 0.2
/** Spread of the shots: the worse the harder it is for the player. */
const SPREAD = 0.0075
const SPREAD_STEPS = { peaceful: 14, easy: 10, normal: 6, hard: 2 } as const
const DIFFICULTY_BONUS = { peaceful: 0, easy: 0.11, normal: 0.22, hard: 0.33 } as const
const BASE_DAMAGE = 2
const DAMAGE_SPREAD = 0.25
/** By how much the body of a player is larger for an arrow (blocks). */
const MARGIN = 0.3

class Arrow implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type = 'arrow'
  readonly position: Vec3
  readonly velocity: Vec3
  yaw = 0
  pitch = 0
  readonly onGround = false
  readonly metadata: MetadataEntry[] = []
  readonly objectData: number
  readonly origin: Vec3
  readonly damage: number
  age = 0

  constructor(id: number, shooter: Mob, position: Vec3, velocity: Vec3, damage: number) {
    this.id = id
    this.uuid = entityUuid(id)
    this.objectData = shooter.id + 1
    this.position = position
    this.velocity = velocity
    this.origin = shooter.position.clone()
    this.damage = damage
  }
}

/** Arrows in flight: they fall, stop at blocks, and hurt players. */
export class Archery {
  readonly #level: Level
  readonly #players: Players
  readonly #tracker: EntityTracker
  readonly #difficulty: Difficulty
  readonly #random: () => number
  readonly #arrows = new Set<Arrow>()

  constructor(needs: {
    level: Level
    players: Players
    tracker: EntityTracker
    difficulty: Difficulty
    random: () => number
  }) {
    this.#level = needs.level
    this.#players = needs.players
    this.#tracker = needs.tracker
    this.#difficulty = needs.difficulty
    this.#random = needs.random
  }

  shoot(mob: Mob, prey: Player): void {
    const random = this.#random
    const difficulty = this.#difficulty
    const from = mob.eye.offset(0, -0.1, 0)
    const aim = prey.position.offset(0, PLAYER_HEIGHT * AIM_HEIGHT, 0)
    const loft = flatDistance(aim, from) * LOFT
    const direction = aim.offset(0, loft, 0).minus(from).normalize()
    const spread = SPREAD * SPREAD_STEPS[difficulty]
    const velocity = new Vec3(
      direction.x + gaussian(random) * spread,
      direction.y + gaussian(random) * spread,
      direction.z + gaussian(random) * spread,
    ).scale(SPEED)
    const strength = BASE_DAMAGE + DIFFICULTY_BONUS[difficulty] + gaussian(random) * DAMAGE_SPREAD
    const arrow = new Arrow(this.#tracker.nextId(), mob, from, velocity, strength)
    this.#arrows.add(arrow)
    this.#tracker.spawn(arrow)
  }

  step(): void {
    for (const arrow of this.#arrows) {
      if (!this.#fly(arrow)) {
        this.#arrows.delete(arrow)
        this.#tracker.remove(arrow)
      }
    }
  }

  /** One tick of flight; false when the arrow has hit something. */
  #fly(arrow: Arrow): boolean {
    const level = this.#level
    const { position, velocity } = arrow
    const next = position.plus(velocity)
    if (++arrow.age > LIFETIME_TICKS || !level.isLoaded(Math.floor(next.x), Math.floor(next.z))) {
      return false
    }
    for (const player of this.#players) {
      if (player.vitals.dead || !crosses(position, velocity, player.position)) continue
      if (!pointsSee(level, position, player.position.offset(0, PLAYER_HEIGHT / 2, 0))) continue
      const damage = Math.ceil(Math.max(0, velocity.norm() * arrow.damage))
      player.vitals.hurt(scaledDamage(damage, this.#difficulty), 'arrow', arrow.origin)
      return false
    }
    if (!pointsSee(level, position, next)) return false
    position.update(next)
    velocity.scale(DRAG)
    velocity.y -= GRAVITY
    arrow.yaw = (Math.atan2(velocity.x, velocity.z) * 180) / Math.PI
    this.#tracker.moved(arrow)
    return true
  }
}

/** Whether the way of a tick passes through the body of somebody whose feet are at `feet`. */
function crosses(from: Vec3, way: Vec3, feet: Vec3): boolean {
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
  slab(from.y, way.y, feet.y - MARGIN, feet.y + PLAYER_HEIGHT + MARGIN)
  slab(from.z, way.z, feet.z - half, feet.z + half)
  return enter <= leave
}

/** A normally distributed number, mean 0 and deviation 1. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

import { Vec3 } from 'vec3'
import { MAX_MOB_DROP } from '#knowledge/mob-step'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { pointsSee } from '../rules/reach.ts'
import type { WorldTime } from '../world-time.ts'
import type { Mob } from './mob.ts'
import { groundSpeed } from './mob-kinds.ts'
import { findPath, WalkableTerrain } from './pathfinding.ts'

/** Distance at which a mob has reached a position (blocks). */
const ARRIVED = 0.5
/** How often a mob reconsiders its route to a target, and how often it searches a path (ticks). */
const THINK_TICKS = 10
const REPATH_TICKS = 30
/** A mob needs a path to a target with a larger height difference (blocks). */
const LEVEL_GROUND = 1.2
const STROLL_RANGE = 10
const STROLL_TICKS = 200

/** Moves mobs between positions without letting them step off cliffs or into hazards. */
export class Steering {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #random: () => number
  readonly #traits: TraitsOf
  readonly #terrain: WalkableTerrain

  constructor(level: Level, time: WorldTime, random: () => number) {
    this.#level = level
    this.#time = time
    this.#random = random
    this.#traits = traitsOf(level.registry)
    this.#terrain = new WalkableTerrain(level, this.#traits)
  }

  /** Walks straight towards a position; stops and returns false before a cliff or a hazard. */
  walk(mob: Mob, to: Vec3, speedFactor: number): boolean {
    const dx = to.x - mob.position.x
    const dz = to.z - mob.position.z
    mob.head(dx, dz, groundSpeed(mob.speed * speedFactor))
    if (!mob.onGround || this.#safeAhead(mob)) return true
    mob.pace = 0
    return false
  }

  /** Follows a moving position: straight when possible, otherwise by a path. */
  pursue(mob: Mob, to: Vec3, speedFactor: number): void {
    mob.depth = to.y
    const level = this.#level
    const { tick } = this.#time
    const next = mob.path[0]
    if (next) {
      if (!this.walk(mob, next, speedFactor)) mob.path = []
      if (flatDistance(mob.position, next) < ARRIVED) mob.path.shift()
      if (tick - mob.pathAt < REPATH_TICKS && mob.path.length > 0) return
    }
    if ((tick + mob.id) % THINK_TICKS !== 0 && mob.path.length === 0) {
      this.walk(mob, to, speedFactor)
      return
    }
    const flat = Math.abs(to.y - mob.position.y) < LEVEL_GROUND
    const straight =
      flat && !mob.blocked && pointsSee(level, mob.position.offset(0, 0.3, 0), to.offset(0, 0.3, 0))
    if (straight && this.walk(mob, to, speedFactor)) mob.path = []
    else if (tick - mob.pathAt >= REPATH_TICKS) {
      mob.pathAt = tick
      mob.path = findPath(this.#terrain, mob.position, to)
    }
  }

  /** Picks a random position nearby to walk to; with `away`, in the direction away from it. */
  wander(mob: Mob, away?: Vec3): void {
    const random = this.#random
    const angle = away
      ? Math.atan2(mob.position.z - away.z, mob.position.x - away.x) + (random() - 0.5) * Math.PI
      : random() * 2 * Math.PI
    const distance = 2 + random() * (STROLL_RANGE - 2)
    mob.goal = new Vec3(
      mob.position.x + Math.cos(angle) * distance,
      mob.position.y,
      mob.position.z + Math.sin(angle) * distance,
    )
    mob.goalUntil = this.#time.tick + STROLL_TICKS
  }

  /** Walks towards the goal, if any, and drops it on arrival or when stuck. */
  stroll(mob: Mob, speedFactor: number): void {
    if (!mob.goal) {
      mob.pace = 0
      return
    }
    const there = flatDistance(mob.position, mob.goal) < ARRIVED
    const stuck = mob.blocked && mob.onGround && mob.motion.y <= 0
    const over = there || stuck || this.#time.tick > mob.goalUntil
    if (over || !this.walk(mob, mob.goal, speedFactor)) mob.halt()
  }

  /** Whether the next block ahead has ground within a safe drop and no hazard. */
  #safeAhead(mob: Mob): boolean {
    const ahead = mob.width / 2 + 0.4
    const x = Math.floor(mob.position.x + mob.headingX * ahead)
    const z = Math.floor(mob.position.z + mob.headingZ * ahead)
    const y = Math.floor(mob.position.y + 0.01)
    if (x === Math.floor(mob.position.x) && z === Math.floor(mob.position.z)) return true
    const level = this.#level
    for (let drop = 0; drop <= MAX_MOB_DROP + 1; drop++) {
      const block = this.#traits(level.state(x, y - drop, z))
      if (block.lava > 0 || block.fire || block.cactus) return false
      if (block.water > 0) return mob.inWater || mob.kind.hostile
      if (block.boxes.length > 0) return true
    }
    return false
  }
}

export function flatDistance(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.z - b.z)
}

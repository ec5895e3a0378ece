import { Vec3 } from 'vec3'
import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { type Hitbox, Obstacles } from '../obstacles.ts'
import type { Mob } from './mob.ts'

const GRAVITY = 0.08
const DRAG = 0.98
const GROUND_FRICTION = 0.546
const AIR_FRICTION = 0.91
/** Share of the intended speed that a mob gains in a tick in air and in water. */
const AIR_CONTROL = 0.04
const WATER_CONTROL = 0.1
const WATER_DRAG = 0.8
const WATER_GRAVITY = 0.005
const BUOYANCY = 0.04
const SWIM = 0.02
const JUMP = 0.42
const CLIMB = 0.2
const CLIMB_OUT = 0.3
const STEP = 0.6
const STILL = 0.003
const NEARLY = 1e-7
/** Depth at which a floating mob begins to swim (blocks). */
const SWIM_DEPTH = 0.4

/** Moves mobs: gravity, collisions, steps, water. */
export class MobPhysics {
  readonly #level: Level
  readonly #traits: TraitsOf
  readonly #obstacles: Obstacles

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
    this.#obstacles = new Obstacles(level, traits)
  }

  /** Whether the mob is at rest, so that a tick changes nothing. */
  rests({ motion, onGround, pace, inWater, inLava }: Mob): boolean {
    return onGround && pace === 0 && !inWater && !inLava && motion.x === 0 && motion.z === 0
  }

  /** Whether a mob's hitbox fits at a position without touching a block. */
  fits({ width, height }: Omit<Hitbox, 'position'>, x: number, y: number, z: number): boolean {
    const body = { position: new Vec3(x, y, z), width, height }
    this.#obstacles.gatherAlong(body, 0, 0, 0)
    return !this.#obstacles.overlaps(body, x, y, z)
  }

  /** Moves the mob by one tick. Returns the height of a fall that ended in it (blocks), else 0. */
  step(mob: Mob): number {
    this.#feel(mob)
    const { motion } = mob
    if (mob.kind.flies) return this.#fly(mob)
    const control = mob.inWater ? WATER_CONTROL : mob.onGround ? 1 - GROUND_FRICTION : AIR_CONTROL
    motion.x += mob.headingX * mob.pace * control
    motion.z += mob.headingZ * mob.pace * control
    if (mob.blocked && mob.pace > 0) this.#overcome(mob)
    const wet = mob.inWater || mob.inLava
    if (wet && mob.kind.floats && this.#deep(mob)) motion.y += BUOYANCY
    if (wet && mob.kind.swims && mob.depth !== undefined) {
      motion.y += Math.max(-SWIM, Math.min(SWIM, mob.depth - mob.position.y))
    }
    const wishedX = motion.x
    const wishedY = motion.y
    const wishedZ = motion.z
    this.#move(mob, wishedX, wishedY, wishedZ)
    mob.blocked = motion.x !== wishedX || motion.z !== wishedZ
    mob.onGround = wishedY < 0 && motion.y !== wishedY
    if (wet) mob.fallDistance = 0
    else if (motion.y < 0) mob.fallDistance -= motion.y
    const landed = mob.onGround ? mob.fallDistance : 0
    if (mob.onGround) mob.fallDistance = 0
    if (motion.y !== wishedY) motion.y = 0
    const friction = wet ? WATER_DRAG : mob.onGround ? GROUND_FRICTION : AIR_FRICTION
    motion.x = Math.abs(motion.x) < STILL ? 0 : motion.x * friction
    motion.z = Math.abs(motion.z) < STILL ? 0 : motion.z * friction
    motion.y = wet ? motion.y * WATER_DRAG - WATER_GRAVITY : (motion.y - GRAVITY) * DRAG
    return landed
  }

  /** Moves a mob without gravity. */
  #fly(mob: Mob): number {
    const { motion } = mob
    const { x, y, z } = motion
    this.#move(mob, x, y, z)
    mob.blocked = motion.x !== x || motion.y !== y || motion.z !== z
    motion.scale(AIR_FRICTION)
    return 0
  }

  #feel(mob: Mob): void {
    const { x, y, z } = mob.position
    const block = this.#traits(this.#level.state(Math.floor(x), Math.floor(y), Math.floor(z)))
    mob.inWater = block.water > 0
    mob.inLava = block.lava > 0
  }

  #deep({ position: { x, y, z } }: Mob): boolean {
    const by = Math.floor(y + SWIM_DEPTH)
    const block = this.#traits(this.#level.state(Math.floor(x), by, Math.floor(z)))
    return by + Math.max(block.water, block.lava) > y + SWIM_DEPTH
  }

  /** Passes an obstacle that stopped the last step: climbs, swims out, or jumps over one block. */
  #overcome(mob: Mob): void {
    const { motion, position, headingX, headingZ, width } = mob
    if (mob.kind.climbs) motion.y = CLIMB
    else if (mob.inWater) motion.y = CLIMB_OUT
    else if (mob.onGround) {
      const ahead = width / 2 + 0.3
      const x = position.x + headingX * ahead
      const z = position.z + headingZ * ahead
      if (this.fits(mob, x, Math.floor(position.y) + 1.01, z)) motion.y = JUMP
    }
  }

  /** Moves the mob until it collides; `motion` becomes the distance moved. */
  #move(mob: Mob, dx: number, dy: number, dz: number): void {
    const { position, motion } = mob
    const obstacles = this.#obstacles
    const { width, height } = mob
    obstacles.gatherAlong({ position, width, height: height + STEP }, dx, dy, dz)
    motion.y = obstacles.clip(mob, 1, dy)
    position.y += motion.y
    const rise = mob.onGround ? this.#slabAhead(mob, dx, dz) : 0
    position.y += rise
    motion.x = obstacles.clip(mob, 0, dx)
    position.x += motion.x
    motion.z = obstacles.clip(mob, 2, dz)
    position.z += motion.z
    if (rise > 0) position.y += obstacles.clip(mob, 1, -rise)
    if (motion.x !== 0 || motion.z !== 0 || Math.abs(motion.y) > NEARLY) mob.moved = true
  }

  /** Height of a low edge ahead, such as a slab, that needs no jump; 0 for none. */
  #slabAhead(mob: Mob, dx: number, dz: number): number {
    const obstacles = this.#obstacles
    if (obstacles.clip(mob, 0, dx) === dx && obstacles.clip(mob, 2, dz) === dz) return 0
    const { position } = mob
    const before = position.y
    const rise = obstacles.clip(mob, 1, STEP)
    position.y += rise
    const free = obstacles.clip(mob, 0, dx) === dx && obstacles.clip(mob, 2, dz) === dz
    position.y = before
    return free ? rise : 0
  }
}

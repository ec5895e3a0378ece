import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Mob } from './mob.ts'

const GRAVITY = 0.08
const DRAG = 0.98
const GROUND_FRICTION = 0.546
const AIR_FRICTION = 0.91
/** Share of the wished pace that a body in the air or in water takes up in a tick. */
const AIR_CONTROL = 0.04
const WATER_CONTROL = 0.1
const WATER_DRAG = 0.8
const WATER_GRAVITY = 0.005
const BUOYANCY = 0.04
const JUMP = 0.42
const CLIMB = 0.2
const CLIMB_OUT = 0.3
const STEP = 0.6
const STILL = 0.003
const NEARLY = 1e-7
/** Depth at which a floating body begins to swim (blocks). */
const SWIM_DEPTH = 0.4

/** Boxes near a body, six numbers each; used again for every step. */
const nearby = new Float64Array(6 * 256)
let boxCount = 0

/** Moves mobs through the blocks: gravity, walls, steps, water. */
export class MobPhysics {
  readonly #level: Level
  readonly #traits: TraitsOf

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
  }

  /** Whether the body lies still and wants nothing, so that a tick changes nothing. */
  rests({ motion, onGround, pace, inWater, inLava }: Mob): boolean {
    return onGround && pace === 0 && !inWater && !inLava && motion.x === 0 && motion.z === 0
  }

  /** Whether a body may be at a place without touching a block. */
  fits(mob: { width: number; height: number }, x: number, y: number, z: number): boolean {
    const half = mob.width / 2
    this.#gather(x - half, y, z - half, x + half, y + mob.height, z + half)
    for (let i = 0; i < boxCount; i++) {
      if (overlaps(i, x - half, y, z - half, x + half, y + mob.height, z + half)) return false
    }
    return true
  }

  /** One tick. Returns the height of a fall that just ended (blocks), else 0. */
  step(mob: Mob): number {
    this.#feel(mob)
    const { motion } = mob
    const control = mob.inWater ? WATER_CONTROL : mob.onGround ? 1 - GROUND_FRICTION : AIR_CONTROL
    motion.x += mob.headingX * mob.pace * control
    motion.z += mob.headingZ * mob.pace * control
    if (mob.blocked && mob.pace > 0) this.#overcome(mob)
    const wet = mob.inWater || mob.inLava
    if (wet && mob.kind.floats && this.#deep(mob)) motion.y += BUOYANCY
    const wishedX = motion.x
    const wishedY = motion.y
    const wishedZ = motion.z
    this.#move(mob, wishedX, wishedY, wishedZ)
    mob.blocked = motion.x !== wishedX || motion.z !== wishedZ
    mob.onGround = wishedY < 0 && motion.y !== wishedY
    if (wet) mob.fallen = 0
    else if (motion.y < 0) mob.fallen -= motion.y
    const landed = mob.onGround ? mob.fallen : 0
    if (mob.onGround) mob.fallen = 0
    if (motion.y !== wishedY) motion.y = 0
    const friction = wet ? WATER_DRAG : mob.onGround ? GROUND_FRICTION : AIR_FRICTION
    motion.x = Math.abs(motion.x) < STILL ? 0 : motion.x * friction
    motion.z = Math.abs(motion.z) < STILL ? 0 : motion.z * friction
    motion.y = wet ? motion.y * WATER_DRAG - WATER_GRAVITY : (motion.y - GRAVITY) * DRAG
    return landed
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

  /** Gets on where a wall stopped the last step: climbs, swims out, or jumps when one block is in the way. */
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

  /** Moves as far as the blocks let it; `motion` becomes the way that was made. */
  #move(mob: Mob, dx: number, dy: number, dz: number): void {
    const half = mob.width / 2
    const { position, motion } = mob
    this.#gather(
      position.x - half + Math.min(0, dx),
      position.y + Math.min(0, dy),
      position.z - half + Math.min(0, dz),
      position.x + half + Math.max(0, dx),
      position.y + mob.height + Math.max(0, dy) + STEP,
      position.z + half + Math.max(0, dz),
    )
    motion.y = clip(mob, half, 1, dy)
    position.y += motion.y
    const rise = mob.onGround ? this.#slabAhead(mob, half, dx, dz) : 0
    position.y += rise
    motion.x = clip(mob, half, 0, dx)
    position.x += motion.x
    motion.z = clip(mob, half, 2, dz)
    position.z += motion.z
    if (rise > 0) position.y += clip(mob, half, 1, -rise)
    if (motion.x !== 0 || motion.z !== 0 || Math.abs(motion.y) > NEARLY) mob.moved = true
  }

  /** Height of the low edge in the way, such as a slab or a path, which needs no jump; 0 for none. */
  #slabAhead(mob: Mob, half: number, dx: number, dz: number): number {
    if (clip(mob, half, 0, dx) === dx && clip(mob, half, 2, dz) === dz) return 0
    const { position } = mob
    const before = position.y
    const rise = clip(mob, half, 1, STEP)
    position.y += rise
    const free = clip(mob, half, 0, dx) === dx && clip(mob, half, 2, dz) === dz
    position.y = before
    return free ? rise : 0
  }

  #gather(
    minX: number,
    minY: number,
    minZ: number,
    maxX: number,
    maxY: number,
    maxZ: number,
  ): void {
    boxCount = 0
    for (let bx = Math.floor(minX); bx <= Math.floor(maxX); bx++) {
      for (let bz = Math.floor(minZ); bz <= Math.floor(maxZ); bz++) {
        // Fences reach half a block into the block above them.
        for (let by = Math.floor(minY) - 1; by <= Math.floor(maxY); by++) {
          for (const box of this.#traits(this.#level.state(bx, by, bz)).boxes) {
            if (boxCount * 6 >= nearby.length) return
            const at = boxCount++ * 6
            nearby[at] = bx + box[0]
            nearby[at + 1] = by + box[1]
            nearby[at + 2] = bz + box[2]
            nearby[at + 3] = bx + box[3]
            nearby[at + 4] = by + box[4]
            nearby[at + 5] = bz + box[5]
          }
        }
      }
    }
  }
}

function edge(box: number, side: number): number {
  return nearby[box * 6 + side] ?? 0
}

function overlaps(
  box: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): boolean {
  return (
    edge(box, 0) < maxX - NEARLY &&
    edge(box, 3) > minX + NEARLY &&
    edge(box, 1) < maxY - NEARLY &&
    edge(box, 4) > minY + NEARLY &&
    edge(box, 2) < maxZ - NEARLY &&
    edge(box, 5) > minZ + NEARLY
  )
}

/** How far of a step along an axis (0 x, 1 y, 2 z) the gathered boxes let a body go. */
function clip(mob: Mob, half: number, axis: 0 | 1 | 2, step: number): number {
  if (step === 0) return 0
  const { x, y, z } = mob.position
  const minX = x - half
  const maxX = x + half
  const maxY = y + mob.height
  const minZ = z - half
  const maxZ = z + half
  const front = axis === 0 ? maxX : axis === 1 ? maxY : maxZ
  const back = axis === 0 ? minX : axis === 1 ? y : minZ
  let left = step
  for (let i = 0; i < boxCount; i++) {
    if (axis !== 0 && (edge(i, 0) >= maxX - NEARLY || edge(i, 3) <= minX + NEARLY)) continue
    if (axis !== 1 && (edge(i, 1) >= maxY - NEARLY || edge(i, 4) <= y + NEARLY)) continue
    if (axis !== 2 && (edge(i, 2) >= maxZ - NEARLY || edge(i, 5) <= minZ + NEARLY)) continue
    const near = edge(i, axis)
    const far = edge(i, axis + 3)
    // A box that the body already is in does not hold it: it may work its way out.
    if (step > 0 && front <= near + NEARLY) left = Math.min(left, Math.max(0, near - front))
    if (step < 0 && back >= far - NEARLY) left = Math.max(left, Math.min(0, far - back))
  }
  return left
}

import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { shapesOf } from '../rules/shapes.ts'

/** An item entity or a falling block; the position is the centre of its underside. */
export interface MovingEntity {
  position: Vec3
  velocity: Vec3
  onGround: boolean
}

/** Fall acceleration (blocks a tick squared). */
const GRAVITY = 0.04
/** Share of the speed left after a tick in the air. */
const DRAG = 0.98
/** Share of the horizontal speed left after a tick on the ground. */
const GROUND_FRICTION = 0.6 * DRAG
const WATER_DRAG = 0.99
const LAVA_DRAG = 0.95
/** Speed at which an item entity rises in a liquid, and its gain in a tick (blocks a tick). */
const RISE_SPEED = 0.06
const RISE_GAIN = 5e-4
/** Below this speed an entity counts as at rest (blocks a tick). */
const STILL = 0.003

/** Moves an entity by one tick; `size` is the edge of its hitbox (blocks). */
export function fall(
  level: Level,
  entity: MovingEntity,
  size: number,
  liquid: '' | 'water' | 'lava',
): void {
  const { velocity } = entity
  if (liquid === '') velocity.y -= GRAVITY
  else {
    const drag = liquid === 'water' ? WATER_DRAG : LAVA_DRAG
    velocity.x *= drag
    velocity.z *= drag
    if (velocity.y < RISE_SPEED) velocity.y += RISE_GAIN + (velocity.y < 0 ? -velocity.y * 0.1 : 0)
  }
  const wantedY = velocity.y
  slide(level, entity, size)
  if (entity.onGround || velocity.y !== wantedY) velocity.y = 0
  velocity.y *= DRAG
  const friction = entity.onGround ? GROUND_FRICTION : DRAG
  velocity.x *= friction
  velocity.z *= friction
  if (Math.abs(velocity.x) < STILL) velocity.x = 0
  if (Math.abs(velocity.z) < STILL) velocity.z = 0
}

/**
 * Moves an entity by its velocity until it collides; the velocity becomes the distance moved.
 * @param size edge of its hitbox (blocks).
 */
export function slide(level: Level, entity: MovingEntity, size: number): void {
  const { velocity } = entity
  const wantedY = velocity.y
  velocity.y = free(level, entity, size, 'y', velocity.y)
  entity.position.y += velocity.y
  velocity.x = free(level, entity, size, 'x', velocity.x)
  entity.position.x += velocity.x
  velocity.z = free(level, entity, size, 'z', velocity.z)
  entity.position.z += velocity.z
  entity.onGround = wantedY < 0 && velocity.y > wantedY
}

const WAYS_OUT = [
  [0, 1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const
const SQUEEZE_SPEED = 0.1

/** Pushes an entity out of a full block towards the nearest free side. Returns whether it is in a block. */
export function squeezeOut(level: Level, entity: MovingEntity, size: number): boolean {
  const shapes = shapesOf(level.registry)
  const { position } = entity
  const x = Math.floor(position.x)
  const y = Math.floor(position.y + size / 2)
  const z = Math.floor(position.z)
  if (!shapes.full(level.state(x, y, z))) return false
  const way = WAYS_OUT.filter(
    ([dx, dy, dz]) => !shapes.full(level.state(x + dx, y + dy, z + dz)),
  ).sort((a, b) => wayLength(position, a) - wayLength(position, b))[0]
  const [dx, dy, dz] = way ?? [0, 0, 0]
  entity.velocity.set(dx, dy, dz).scale(SQUEEZE_SPEED)
  position.add(entity.velocity)
  return true
}

function wayLength(at: Vec3, [dx, dy, dz]: readonly [number, number, number]): number {
  const inCell =
    dx !== 0
      ? at.x - Math.floor(at.x)
      : dy !== 0
        ? at.y - Math.floor(at.y)
        : at.z - Math.floor(at.z)
  return dx + dy + dz > 0 ? 1 - inCell : inCell
}

const AXES = { x: 0, y: 1, z: 2 } as const
const NEVER_QUITE = 1e-7

/** Distance that the entity can move along one axis before it collides. */
function free(
  level: Level,
  entity: MovingEntity,
  size: number,
  axis: 'x' | 'y' | 'z',
  step: number,
): number {
  if (step === 0) return 0
  const shapes = shapesOf(level.registry)
  const half = size / 2
  const { x, y, z } = entity.position
  const min = [x - half, y, z - half]
  const max = [x + half, y + size, z + half]
  const along = AXES[axis]
  const low = [...min]
  const high = [...max]
  if (step > 0) high[along] = (high[along] ?? 0) + step
  else low[along] = (low[along] ?? 0) + step
  const toBlock = (v: number | undefined) => Math.floor(v ?? 0)
  let left = step
  for (let bx = toBlock(low[0]); bx <= toBlock(high[0]); bx++) {
    for (let bz = toBlock(low[2]); bz <= toBlock(high[2]); bz++) {
      for (let by = toBlock(low[1]) - 1; by <= toBlock(high[1]); by++) {
        const state = level.state(bx, by, bz)
        if (shapes.empty(state)) continue
        for (const box of shapes.boxes(state)) {
          const origin = [bx, by, bz]
          let beside = false
          for (let a = 0; a < 3; a++) {
            if (a === along) continue
            const from = (origin[a] ?? 0) + (box[a] ?? 0)
            const to = (origin[a] ?? 0) + (box[a + 3] ?? 1)
            if ((max[a] ?? 0) <= from + NEVER_QUITE || (min[a] ?? 0) >= to - NEVER_QUITE)
              beside = true
          }
          if (beside) continue
          const from = (origin[along] ?? 0) + (box[along] ?? 0)
          const to = (origin[along] ?? 0) + (box[along + 3] ?? 1)
          // A box that already overlaps the entity does not block it, so that the entity can leave.
          if (step > 0 && (max[along] ?? 0) <= from + NEVER_QUITE)
            left = Math.min(left, from - (max[along] ?? 0))
          if (step < 0 && (min[along] ?? 0) >= to - NEVER_QUITE)
            left = Math.max(left, to - (min[along] ?? 0))
        }
      }
    }
  }
  return left
}

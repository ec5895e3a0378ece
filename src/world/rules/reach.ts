import type { Vec3 } from 'vec3'
import { type Axis, VoxelRay } from '#geometry/voxel-ray'
import type { Box } from '#knowledge/collision-shape'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import { type Shapes, shapesOf } from './shapes.ts'

/** Maximum distance from the eye to the centre of a block that a player digs or uses (blocks). */
export const REACH = 6

/** Sample points on a block face, along each axis. */
const SPOTS = [0.1, 0.5, 0.9]
/** Rays end this far inside the target block (blocks). */
const WITHIN = 1e-4

/** Whether a player can act on a block: within reach, with a clear line of sight to one of its faces. */
export function reaches(level: Level, player: Player, x: number, y: number, z: number): boolean {
  return (
    player.knowsColumn(x, z) &&
    withinReach(player, x, y, z) &&
    seesBlock(level, player.eye, x, y, z)
  )
}

export function withinReach(player: Player, x: number, y: number, z: number): boolean {
  const eye = player.eye
  return Math.hypot(x + 0.5 - eye.x, y + 0.5 - eye.y, z + 0.5 - eye.z) <= REACH
}

/** Whether the eye has a clear line of sight to any face of the block. */
export function seesBlock(level: Level, eye: Vec3, x: number, y: number, z: number): boolean {
  const inside = (e: number, block: number) => Math.floor(e) === block
  if (inside(eye.x, x) && inside(eye.y, y) && inside(eye.z, z)) return true
  const shapes = shapesOf(level.registry)
  const faceX = face(eye.x, x)
  const faceY = face(eye.y, y)
  const faceZ = face(eye.z, z)
  for (const a of SPOTS) {
    for (const b of SPOTS) {
      if (faceX !== undefined && lineFree(level, shapes, eye, faceX, y + a, z + b)) return true
      if (faceY !== undefined && lineFree(level, shapes, eye, x + a, faceY, z + b)) return true
      if (faceZ !== undefined && lineFree(level, shapes, eye, x + a, y + b, faceZ)) return true
    }
  }
  return false
}

/** Coordinate along one axis of the block face that is turned towards the eye. */
function face(eye: number, block: number): number | undefined {
  if (eye < block) return block + WITHIN
  if (eye > block + 1) return block + 1 - WITHIN
  return undefined
}

/** Whether no collision box is on the line, except in the block where it ends. */
function lineFree(
  level: Level,
  shapes: Shapes,
  from: Vec3,
  toX: number,
  toY: number,
  toZ: number,
): boolean {
  const dx = toX - from.x
  const dy = toY - from.y
  const dz = toZ - from.z
  const endX = Math.floor(toX)
  const endY = Math.floor(toY)
  const endZ = Math.floor(toZ)
  const ray = new VoxelRay().start(from.x, from.y, from.z, dx, dy, dz)
  do {
    const { x, y, z } = ray
    if (x === endX && y === endY && z === endZ) return true
    if (!level.isLoaded(x, z) || lineMeetsBlock(level, shapes, from, dx, dy, dz, x, y, z))
      return false
  } while (ray.advance(1))
  return true
}

/** The block that a ray hits, and the face (0-5: down, up, north, south, west, east). */
export interface Hit {
  x: number
  y: number
  z: number
  face: number
}

/** The first block on a line that has a collision box or satisfies `stops`. */
export function firstHit(
  level: Level,
  from: Vec3,
  line: Vec3,
  stops: (state: number) => boolean,
): Hit | undefined {
  const shapes = shapesOf(level.registry)
  const { x: dx, y: dy, z: dz } = line
  const ray = new VoxelRay().start(from.x, from.y, from.z, dx, dy, dz)
  do {
    const { x, y, z } = ray
    if (!level.isLoaded(x, z)) return undefined
    if (stops(level.state(x, y, z)) || lineMeetsBlock(level, shapes, from, dx, dy, dz, x, y, z))
      return { x, y, z, face: faceOf(ray.axis, line) }
  } while (ray.advance(1))
  return undefined
}

/** The face through which a line enters a block; top or bottom for the block that it starts in. */
function faceOf(axis: Axis | undefined, { x, y, z }: Vec3): number {
  if (axis === 'x') return x > 0 ? 4 : 5
  if (axis === 'z') return z > 0 ? 2 : 3
  return y > 0 ? 0 : 1
}

function lineMeetsBlock(
  level: Level,
  shapes: Shapes,
  from: Vec3,
  dx: number,
  dy: number,
  dz: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const state = level.state(x, y, z)
  if (shapes.empty(state)) return false
  if (shapes.full(state)) return true
  for (const box of shapes.boxes(state))
    if (lineMeetsBox(from.x - x, from.y - y, from.z - z, dx, dy, dz, box)) return true
  return false
}

function lineMeetsBox(
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  box: Box,
): boolean {
  let enter = 0
  let leave = 1
  for (let axis = 0; axis < 3; axis++) {
    const from = axis === 0 ? x : axis === 1 ? y : z
    const d = axis === 0 ? dx : axis === 1 ? dy : dz
    const min = box[axis] ?? 0
    const max = box[axis + 3] ?? 1
    if (d === 0) {
      if (from < min || from > max) return false
      continue
    }
    const a = (min - from) / d
    const b = (max - from) / d
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
    if (enter > leave) return false
  }
  return true
}

/** Whether no collision box is between two points. */
export function pointsSee(level: Level, from: Vec3, to: Vec3): boolean {
  return firstHit(level, from, to.minus(from), () => false) === undefined
}

import type { Dice } from './chance.ts'

/** An ellipsoid of carved space; a tunnel is a sequence of them. */
export interface Cavity {
  x: number
  y: number
  z: number
  /** Horizontal and vertical half extent (blocks). */
  radius: number
  height: number
  /** For ravines: narrowing factor of the walls by height, from the world's lowest block. */
  walls?: Float32Array
}

export interface Point {
  x: number
  y: number
  z: number
}

/** Maximum distance of a tunnel from its starting chunk (chunks). */
export const TUNNEL_REACH = 8
/** Maximum length of a tunnel (steps of one block). */
const MAX_LENGTH = (TUNNEL_REACH - 1) * 16

type Carve = (cavity: Cavity) => void

/** How a tunnel bends: damping of its pitch and of its random turns in each step, and their weight. */
interface Gait {
  pitchKept: number
  tiltKept: number
  turnKept: number
  weight: number
}
const RAVINE_GAIT: Gait = { pitchKept: 0.7, tiltKept: 0.8, turnKept: 0.5, weight: 0.05 }
const TUNNEL_GAIT: Gait = { pitchKept: 0.7, tiltKept: 0.9, turnKept: 0.75, weight: 0.1 }
/** One tunnel in six keeps its slope longer. */
const STEEP_GAIT: Gait = { ...TUNNEL_GAIT, pitchKept: 0.92 }

/** A point that advances through the rock in steps of one block, with a randomly changing direction. */
class Walk {
  x: number
  y: number
  z: number
  yaw: number
  pitch: number
  readonly #gait: Gait
  #tilt = 0
  #turn = 0

  constructor(start: Point, gait: Gait, yaw: number, pitch: number) {
    this.yaw = yaw
    this.pitch = pitch
    this.#gait = gait
    this.x = start.x
    this.y = start.y
    this.z = start.z
  }

  step(dice: Dice): void {
    const along = Math.cos(this.pitch)
    this.x += Math.cos(this.yaw) * along
    this.y += Math.sin(this.pitch)
    this.z += Math.sin(this.yaw) * along
    const { pitchKept, tiltKept, turnKept, weight } = this.#gait
    this.pitch = this.pitch * pitchKept + this.#tilt * weight
    this.yaw += this.#turn * weight
    this.#tilt = this.#tilt * tiltKept + swing(dice) * 2
    this.#turn = this.#turn * turnKept + swing(dice) * 4
  }
}

function swing(dice: Dice): number {
  return (dice.next() - dice.next()) * dice.next()
}

function lengthOf(dice: Dice): number {
  return MAX_LENGTH - dice.below(MAX_LENGTH / 4)
}

/** Initial pitch of tunnels and ravines: nearly level (radians). */
function slightSlope(dice: Dice): number {
  return (dice.next() - 0.5) / 4
}

/** Radius of a tunnel: widest in its middle, 1.5 at its ends (blocks). */
function radiusAt(step: number, length: number, width: number): number {
  return 1.5 + Math.sin((step * Math.PI) / length) * width
}

/** The caves that start in one chunk: most chunks have none, some have many. */
export function carveCaves(dice: Dice, start: () => Point, carve: Carve): void {
  const systems = dice.below(dice.below(dice.below(15) + 1) + 1)
  for (let system = 0; system < systems; system++) {
    const from = start()
    let tunnels = 1
    if (dice.below(4) === 0) {
      const radius = radiusAt(1, 2, 1 + dice.next() * 6)
      carve({ ...from, radius, height: radius / 2 })
      tunnels += dice.below(4)
    }
    for (let i = 0; i < tunnels; i++) {
      const yaw = dice.next() * 2 * Math.PI
      const pitch = slightSlope(dice)
      let width = dice.next() * 2 + dice.next()
      if (dice.below(10) === 0) width *= dice.next() * dice.next() * 3 + 1
      carveTunnel(dice, from, { yaw, pitch, width, from: 0, length: lengthOf(dice) }, carve)
    }
  }
}

interface Course {
  yaw: number
  pitch: number
  width: number
  /** First step, and length (steps); branches share the length of their trunk. */
  from: number
  length: number
}

function carveTunnel(dice: Dice, start: Point, course: Course, carve: Carve): void {
  const { width, length } = course
  const fork = dice.below(length >> 1) + (length >> 2)
  const gait = dice.below(6) === 0 ? STEEP_GAIT : TUNNEL_GAIT
  const walk = new Walk(start, gait, course.yaw, course.pitch)
  for (let step = course.from; step < length; step++) {
    walk.step(dice)
    if (step === fork && width > 1) {
      for (const side of [-Math.PI / 2, Math.PI / 2]) {
        const branch = { yaw: walk.yaw + side, pitch: walk.pitch / 3, from: step, length }
        carveTunnel(dice, walk, { ...branch, width: 0.5 + dice.next() / 2 }, carve)
      }
      return
    }
    if (dice.below(4) === 0) continue
    const radius = radiusAt(step, length, width)
    carve({ x: walk.x, y: walk.y, z: walk.z, radius, height: radius })
  }
}

/** A ravine: deep and narrow, with a width that varies every few blocks of height. */
export function carveRavine(dice: Dice, start: Point, worldHeight: number, carve: Carve): void {
  const walk = new Walk(start, RAVINE_GAIT, dice.next() * 2 * Math.PI, slightSlope(dice))
  const width = (dice.next() * 2 + dice.next()) * 2
  const length = lengthOf(dice)
  const walls = new Float32Array(worldHeight)
  let nearness = 1
  for (let y = 0; y < worldHeight; y++) {
    if (y === 0 || dice.below(3) === 0) nearness = (1 + dice.next() * dice.next()) ** 2
    walls[y] = nearness
  }
  for (let step = 0; step < length; step++) {
    walk.step(dice)
    const radius = radiusAt(step, length, width)
    const across = radius * (0.75 + dice.next() / 4)
    const height = radius * 3 * (0.75 + dice.next() / 4)
    if (dice.below(4) === 0) continue
    carve({ x: walk.x, y: walk.y, z: walk.z, radius: across, height, walls })
  }
}

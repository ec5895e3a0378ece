import { PerspectiveCamera, Vector3 } from 'three'
import { VoxelRay } from '#geometry/voxel-ray'
import type { AgentBody } from './agent-body.ts'
import { turnTo } from './inhabitants.ts'

export type Perspective = 'third' | 'first'

const EYE = 1.62
const NEAREST = 2
const FURTHEST = 60

/** What the camera looks at: a place above the agent's feet (blocks). */
const LOOK_AT = 1.3

/** How the camera stands when nobody has turned it: distance (blocks), and angle down (radians). */
const DISTANCE = 7
const TILT = 0.42

/** How much steeper it looks into a cut. */
const INTO_CUT = 0.62

/** How near it comes to a cut, in parts of its distance: there is less to be seen around the agent. */
const NEAR_CUT = 0.8
const STEEPEST = 1.5
const FLATTEST = -1.2

/**
 * Turns (radians: down, and to the side) that it tries, the least first, where blocks are in the way
 * of the view; the last look down on the agent from above.
 */
const DETOURS: readonly (readonly [tilt: number, yaw: number])[] = [
  [0, 0],
  [0.2, 0],
  [0.4, 0],
  [0, 0.5],
  [0, -0.5],
  [0.3, 0.7],
  [0.3, -0.7],
  [0.65, 0],
  [0.2, 1.3],
  [0.2, -1.3],
  [0.9, 0],
  [STEEPEST, 0],
]

/** Part of its distance that must be free for a detour to be good enough. */
const FREE_ENOUGH = 0.8

/** How far the lines of sight that must be free lie around the camera, and from what is behind it. */
const LENS = 0.25
const MARGIN = 0.3

/** How finely a line of sight is looked along (blocks). */
const SIGHT_STEP = 0.1

/** An agent that is so much higher or lower (blocks) than it was has not walked there. */
const JUMP = 3

/** How fast (a second) it turns to a detour, and moves out again where there is room. */
const DETOUR_PACE = 3
const OUT_PACE = 4

/** Radians a pixel that the mouse is dragged, and radians a press of a key. */
const DRAG = 0.008

/** Seconds after the last drag until the camera turns with the agent again. */
const REST = 4

/** Where the agent is, and where it looks. */
type Followed = Pick<AgentBody, 'object' | 'yaw' | 'pitch'>

/** Whether a block is in the way of the view. */
export type Hides = (x: number, y: number, z: number) => boolean

/** A camera behind the agent, which can be turned and moved off, or in its eyes. */
export class FollowCamera {
  readonly camera = new PerspectiveCamera(65, 1, 0.1, 400)
  perspective: Perspective = 'third'
  #distance = DISTANCE
  #yaw = 0
  #tilt = TILT
  #idle = REST
  /** How far it is out of its usual way, because blocks are in it, and how far from the agent. */
  readonly #detour = { tilt: 0, yaw: 0 }
  #away = DISTANCE
  readonly #look = new Vector3()
  #isPlaced = false

  /** Lets the watcher turn it with a pointer and move it off with a wheel. */
  listen(element: HTMLElement, onChange: () => void): void {
    element.addEventListener('pointerdown', (down) => element.setPointerCapture(down.pointerId))
    element.addEventListener('pointermove', (move) => {
      if (!element.hasPointerCapture(move.pointerId)) return
      this.turn(-move.movementX * DRAG, move.movementY * DRAG)
      onChange()
    })
    element.addEventListener(
      'wheel',
      (wheel) => {
        wheel.preventDefault()
        this.zoom(wheel.deltaY > 0 ? 1.12 : 1 / 1.12)
        onChange()
      },
      { passive: false },
    )
  }

  turn(yaw: number, tilt: number): void {
    this.#yaw += yaw
    this.#tilt = Math.min(STEEPEST, Math.max(FLATTEST, this.#tilt + tilt))
    this.#idle = 0
  }

  zoom(factor: number): void {
    this.#distance = Math.min(FURTHEST, Math.max(NEAREST, this.#distance * factor))
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height)
    this.camera.updateProjectionMatrix()
  }

  /** Leaves out what is further away from the agent than this (blocks). */
  limit(reach: number): void {
    const far = reach + this.#distance
    if (Math.abs(far - this.camera.far) < 1) return
    this.camera.far = far
    this.camera.updateProjectionMatrix()
  }

  /**
   * Follows the agent, and keeps a free line of sight to it; true while it is under way.
   * @param isCut whether what is above the agent is cut away, and it is seen from above.
   */
  update(agent: Followed, seconds: number, hides: Hides, isCut: boolean): boolean {
    const { x, y, z } = agent.object.position
    if (this.perspective === 'first') {
      this.camera.position.set(x, y + EYE, z)
      this.camera.rotation.set(agent.pitch, agent.yaw, 0, 'ZYX')
      return false
    }
    const isNew = !this.#isPlaced
    this.#isPlaced = true
    const part = (pace: number) => (isNew ? 1 : Math.min(1, seconds * pace))
    this.#idle += seconds
    const turn = this.#idle > REST || isNew ? turnTo(this.#yaw, agent.yaw) : 0
    this.#yaw += turn * part(1.2)
    const before = this.#look.clone()
    const rise = y + LOOK_AT - this.#look.y
    // It goes along at once, but not up and down with every step.
    this.#look.set(x, this.#look.y + rise * (Math.abs(rise) > JUMP ? 1 : part(8)), z)
    const [tilt, yaw] = this.#freeDetour(hides, isCut)
    const off = [tilt - this.#detour.tilt, yaw - this.#detour.yaw] as const
    this.#detour.tilt += off[0] * part(DETOUR_PACE)
    this.#detour.yaw += off[1] * part(DETOUR_PACE)
    const way = this.#way([this.#detour.tilt, this.#detour.yaw], isCut)
    const free = freeLength(this.#look, way, this.#wantedDistance(isCut), hides)
    const out = free - this.#away
    this.#away += out < 0 ? out : out * part(OUT_PACE)
    this.camera.position.copy(this.#look).addScaledVector(way, this.#away)
    this.camera.lookAt(this.#look)
    const isMoving = Math.abs(turn) > 0.01 || before.distanceTo(this.#look) > 0.003
    return isMoving || Math.abs(out) > 0.01 || Math.hypot(...off) > 0.01
  }

  /** The least detour with a free view, or the one with the longest. */
  #freeDetour(hides: Hides, isCut: boolean): readonly [tilt: number, yaw: number] {
    let best: readonly [tilt: number, yaw: number] = [0, 0]
    let longest = 0
    const wanted = this.#wantedDistance(isCut)
    for (const detour of DETOURS) {
      const free = freeLength(this.#look, this.#way(detour, isCut), wanted, hides)
      if (free >= FREE_ENOUGH * wanted) return detour
      if (free <= longest) continue
      best = detour
      longest = free
    }
    return best
  }

  /** How far from the agent the camera stands where nothing is in the way. */
  #wantedDistance(isCut: boolean): number {
    return isCut ? NEAR_CUT * this.#distance : this.#distance
  }

  /** The direction from the agent to the camera. */
  #way([tilt, yaw]: readonly [tilt: number, yaw: number], isCut: boolean): Vector3 {
    const down = Math.min(STEEPEST, this.#tilt + tilt + (isCut ? INTO_CUT : 0))
    const flat = Math.cos(down)
    const around = this.#yaw + yaw
    return new Vector3(Math.sin(around) * flat, Math.sin(down), Math.cos(around) * flat)
  }
}

/**
 * How far a camera can move off from a place, in a direction of length 1, before a block comes
 * between; `length` at the most (blocks).
 */
function freeLength(from: Vector3, way: Vector3, length: number, hides: Hides): number {
  const beside = new Vector3(way.z, 0, -way.x).normalize().multiplyScalar(LENS)
  const above = new Vector3().crossVectors(way, beside).setLength(LENS)
  let free = length
  for (const [side, up] of [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    const to = way
      .clone()
      .multiplyScalar(length + MARGIN)
      .addScaledVector(beside, side)
      .addScaledVector(above, up)
    free = Math.min(free, (length + MARGIN) * lineOfSight(from, to, hides) - MARGIN)
  }
  return Math.max(0, free)
}

/** Which part of a line is free. */
function lineOfSight(from: Vector3, line: Vector3, hides: Hides): number {
  const ray = new VoxelRay().start(from.x, from.y, from.z, line.x, line.y, line.z)
  const step = SIGHT_STEP / line.length()
  for (let part = 0; part < 1; part += step) {
    while (ray.advance(part)) if (hides(ray.x, ray.y, ray.z)) return part
  }
  return 2
}

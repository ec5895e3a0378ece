import { PerspectiveCamera, Vector3 } from 'three'
import type { AgentBody } from './agent-body.ts'
import { turnTo } from './inhabitants.ts'

export type Perspective = 'third' | 'first'

const EYE = 1.62
const NEAREST = 2
const FURTHEST = 60

/** How the camera stands when nobody has turned it: distance (blocks), and angle down (radians). */
const DISTANCE = 7
const TILT = 0.42

/** How far it keeps from the ground (blocks). */
const MARGIN = 0.4

/** Places between the agent and the camera where the ground may be in the way. */
const VIEW_LINE = [0.2, 0.4, 0.6, 0.8, 1]

/** How high it rises at the most to look into a hole, in parts of its distance. */
const HIGHEST = 2

/** Radians a pixel that the mouse is dragged, and radians a press of a key. */
const DRAG = 0.008

/** Seconds after the last drag until the camera turns with the agent again. */
const REST = 4

/** A camera behind the agent, which can be turned and moved off, or in its eyes. */
export class FollowCamera {
  readonly camera = new PerspectiveCamera(65, 1, 0.1, 400)
  perspective: Perspective = 'third'
  #distance = DISTANCE
  #yaw = 0
  #tilt = TILT
  #idle = REST
  /** How far above what it looks at it stands (blocks). */
  #height = 0
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
    this.#tilt = Math.min(1.5, Math.max(-1.2, this.#tilt + tilt))
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

  /** Follows the agent; true while it is under way. */
  update(agent: AgentBody, seconds: number, ground: Ground): boolean {
    const { x, y, z } = agent.object.position
    if (this.perspective === 'first') {
      this.camera.position.set(x, y + EYE, z)
      this.camera.rotation.set(agent.pitch, agent.yaw, 0, 'ZYX')
      return false
    }
    this.#idle += seconds
    const turn = this.#idle > REST || !this.#isPlaced ? turnTo(this.#yaw, agent.yaw) : 0
    this.#yaw += this.#isPlaced ? turn * Math.min(1, seconds * 1.2) : turn
    const before = this.#look.clone()
    this.#look.lerp(new Vector3(x, y + 1.3, z), this.#isPlaced ? Math.min(1, seconds * 8) : 1)
    const height = this.#wantedHeight(ground)
    const rise = height - this.#height
    this.#height += this.#isPlaced ? rise * Math.min(1, seconds * 6) : rise
    this.#isPlaced = true
    const [eyeX, eyeZ] = this.#behind(1)
    this.camera.position.set(eyeX, this.#look.y + this.#height, eyeZ)
    this.camera.lookAt(this.#look)
    return Math.abs(rise) > 0.01 || Math.abs(turn) > 0.01 || before.distanceTo(this.#look) > 0.003
  }

  /**
   * How far above the agent the camera stands. Where the agent is underground it stays below the
   * ground too, from where rock is not seen and tunnels are; elsewhere it rises until no ground
   * lies between.
   */
  #wantedHeight(ground: Ground): number {
    const usual = Math.sin(this.#tilt) * this.#distance
    const slopes = VIEW_LINE.flatMap((part) => {
      const height = ground.heightAt(...this.#behind(part))
      return height === null ? [] : [(height - this.#look.y) / part]
    })
    if (ground.isAbove) return Math.max(0, Math.min(usual, ...slopes.map((rise) => rise - MARGIN)))
    const needed = Math.max(usual, ...slopes.map((rise) => rise + MARGIN))
    return Math.min(needed, HIGHEST * this.#distance)
  }

  /** A place on the ground plan between the agent (0) and the camera (1). */
  #behind(part: number): [x: number, z: number] {
    const flat = Math.cos(this.#tilt) * this.#distance * part
    return [this.#look.x + Math.sin(this.#yaw) * flat, this.#look.z + Math.cos(this.#yaw) * flat]
  }
}

/** What the camera must know of the ground. */
export interface Ground {
  /** Whether the agent is underground. */
  readonly isAbove: boolean
  /** Upper side (y) of the ground at a place; null where nothing is known. */
  heightAt(x: number, z: number): number | null
}

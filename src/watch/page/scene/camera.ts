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

  /** Follows the agent; true while it is under way. */
  update(agent: AgentBody, seconds: number): boolean {
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
    this.#isPlaced = true
    const flat = Math.cos(this.#tilt) * this.#distance
    this.camera.position.set(
      this.#look.x + Math.sin(this.#yaw) * flat,
      this.#look.y + Math.sin(this.#tilt) * this.#distance,
      this.#look.z + Math.cos(this.#yaw) * flat,
    )
    this.camera.lookAt(this.#look)
    return before.distanceTo(this.#look) > 0.003 || Math.abs(turn) > 0.01
  }
}

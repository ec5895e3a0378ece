import { PerspectiveCamera, Vector3 } from 'three'
import { VoxelRay } from '#geometry/voxel-ray'
import type { CameraKey } from '../../camera-path.ts'
import type { Cut } from '../mesher/messages.ts'
import type { AgentBody } from './agent-body.ts'
import { turnTo } from './inhabitants.ts'
import { facingOf } from './slice.ts'

/** Behind the agent, through its eyes, or free. */
export type Perspective = 'third' | 'first' | 'free'

/** Range of the camera's distance (blocks). */
const MIN_DISTANCE = 2
const MAX_DISTANCE = 60

/** Height above the agent's feet at which the camera looks, relative to the height of its eyes. */
const LOOK_AT = 0.8

/** Default distance (blocks) and downward tilt (radians). */
const DISTANCE = 7
const TILT = 0.42

/** Default rotation and tilt against a cut (radians), and the greatest rotation. */
const CUT_YAW = 0.26
const CUT_TILT = 0.24
const MAX_CUT_YAW = 1.2

/** Factor on the distance before a cut, which shows the surroundings. */
const CUT_DISTANCE = 1.9

/** Rate at which the camera turns to a cut (per second). */
const CUT_PACE = 2.5

/** Range of the tilt (radians). */
const MAX_TILT = 1.5
const MIN_TILT = -1.2

type Detour = readonly [tilt: number, yaw: number]

/**
 * Rotations (radians) that the camera tries in this order when blocks hide the agent. The last one looks
 * straight down.
 */
const DETOURS: readonly Detour[] = [
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
  [MAX_TILT, 0],
]

/** Share of the wanted distance that must be free for a detour to be accepted, and for the current one to be kept. */
const FREE_ENOUGH = 0.8
const STILL_FREE = 0.55

/** Seconds for which the camera keeps a detour, so that it does not swing between two of them. */
const KEEP = 1.5

/** Least distance from the agent, whose body is hidden below the second one (blocks). */
const MIN_AWAY = 0.3
const HIDES_BODY = 1.5

/** Distance of the outer lines of sight from the camera, and from the camera to blocks behind it (blocks). */
const LENS = 0.25
const MARGIN = 0.3

/** Step along a line of sight (blocks). */
const SIGHT_STEP = 0.1

/** A larger change in height (blocks) is followed at once, because the agent was teleported or fell. */
const JUMP = 3

/** Rates (per second) at which the camera turns to a detour, and moves out again. */
const DETOUR_PACE = 3
const OUT_PACE = 4

/** Radians per pixel of a drag. */
const DRAG = 0.008

/** Seconds after the last drag until the camera follows the agent's yaw again. */
const REST = 4

/** Rate at which a free camera reaches the place where the user sends it (per second). */
const FREE_PACE = 8

/** Way of a free camera for a turn of the wheel (blocks). */
const WHEEL = 1.5

/** The agent's position and direction. */
type Followed = Pick<AgentBody, 'object' | 'yaw' | 'pitch' | 'eyeHeight'>

/** Whether a block hides what is behind it. */
export type Hides = (x: number, y: number, z: number) => boolean

/** A camera behind the agent that the user can turn and zoom, or a first-person camera. */
export class FollowCamera {
  readonly camera = new PerspectiveCamera(65, 1, 0.1, 400)
  perspective: Perspective = 'third'
  #distance = DISTANCE
  #yaw = 0
  #tilt = TILT
  #idle = REST
  /** Current rotation around blocks that hide the agent (radians), the wanted one, and the time since it was chosen (s). */
  readonly #detour = { tilt: 0, yaw: 0 }
  #chosen: Detour = [0, 0]
  #sinceChosen = Number.POSITIVE_INFINITY
  /** The user's rotation and tilt against a cut (radians), and whether there is one. */
  #cutYaw = CUT_YAW
  #cutTilt = CUT_TILT
  #isCut = false
  /** Current distance from the agent (blocks). */
  #away = DISTANCE
  readonly #look = new Vector3()
  #isPlaced = false
  /** Where a free camera goes. */
  readonly #wanted = new Vector3()
  readonly #angles = { yaw: 0, pitch: 0 }

  /** Lets the user turn the camera with a pointer and zoom with a wheel. */
  listen(element: HTMLElement, onChange: () => void): void {
    /** Places of the pointers that are down (pixels). */
    const pointers = new Map<number, readonly [x: number, y: number]>()
    const spread = () => {
      const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [...pointers.values()]
      return Math.max(1, Math.hypot(ax - bx, ay - by))
    }
    element.addEventListener('pointerdown', (down) => {
      element.setPointerCapture(down.pointerId)
      pointers.set(down.pointerId, [down.clientX, down.clientY])
    })
    for (const end of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(end, ({ pointerId }) => pointers.delete(pointerId))
    element.addEventListener('pointermove', (move) => {
      if (!pointers.has(move.pointerId)) return
      const before = spread()
      pointers.set(move.pointerId, [move.clientX, move.clientY])
      // Two fingers zoom, and one turns the view.
      if (pointers.size > 1 && this.perspective === 'free')
        this.fly(0, 0, (spread() - before) * DRAG)
      else if (pointers.size > 1) this.zoom(before / spread())
      else this.turn(-move.movementX * DRAG, move.movementY * DRAG)
      onChange()
    })
    element.addEventListener(
      'wheel',
      (wheel) => {
        wheel.preventDefault()
        if (this.perspective === 'free') this.fly(0, 0, wheel.deltaY > 0 ? -WHEEL : WHEEL)
        else this.zoom(wheel.deltaY > 0 ? 1.12 : 1 / 1.12)
        onChange()
      },
      { passive: false },
    )
  }

  /** Changes between the camera behind the agent and a free one, which starts where the camera is. */
  detach(isFree: boolean): void {
    this.perspective = isFree ? 'free' : 'third'
    if (!isFree) return
    const { x, y, z } = this.camera.position
    const way = this.camera.getWorldDirection(new Vector3())
    this.place({ x, y, z, yaw: Math.atan2(-way.x, -way.z), pitch: Math.asin(way.y) })
  }

  /** Puts a free camera at a place. */
  place({ x, y, z, yaw, pitch }: Omit<CameraKey, 'tick'>): void {
    this.perspective = 'free'
    this.#wanted.set(x, y, z)
    this.camera.position.copy(this.#wanted)
    Object.assign(this.#angles, { yaw, pitch })
  }

  /** Where a free camera is. */
  get freePlace(): Omit<CameraKey, 'tick'> {
    const { x, y, z } = this.#wanted
    return { x, y, z, ...this.#angles }
  }

  /** Moves a free camera to its right, up and forward (blocks). */
  fly(right: number, up: number, forward: number): void {
    const { yaw, pitch } = this.#angles
    const ahead = new Vector3(
      -Math.sin(yaw) * Math.cos(pitch),
      Math.sin(pitch),
      -Math.cos(yaw) * Math.cos(pitch),
    )
    this.#wanted
      .addScaledVector(ahead, forward)
      .addScaledVector(new Vector3(Math.cos(yaw), 0, -Math.sin(yaw)), right)
    this.#wanted.y += up
  }

  turn(yaw: number, tilt: number): void {
    if (this.perspective === 'free') {
      this.#angles.yaw += yaw
      this.#angles.pitch = Math.min(MAX_TILT, Math.max(-MAX_TILT, this.#angles.pitch - tilt))
      return
    }
    if (this.#isCut) {
      this.#cutYaw = Math.min(MAX_CUT_YAW, Math.max(-MAX_CUT_YAW, this.#cutYaw + yaw))
      this.#cutTilt = Math.min(MAX_CUT_YAW, Math.max(-0.3, this.#cutTilt + tilt))
      return
    }
    this.#yaw += yaw
    this.#tilt = Math.min(MAX_TILT, Math.max(MIN_TILT, this.#tilt + tilt))
    this.#idle = 0
  }

  zoom(factor: number): void {
    this.#distance = Math.min(MAX_DISTANCE, Math.max(MIN_DISTANCE, this.#distance * factor))
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height)
    this.camera.updateProjectionMatrix()
  }

  /** Limits the view to a distance from the agent (blocks). */
  limit(reach: number): void {
    const far = reach + this.#distance
    if (Math.abs(far - this.camera.far) < 1) return
    this.camera.far = far
    this.camera.updateProjectionMatrix()
  }

  /** Whether the agent's body would only hide the view. */
  get hidesBody(): boolean {
    const isNear = this.perspective === 'third' && this.#away < HIDES_BODY
    return this.perspective === 'first' || isNear
  }

  /** Horizontal direction from the agent to the camera. */
  get direction(): { readonly x: number; readonly z: number } {
    return { x: Math.sin(this.#yaw), z: Math.cos(this.#yaw) }
  }

  /**
   * Follows the agent, and keeps a free line of sight to it.
   * @param cut The cut through the terrain, before which the camera stays; null for none.
   * @returns Whether the camera is still moving.
   */
  update(agent: Followed, seconds: number, hides: Hides, cut: Cut | null): boolean {
    const { x, y, z } = agent.object.position
    if (this.perspective === 'free') return this.#glide(seconds)
    if (this.perspective === 'first') {
      this.camera.position.set(x, y + agent.eyeHeight, z)
      this.camera.rotation.set(agent.pitch, agent.yaw, 0, 'ZYX')
      return false
    }
    const isNew = !this.#isPlaced
    this.#isPlaced = true
    const part = (pace: number) => (isNew ? 1 : Math.min(1, seconds * pace))
    const before = this.camera.position.clone()
    const rise = y + LOOK_AT * agent.eyeHeight - this.#look.y
    // The camera follows horizontally at once, but smooths steps up and down.
    this.#look.set(x, this.#look.y + rise * (Math.abs(rise) > JUMP ? 1 : part(8)), z)
    this.#isCut = cut !== null
    if (cut) this.#faceCut(cut, part)
    else this.#follow(agent, seconds, isNew, hides, part)
    this.camera.lookAt(this.#look)
    return before.distanceTo(this.camera.position) > 0.003
  }

  /** Goes to the place where the user has sent a free camera. */
  #glide(seconds: number): boolean {
    const { position, rotation } = this.camera
    const away = position.distanceTo(this.#wanted)
    position.lerp(this.#wanted, away < 0.01 ? 1 : Math.min(1, seconds * FREE_PACE))
    rotation.set(this.#angles.pitch, this.#angles.yaw, 0, 'YXZ')
    return away > 0.01
  }

  /** Stays before a cut, which hides nothing. */
  #faceCut(cut: Cut, part: (pace: number) => number): void {
    this.#yaw += turnTo(this.#yaw, facingOf(cut) + this.#cutYaw) * part(CUT_PACE)
    this.#tilt += (this.#cutTilt - this.#tilt) * part(CUT_PACE)
    this.#detour.tilt = 0
    this.#detour.yaw = 0
    this.#away += (CUT_DISTANCE * this.#distance - this.#away) * part(CUT_PACE)
    this.camera.position.copy(this.#look).addScaledVector(this.#way([0, 0]), this.#away)
  }

  #follow(
    agent: Followed,
    seconds: number,
    isNew: boolean,
    hides: Hides,
    part: (pace: number) => number,
  ): void {
    this.#idle += seconds
    if (this.#idle > REST || isNew) {
      this.#yaw += turnTo(this.#yaw, agent.yaw) * part(1.2)
      // Only a cut sets a lower tilt; the camera returns from it.
      this.#tilt += Math.max(0, TILT - this.#tilt) * part(1.2)
    }
    const [tilt, yaw] = this.#freeDetour(hides, seconds)
    this.#detour.tilt += (tilt - this.#detour.tilt) * part(DETOUR_PACE)
    this.#detour.yaw += (yaw - this.#detour.yaw) * part(DETOUR_PACE)
    const way = this.#way([this.#detour.tilt, this.#detour.yaw])
    const free = Math.max(MIN_AWAY, freeLength(this.#look, way, this.#distance, hides))
    const out = free - this.#away
    this.#away += out < 0 ? out : out * part(OUT_PACE)
    this.camera.position.copy(this.#look).addScaledVector(way, this.#away)
  }

  /** The first detour with enough free distance, or the one with the most. The current one is kept for a while. */
  #freeDetour(hides: Hides, seconds: number): Detour {
    const free = (detour: Detour) =>
      freeLength(this.#look, this.#way(detour), this.#distance, hides) / this.#distance
    this.#sinceChosen += seconds
    if (this.#sinceChosen < KEEP && free(this.#chosen) >= STILL_FREE) return this.#chosen
    let best: Detour = [0, 0]
    let longest = 0
    for (const detour of DETOURS) {
      const share = free(detour)
      if (share <= longest) continue
      best = detour
      longest = share
      if (share >= FREE_ENOUGH) break
    }
    if (best !== this.#chosen) this.#sinceChosen = 0
    this.#chosen = best
    return best
  }

  /** The direction from the agent to the camera. */
  #way([tilt, yaw]: Detour): Vector3 {
    const down = Math.min(MAX_TILT, this.#tilt + tilt)
    const flat = Math.cos(down)
    const around = this.#yaw + yaw
    return new Vector3(Math.sin(around) * flat, Math.sin(down), Math.cos(around) * flat)
  }
}

/**
 * How far a camera can move from a position along a unit vector before a block hides the position;
 * at most `length` (blocks).
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

/** The free share of a line, from 0 to 1, or 2 if all of it is free. */
function lineOfSight(from: Vector3, line: Vector3, hides: Hides): number {
  const ray = new VoxelRay().start(from.x, from.y, from.z, line.x, line.y, line.z)
  const step = SIGHT_STEP / line.length()
  for (let part = 0; part < 1; part += step) {
    while (ray.advance(part)) if (hides(ray.x, ray.y, ray.z)) return part
  }
  return 2
}

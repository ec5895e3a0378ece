import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { Aim } from '#body/crosshair'
import { NORMALS } from '#body/faces'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import type { PlacementAim } from '#body/place'
import { firstBlockBetween } from '#body/sight'
import { EYE_HEIGHT } from '#knowledge/player-size'

/** Distance from the eyes of a standing place within which the agent builds (blocks). The agent may stand off its middle. */
const ARM = 3.9
/** Points of a face to look at, as shares of its edges. */
const SHARES = [0.5, 0.2, 0.8] as const
/** The eyes are at least this far before the plane of a face (blocks). */
const BEFORE = 0.2
/** A point this far inside a block belongs to it (blocks). */
const INSIDE = 0.02

/** Standing where a click on one of some faces places a block as wanted. */
export class Stance implements NavigationGoal {
  readonly dry = true
  readonly #body: Body
  readonly #middle: Vec3
  readonly #clicks: readonly { readonly block: Vec3; readonly face: number }[]
  readonly #accepts: PlacementAim['accepts']
  readonly #blocked: (node: Position) => boolean

  /**
   * @param clicks the faces of blocks, one of which the agent clicks.
   * @param isBlocked standing places that do not count.
   */
  constructor(
    body: Body,
    middle: Vec3,
    clicks: readonly { readonly block: Vec3; readonly face: number }[],
    isBlocked: (node: Position) => boolean,
    accepts?: PlacementAim['accepts'],
  ) {
    this.#body = body
    this.#middle = middle.offset(0.5, 0.5, 0.5)
    this.#clicks = clicks
    this.#blocked = isBlocked
    this.#accepts = accepts
  }

  heuristic(node: Position): number {
    return Math.max(0, eyeAt(node).distanceTo(this.#middle) - ARM)
  }

  isEnd(node: Position): boolean {
    const eye = eyeAt(node)
    if (eye.distanceTo(this.#middle) > ARM + 1 || this.#blocked(node)) return false
    return this.#clicks.some(({ block, face }) => this.#reaches(eye, block, face))
  }

  #reaches(eye: Vec3, block: Vec3, face: number): boolean {
    const normal = NORMALS[face]
    if (!normal) return false
    const centre = block.offset(0.5, 0.5, 0.5).plus(normal.scaled(0.5))
    if (eye.minus(centre).dot(normal) < BEFORE) return false
    return pointsOf(block, normal).some((point) => {
      if (point.distanceTo(eye) > ARM) return false
      const aim: Aim = { block, face, point }
      if (this.#accepts && !this.#accepts(aim, eye)) return false
      const inside = point.minus(normal.scaled(INSIDE))
      const met = firstBlockBetween(this.#body, eye, inside)
      return met === null || met.equals(block)
    })
  }
}

/** Standing where a place is in sight. */
export class View implements NavigationGoal {
  readonly #body: Body
  readonly #place: Vec3

  constructor(body: Body, place: Vec3) {
    this.#body = body
    this.#place = place
  }

  heuristic(node: Position): number {
    return Math.max(0, eyeAt(node).distanceTo(this.#place.offset(0.5, 0.5, 0.5)) - ARM)
  }

  isEnd(node: Position): boolean {
    const eye = eyeAt(node)
    const middle = this.#place.offset(0.5, 0.5, 0.5)
    if (eye.distanceTo(middle) > ARM + 1) return false
    return NORMALS.some((normal) => {
      if (eye.minus(middle).dot(normal) < 0.5) return false
      const point = middle.plus(normal.scaled(0.5 - INSIDE))
      const met = firstBlockBetween(this.#body, eye, point)
      return met === null || met.equals(this.#place)
    })
  }
}

/** Whether a standing player would be in the place of a block. */
export function isInPlace(place: Vec3, { x, y, z }: Position): boolean {
  return x === place.x && z === place.z && (y === place.y || y + 1 === place.y)
}

function eyeAt({ x, y, z }: Position): Vec3 {
  return new Vec3(x + 0.5, y + EYE_HEIGHT, z + 0.5)
}

function* sharesOfFace(): Generator<readonly [number, number]> {
  for (const u of SHARES) for (const v of SHARES) yield [u, v]
}

/** Points on the face of a block with a normal. */
function pointsOf(block: Vec3, normal: Vec3): Vec3[] {
  return [...sharesOfFace()].map(([u, v]) => {
    if (normal.y !== 0) return block.offset(u, normal.y > 0 ? 1 : 0, v)
    if (normal.x !== 0) return block.offset(normal.x > 0 ? 1 : 0, u, v)
    return block.offset(v, u, normal.z > 0 ? 1 : 0)
  })
}

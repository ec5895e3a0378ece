import type { LightLevels } from './light-levels.ts'
import { type EyeSight, SIGHT_DISTANCE } from './sight-lines.ts'
import { ViewFrustum } from './view-frustum.ts'

/**
 * Least light level at which sight has its full range. The Nether's ambient light, 0.1 of full brightness in every version, is
 * brighter than this level elsewhere (0.08).
 */
export const BRIGHT = 4
/** Range of sight in less light, and in none (blocks). */
const DIM_RANGE = 16
const DARK_RANGE = 5

/** Limits of a player's sight. */
export interface SightLimits {
  /** It is limited to the field of view around the direction of the head. */
  readonly view: boolean
  /** Its range at the light level of a place (blocks); null for the full range in any light. */
  readonly rangeAt: ((light: number) => number) | null
}

/** The range of a player's sight at a light level (blocks). */
export function playerRange(light: number): number {
  if (light >= BRIGHT) return SIGHT_DISTANCE
  return light > 0 ? DIM_RANGE : DARK_RANGE
}

type Light = Pick<LightLevels, 'at' | 'sky'>

/** The sight of a player at a screen, limited by field of view and light. */
export class PlayerSight implements EyeSight {
  readonly view = new ViewFrustum()
  readonly limits: SightLimits
  readonly #light: Light
  readonly #hasAmbientLight: () => boolean

  /** @param hasAmbientLight whether all places are bright, as in the Nether. */
  constructor(light: Light, limits: SightLimits, hasAmbientLight: () => boolean) {
    this.#light = light
    this.limits = limits
    this.#hasAmbientLight = hasAmbientLight
  }

  shows(dx: number, dy: number, dz: number): boolean {
    return !this.limits.view || this.view.shows(dx, dy, dz)
  }

  hides(dx: number, dy: number, dz: number, radius: number): boolean {
    return this.limits.view && this.view.hides(dx, dy, dz, radius)
  }

  /** Whether sky light reaches a place. From other places, no land is in sight. */
  reachesSky({ x, y, z }: { x: number; y: number; z: number }): boolean {
    return this.#light.sky(Math.floor(x), Math.floor(y), Math.floor(z)) > 0
  }

  range(x: number, y: number, z: number): number {
    const { rangeAt } = this.limits
    if (!rangeAt) return SIGHT_DISTANCE
    return rangeAt(this.#hasAmbientLight() ? BRIGHT : this.#light.at(x, y, z))
  }
}

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
  /** Its range is shorter in little light. */
  readonly darkness: boolean
}

/** The sight of a player at a screen, limited by field of view and light. */
export class PlayerSight implements EyeSight {
  readonly view = new ViewFrustum()
  readonly limits: SightLimits
  readonly #light: LightLevels
  readonly #hasAmbientLight: () => boolean

  /** @param hasAmbientLight whether all places are bright, as in the Nether. */
  constructor(light: LightLevels, limits: SightLimits, hasAmbientLight: () => boolean) {
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
    if (!this.limits.darkness || this.#hasAmbientLight()) return SIGHT_DISTANCE
    const level = this.#light.at(x, y, z)
    if (level >= BRIGHT) return SIGHT_DISTANCE
    return level > 0 ? DIM_RANGE : DARK_RANGE
  }
}

import type { LightLevels } from './light-levels.ts'
import { type EyeSight, SIGHT_DISTANCE } from './sight-lines.ts'
import { ViewFrustum } from './view-frustum.ts'

/** Least light in which things are seen as far as sight goes. */
export const BRIGHT = 4
/** How far things are seen in less light, and in none (blocks). */
const DIM_RANGE = 16
const DARK_RANGE = 5

/** What limits a player's sight. */
export interface SightLimits {
  /** It sees only what its head points at. */
  readonly view: boolean
  /** It sees less far where there is little light. */
  readonly darkness: boolean
}

/** The eye of a player before a screen: it sees where the head points, and in the dark only what is near. */
export class PlayerSight implements EyeSight {
  readonly view = new ViewFrustum()
  readonly limits: SightLimits
  readonly #light: LightLevels

  constructor(light: LightLevels, limits: SightLimits) {
    this.#light = light
    this.limits = limits
  }

  shows(dx: number, dy: number, dz: number): boolean {
    return !this.limits.view || this.view.shows(dx, dy, dz)
  }

  /** Whether light of the sky reaches a place: from elsewhere no land is in sight. */
  reachesSky({ x, y, z }: { x: number; y: number; z: number }): boolean {
    return this.#light.sky(Math.floor(x), Math.floor(y), Math.floor(z)) > 0
  }

  range(x: number, y: number, z: number): number {
    if (!this.limits.darkness) return SIGHT_DISTANCE
    const level = this.#light.at(x, y, z)
    if (level >= BRIGHT) return SIGHT_DISTANCE
    return level > 0 ? DIM_RANGE : DARK_RANGE
  }
}

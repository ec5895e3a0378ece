import { createField, createFractal } from './noise.ts'
import { mix, smoothStep } from './smooth.ts'

/** Continentalness thresholds of sea and deep sea. */
export const SEA = -0.34
export const DEEP_SEA = -0.55
/** Width of the coast in continentalness. */
export const COAST = 0.08
/** What the relief depends on, at one position. */
export interface Region {
  continent: number
  /** 0 at the coast to 1 inland. */
  inland: number
  /** Shares of swamp and badlands, from 0 to 1. */
  swamp: number
  badlands: number
}

/** Height of the topmost solid block, and whether the position belongs to a mountain range. */
export interface Shape {
  height: number
  mountains: boolean
}

export type Relief = (x: number, z: number, region: Region) => Shape

/** How the land rises, in blocks unless stated otherwise. */
interface Profile {
  /** Additional height of hills: the lowest and the highest amplitude. */
  hills: readonly [gentle: number, steep: number]
  /** Base height of mountains, and the height of their ridges above it. */
  mountains: number
  ridges: number
  /** Noise thresholds between which mountains rise, and the share from which the biome is mountains. */
  rise: readonly [from: number, to: number]
  mountainous: number
  /** Height of the uplands of 1.18, which carry any biome. */
  uplands: number
  /** Height of the mesas of badlands. */
  mesas: number
}
const OLD_WORLD: Profile = {
  hills: [4, 17],
  mountains: 8,
  ridges: 34,
  rise: [0.22, 0.5],
  mountainous: 0.35,
  uplands: 0,
  mesas: 14,
}
const TALL_WORLD: Profile = {
  hills: [3, 16],
  mountains: 20,
  ridges: 75,
  rise: [0.24, 0.55],
  mountainous: 0.5,
  uplands: 48,
  mesas: 28,
}

/** Height of swamps: half of their ground is under shallow water. */
const SWAMP_HEIGHT = 62.4
/** Lowest ground (blocks). */
const LOWEST = 40

/** The heights of a seed's land and sea floor. */
export function createRelief(seed: number, tall: boolean): Relief {
  const profile = tall ? TALL_WORLD : OLD_WORLD
  const ranges = createFractal(`mountains-${seed}`, 1400, 3)
  const ridges = createFractal(`ridges-${seed}`, 190, 3)
  const hilliness = createField(`hilliness-${seed}`, 600)
  const hills = createFractal(`hills-${seed}`, 110, 3)
  const uplands = createFractal(`uplands-${seed}`, 800, 3)
  const rivers = createFractal(`rivers-${seed}`, 1300, 3)
  const lakes = createField(`lakes-${seed}`, 260)

  /** The floor of the sea. */
  function seaFloor(continent: number, bumps: number): number {
    const depth = smoothStep(SEA, DEEP_SEA - 0.05, continent)
    return mix(61, 38, depth) + bumps * mix(1, 4, depth)
  }

  /** Dry land before rivers and lakes. */
  function land(x: number, z: number, region: Region, mountains: number, river: number): number {
    const { continent, inland, swamp, badlands } = region
    const bumps = hills(x, z)
    const shore = mix(61, 66, smoothStep(SEA, SEA + 1.5 * COAST, continent))
    const [gentle, steep] = profile.hills
    const hilly = smoothStep(0, 0.7, hilliness(x, z))
    let height = shore + inland * (2.5 + (bumps + 0.35) * mix(gentle, steep, hilly))
    if (profile.uplands > 0) {
      const valley = smoothStep(0.03, 0.25, river)
      height += inland * valley * profile.uplands * smoothStep(0.05, 0.45, uplands(x, z))
    }
    if (mountains > 0) {
      const ridge = 1 - Math.abs(ridges(x, z))
      height += mountains * (profile.mountains + profile.ridges * ridge * ridge * ridge)
    }
    height += badlands * profile.mesas * smoothStep(0, 0.15, bumps)
    return mix(height, SWAMP_HEIGHT + bumps * 2, swamp)
  }

  return (x, z, region) => {
    const { continent, inland, swamp } = region
    if (continent < SEA) {
      const height = Math.max(LOWEST, seaFloor(continent, hills(x, z)))
      return { height: Math.floor(height), mountains: false }
    }
    const [from, to] = profile.rise
    const mountains = inland * (1 - swamp) * smoothStep(from, to, ranges(x, z))
    const river = Math.abs(rivers(x, z))
    let height = land(x, z, region, mountains, river)
    // Mountains interrupt rivers and lakes.
    const wetness = inland * (1 - smoothStep(0.1, 0.4, mountains)) * (1 - swamp)
    if (wetness > 0) {
      const bed = Math.max(1 - smoothStep(0.007, 0.035, river), smoothStep(0.75, 0.88, lakes(x, z)))
      height = mix(height, 57.5, bed * wetness)
    }
    return {
      height: Math.floor(Math.max(height, LOWEST)),
      mountains: mountains > profile.mountainous,
    }
  }
}

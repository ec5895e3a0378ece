import { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import { DIMENSIONS } from '../dimensions/dimension-kinds.ts'
import type { Level } from '../level.ts'
import { FRAME, PORTAL } from './portal.ts'

/** Distance along x and z within which a new portal is built (blocks). */
const RADIUS = 16
/** Least height of a portal without ground, and distance to the top of the world (blocks). */
const MIN_HEIGHT = 70
const TOP_DISTANCE = 9

type Axis = 'x' | 'z'

/** Steps along the portal and across it. */
const STEPS: Readonly<Record<Axis, { along: Vec3; across: Vec3 }>> = {
  x: { along: new Vec3(1, 0, 0), across: new Vec3(0, 0, 1) },
  z: { along: new Vec3(0, 0, 1), across: new Vec3(-1, 0, 0) },
}

/**
 * Builds a lit portal near a place by the game's rules: on the nearest ground with room before and behind it, else
 * with room for the frame alone, else on a platform in the air or in the rock.
 * @returns its lowest portal block.
 */
export function buildPortal(level: Level, place: Vec3, axis: Axis): Vec3 {
  const site = findSite(level, place, axis) ?? makePlatform(level, place, axis)
  const { along } = STEPS[axis]
  const obsidian = level.registry.blockState(FRAME)
  const portal = level.registry.blockState(PORTAL, { axis })
  const put = (right: number, up: number, state: number) => {
    const { x, y, z } = site.plus(along.scaled(right)).offset(0, up, 0)
    level.set(x, y, z, state)
  }
  for (let right = -1; right <= 2; right++)
    for (let up = -1; up <= 3; up++)
      if (right === -1 || right === 2 || up === -1 || up === 3) put(right, up, obsidian)
  for (let right = 0; right <= 1; right++) for (let up = 0; up <= 2; up++) put(right, up, portal)
  return site
}

/** The highest y at which a dimension has terrain. */
function topOf(level: Level): number {
  return Math.min(level.maxY, level.minY + DIMENSIONS[level.dimension].logicalHeight) - 1
}

function findSite(level: Level, place: Vec3, axis: Axis): Vec3 | undefined {
  const top = topOf(level)
  const traits = traitsOf(level.registry)
  const blockAt = (x: number, y: number, z: number) => traits(level.state(x, y, z))
  const isEmpty = (x: number, y: number, z: number) => {
    const { boxes, water, lava } = blockAt(x, y, z)
    return boxes.length === 0 && water === 0 && lava === 0
  }
  const { along, across } = STEPS[axis]
  /** Whether a frame, shifted across its axis, has ground below it and room. */
  const hasRoom = (site: Vec3, shift: number) => {
    for (let right = -1; right <= 2; right++) {
      const { x, z } = site.plus(along.scaled(right)).plus(across.scaled(shift))
      if (blockAt(x, site.y - 1, z).boxes.length === 0) return false
      for (let up = 0; up <= 3; up++) if (!isEmpty(x, site.y + up, z)) return false
    }
    return true
  }
  let wide: { site: Vec3; distance: number } | undefined
  let narrow: typeof wide
  const consider = (site: Vec3) => {
    const distance = site.distanceSquared(place)
    if (wide && distance >= wide.distance) return
    if (wide === undefined && narrow && distance >= narrow.distance && !hasRoom(site, 0)) return
    if (!hasRoom(site, 0)) return
    if (hasRoom(site, -1) && hasRoom(site, 1)) wide = { site, distance }
    else if (!narrow || distance < narrow.distance) narrow = { site, distance }
  }
  for (let dx = -RADIUS; dx <= RADIUS; dx++) {
    for (let dz = -RADIUS; dz <= RADIUS; dz++) {
      const [x, z] = [place.x + dx, place.z + dz]
      for (let y = Math.min(top, level.highest(x >> 4, z >> 4) + 1); y >= level.minY; y--) {
        if (!isEmpty(x, y, z)) continue
        const roof = y
        while (y > level.minY && isEmpty(x, y - 1, z)) y--
        const height = roof - y
        if (y + 4 <= top && (height <= 0 || height >= 3)) consider(new Vec3(x, y, z))
      }
    }
  }
  return (wide ?? narrow)?.site
}

/** Clears room for a portal, and lays its floor. */
function makePlatform(level: Level, place: Vec3, axis: Axis): Vec3 {
  const { along, across } = STEPS[axis]
  const lowest = Math.max(level.minY + 1, MIN_HEIGHT)
  const y = Math.max(lowest, Math.min(place.y, topOf(level) - TOP_DISTANCE))
  const site = new Vec3(place.x, y, place.z).minus(along)
  const obsidian = level.registry.blockState(FRAME)
  const air = level.registry.blockState('air')
  for (let shift = -1; shift <= 1; shift++)
    for (let right = 0; right <= 1; right++)
      for (let up = -1; up <= 2; up++) {
        const at = site.plus(along.scaled(right)).plus(across.scaled(shift)).offset(0, up, 0)
        level.set(at.x, at.y, at.z, up < 0 ? obsidian : air)
      }
  return site
}

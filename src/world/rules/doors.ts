import type { Interactions } from '../interactions.ts'
import type { Level } from '../level.ts'
import { otherHalf } from './halves.ts'

const OPENS = /_door$|_trapdoor$|_fence_gate$/
const NEEDS_POWER = /^iron_/

/** Lets players open and close wooden doors, trapdoors and fence gates. */
export function installDoors(level: Level, interactions: Interactions): void {
  const { registry } = level
  const names = new Set<string>()
  const swing = (x: number, y: number, z: number): boolean => {
    const state = level.state(x, y, z)
    const other = otherHalf(level, x, y, z, state)
    // Before 1.13 only the lower half of a door holds the `open` property.
    const [atY, lower] = other?.primary && !registry.flattened ? [other.y, other.state] : [y, state]
    const properties = registry.blockProperties(lower)
    const open = properties.open === 'true' ? 'false' : 'true'
    level.set(x, atY, z, registry.blockState(registry.blockName(lower), { ...properties, open }))
    if (other && registry.flattened) {
      const half = { ...registry.blockProperties(other.state), open }
      level.set(other.x, other.y, other.z, registry.blockState(registry.blockName(state), half))
    }
    return true
  }
  for (let state = 0; state < STATES; state++) {
    const name = registry.blockName(state)
    if (names.has(name) || !OPENS.test(name) || NEEDS_POWER.test(name)) continue
    names.add(name)
    interactions.add(name, (_player, x, y, z) => swing(x, y, z))
  }
}

/** Upper bound of block state ids in every version. */
const STATES = 1 << 16

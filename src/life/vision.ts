import type { Vision } from '#body/body'
import { UNLOADED } from '#knowledge/block-traits'
import type { Perception } from '#perception/perception'

/** What a body sees through a perception. */
export function visionOf(perception: Perception): Vision {
  return {
    state: (x, y, z) => perception.plannedState(x, y, z) ?? UNLOADED,
    examine: (x, y, z) => perception.examine(x, y, z),
    isKnown: (x, y, z) => perception.isKnown(x, y, z),
    knownSection: (...section) => perception.knownSection(...section),
    distantGround: (x, z) => perception.distantGround(x, z),
    light: (x, y, z) => perception.light(x, y, z),
    omnidirectional: perception.omnidirectional,
  }
}

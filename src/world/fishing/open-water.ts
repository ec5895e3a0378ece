import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { liquidsOf, SOURCE, WATER } from '../rules/liquids.ts'
import { shapesOf } from '../rules/shapes.ts'

/** Horizontal and vertical extent of the region that must be open (blocks). */
const AROUND = 2
const BELOW = -1
const ABOVE = 2

type Layer = 'water' | 'air' | 'mixed'

/**
 * Whether a bobber is in open water, by the rule of 1.16 and later: the 5 by 4 by 5 blocks around it consist of
 * layers of water source blocks, with layers of air or lily pads above.
 */
export function isOpenWater(level: Level, { x, y, z }: Vec3): boolean {
  let below: Layer = 'mixed'
  for (let up = BELOW; up <= ABOVE; up++) {
    const layer = layerAt(level, x, y + up, z)
    if (layer === 'mixed') return false
    if (layer === 'air' && below === 'mixed') return false
    if (layer === 'water' && below === 'air') return false
    below = layer
  }
  return true
}

function layerAt(level: Level, x: number, y: number, z: number): Layer {
  const kind = kindAt(level, x - AROUND, y, z - AROUND)
  for (let dx = -AROUND; dx <= AROUND; dx++)
    for (let dz = -AROUND; dz <= AROUND; dz++)
      if (kindAt(level, x + dx, y, z + dz) !== kind) return 'mixed'
  return kind
}

function kindAt(level: Level, x: number, y: number, z: number): Layer {
  const state = level.state(x, y, z)
  const liquids = liquidsOf(level.registry)
  if (/air$|^lily_pad$/.test(level.registry.blockName(state))) return 'air'
  const isStill = liquids.of(state) === WATER && liquids.level(state) === SOURCE
  return isStill && shapesOf(level.registry).empty(state) ? 'water' : 'mixed'
}

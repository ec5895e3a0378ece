import type { Vec3 } from 'vec3'
import type { Aim } from '#body/crosshair'
import type { PlacementAim } from '#body/place'
import type { PlannedBlock } from './blueprint.ts'

const DOWN = 0
const UP = 1
const FACES = ['down', 'up', 'north', 'south', 'west', 'east'] as const
const FACES_OF_AXIS: Readonly<Record<string, readonly number[]>> = {
  y: [DOWN, UP],
  z: [2, 3],
  x: [4, 5],
}
const OPPOSITE: Readonly<Record<string, string>> = {
  north: 'south',
  south: 'north',
  west: 'east',
  east: 'west',
}

/** Blocks on the side of another block, which they face away from. */
const HANGS = /^ladder$|wall_(torch|sign|banner)$|tripwire_hook$/
/** Blocks that face where the player looks. Other directional blocks face the player. */
const FACES_AWAY = /_(stairs|door|bed|fence_gate)$|^(soul_)?campfire$|bell$/
/** Blocks whose direction follows from something else. */
const NO_DIRECTION =
  /rail$|anvil$|_head$|piston$|^(observer|dispenser|dropper|hopper|barrel)$|end_rod$|shulker_box$/
/** Blocks that stand on the block below. */
const STANDS =
  /_door$|^((redstone|soul)_)?torch$|carpet$|rail$|_pressure_plate$|^(redstone_wire|repeater|comparator|cake|lantern)$|_sapling$|^(dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower)$|_tulip$|sand$|^gravel$|concrete_powder$/

/** Share of the other direction from which on the direction of a look is clear. */
const CLEAR = 1.15
/** Distance of a click from the middle of a face (blocks). */
const FROM_MIDDLE = 0.05

/** Whether a block needs a block below it. */
export function standsOnBlockBelow({ name, properties }: PlannedBlock): boolean {
  if (properties.hanging === 'true') return false
  return (STANDS.test(name) && !HANGS.test(name)) || properties.face === 'floor'
}

/** How to click so that the placed block is as planned. */
export function aimFor(block: PlannedBlock): PlacementAim {
  const { name, properties } = block
  const { facing, axis, half, type, face } = properties
  const isTrapdoor = name.endsWith('_trapdoor')
  let faces: readonly number[] = [0, 1, 2, 3, 4, 5]
  if (axis !== undefined) faces = FACES_OF_AXIS[axis] ?? faces
  else if (HANGS.test(name) || face === 'wall') faces = [faceNamed(facing)]
  else if (face === 'ceiling' || properties.hanging === 'true') faces = [DOWN]
  else if (standsOnBlockBelow(block)) faces = [UP]
  const level = name.endsWith('_slab') ? type : half
  const isLevelled = isTrapdoor || /_(slab|stairs)$/.test(name)
  if (isLevelled && level !== undefined)
    faces = faces.filter((one) => one !== (level === 'top' ? UP : DOWN))
  if (isTrapdoor && facing !== undefined)
    // On the side of a block it faces away from that block, and elsewhere the player.
    faces = faces.filter((one) => one <= UP || one === faceNamed(facing))
  const looking = lookFor(block)
  const accepts = ({ face: clicked, point, block: at }: Aim, eye: Vec3): boolean => {
    if (isLevelled && level !== undefined && clicked > UP) {
      const height = point.y - at.y - 0.5
      if (level === 'top' ? height < FROM_MIDDLE : height > -FROM_MIDDLE) return false
    }
    if (looking === undefined || (isTrapdoor && clicked > UP)) return true
    return isLooking(looking, point.minus(eye))
  }
  return { faces, accepts }
}

/** The horizontal direction in which the player has to look; undefined for any. */
function lookFor({ name, properties: { facing, face } }: PlannedBlock): string | undefined {
  if (facing === undefined || HANGS.test(name) || NO_DIRECTION.test(name)) return undefined
  if (face === 'wall') return undefined
  return face !== undefined || FACES_AWAY.test(name) ? facing : OPPOSITE[facing]
}

/** Whether a line of sight clearly points in a horizontal direction. */
function isLooking(direction: string, { x, z }: Vec3): boolean {
  const [ahead, across] = direction === 'east' || direction === 'west' ? [x, z] : ([z, x] as const)
  const along = direction === 'east' || direction === 'south' ? ahead : -ahead
  return along > 0 && along > Math.abs(across) * CLEAR
}

function faceNamed(name: string | undefined): number {
  return (FACES as readonly (string | undefined)[]).indexOf(name)
}

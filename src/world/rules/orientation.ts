import type { BlockProperties, Registry } from '#knowledge/registry'

/** How a player places a block: the clicked face, the position on it, and the look direction. */
export interface Placement {
  /** The clicked face, 0-5: down, up, north, south, west, east. */
  face: number
  /** Height of the click within the block (0-1). */
  cursorY: number
  /** Whether the block replaces the clicked one, such as grass. */
  replaces: boolean
  /** The player's horizontal look direction. */
  looking: Facing
}

export type Facing = 'north' | 'south' | 'west' | 'east'

export const FACE_STEPS = [
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
  [-1, 0, 0],
  [1, 0, 0],
] as const

const FACES = ['down', 'up', 'north', 'south', 'west', 'east'] as const
const AXES = ['y', 'y', 'z', 'z', 'x', 'x'] as const
const QUARTERS = ['south', 'west', 'north', 'east'] as const
const OPPOSITE: Readonly<Record<Facing, Facing>> = {
  north: 'south',
  south: 'north',
  west: 'east',
  east: 'west',
}
const UP = 1

/** Blocks that face in the player's look direction; other directional blocks face the player. */
const AWAY = /_stairs$|_door$|_bed$|_fence_gate$|^end_portal_frame$/
const ON_WALL: readonly [RegExp, string][] = [
  [/^torch$/, 'wall_torch'],
  [/^(redstone|soul)_torch$/, '$1_wall_torch'],
  [/^(.*)_sign$/, '$1_wall_sign'],
]
const HANGS = /^ladder$|wall_torch$|wall_sign$/

/** Direction of a yaw (degrees, 0 is south). */
export function facingOf(yaw: number): Facing {
  return QUARTERS[Math.round(yaw / 90) & 3] ?? 'south'
}

/** State of a placed block; undefined when it cannot be placed on that face. */
export function placedState(
  registry: Registry,
  kind: string,
  placement: Placement,
): number | undefined {
  const name = kindOnFace(registry, kind, placement.face)
  if (HANGS.test(name) && placement.face <= UP) return undefined
  return registry.blockState(name, propertiesOf(name, placement))
}

function kindOnFace(registry: Registry, kind: string, face: number): string {
  if (face <= UP) return kind
  for (const [standing, hanging] of ON_WALL) {
    const name = kind.replace(standing, hanging)
    if (name !== kind && registry.hasBlock(name)) return name
  }
  return kind
}

function propertiesOf(name: string, placement: Placement): BlockProperties {
  const { face, cursorY, replaces, looking } = placement
  const trapdoor = name.endsWith('_trapdoor')
  const onSide = face > UP && !(trapdoor && replaces)
  const high = onSide ? cursorY > 0.5 : face !== UP
  const properties: BlockProperties = { axis: AXES[face] ?? 'y', type: high ? 'top' : 'bottom' }
  if (HANGS.test(name) || (trapdoor && onSide)) properties.facing = FACES[face] ?? 'north'
  else properties.facing = AWAY.test(name) ? looking : OPPOSITE[looking]
  if (trapdoor || name.endsWith('_stairs')) properties.half = high ? 'top' : 'bottom'
  else properties.half = 'lower'
  if (/chest$/.test(name)) properties.type = 'single'
  if (name.endsWith('_bed')) properties.part = 'foot'
  if (/_leaves$/.test(name)) properties.persistent = 'true'
  return properties
}

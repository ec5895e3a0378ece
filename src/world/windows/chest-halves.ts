import type { Level } from '../level.ts'

/** Position of a block. */
type Position = readonly [x: number, y: number, z: number]

const OFFSETS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const
const CLOCKWISE = { north: 'east', east: 'south', south: 'west', west: 'north' } as const
type Facing = keyof typeof CLOCKWISE

/** Positions of a chest in the order of its slots: one, or both halves of a large chest. */
export function chestHalves(level: Level, x: number, y: number, z: number): Position[] {
  const { registry } = level
  const state = level.state(x, y, z)
  const name = registry.blockName(state)
  const here: Position = [x, y, z]
  const beside = (facing: Facing): Position => [x + OFFSETS[facing][0], y, z + OFFSETS[facing][1]]
  if (!registry.flattened) {
    // Before 1.13 two adjacent chests are a large one; the western or northern half comes first.
    for (const facing of ['west', 'north', 'east', 'south'] as const) {
      const other = beside(facing)
      if (level.name(...other) !== name) continue
      return facing === 'west' || facing === 'north' ? [other, here] : [here, other]
    }
    return [here]
  }
  const { type, facing } = registry.blockProperties(state)
  if ((type !== 'left' && type !== 'right') || !isFacing(facing)) return [here]
  const clockwise = CLOCKWISE[facing]
  const other = beside(type === 'left' ? clockwise : CLOCKWISE[CLOCKWISE[clockwise]])
  const otherState = level.state(...other)
  const joined = registry.blockProperties(otherState)
  const matches =
    registry.blockName(otherState) === name &&
    joined.facing === facing &&
    joined.type === (type === 'left' ? 'right' : 'left')
  if (!matches) return [here]
  return type === 'right' ? [here, other] : [other, here]
}

function isFacing(facing: string | undefined): facing is Facing {
  return facing !== undefined && facing in CLOCKWISE
}

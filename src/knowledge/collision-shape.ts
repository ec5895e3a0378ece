import type { Registry } from './registry.ts'

/** A box within a block: least x, y, z, then greatest, from 0 to 1; fences reach up to 1.5. */
export type Box = readonly [number, number, number, number, number, number]

/** minecraft-data's table: each block's shape, or one for each of its states, by number. */
interface ShapeTable {
  readonly blocks: Readonly<Record<string, number | readonly number[]>>
  readonly shapes: Readonly<Record<string, readonly Box[]>>
}

interface Variations {
  readonly variations?: readonly { readonly metadata: number }[]
}

const NONE: readonly Box[] = []

/**
 * What a body collides with at a block in this state; nothing for numbers that the version does not
 * have. Before 1.13 only those variants have a shape of their own that minecraft-data lists: so
 * mineflayer has it, and by its shapes a client of ours moves.
 */
export function collisionBoxes(registry: Registry, state: number): readonly Box[] {
  const block = registry.data.blocksByStateId[state]
  if (!block || isLegacyUpperDoor(registry, state)) return NONE
  const { blocks, shapes } = registry.data.blockCollisionShapes as unknown as ShapeTable
  const listed = blocks[block.name]
  const shape = typeof listed === 'object' ? shapeOfState(registry, state, listed) : listed
  return shapes[String(shape)] ?? NONE
}

/**
 * Whether a state is the upper half of a door before 1.13, which does not say which way the door
 * faces. The lower half bars the way.
 */
function isLegacyUpperDoor(registry: Registry, state: number): boolean {
  return (
    !registry.flattened &&
    (state & 8) !== 0 &&
    /_door$/.test(registry.data.blocksByStateId[state]?.name ?? '')
  )
}

function shapeOfState(
  registry: Registry,
  state: number,
  listed: readonly number[],
): number | undefined {
  const block = registry.block(state)
  const index = state - (block.minStateId ?? block.id * 16)
  const { variations = [] } = block as Variations
  const isOwn = registry.flattened || variations.some(({ metadata }) => metadata === index)
  return (isOwn ? listed[index] : undefined) ?? listed[0]
}

/** Whether boxes fill their whole block. */
export function isCube(boxes: readonly Box[]): boolean {
  return boxes.some(
    ([x0, y0, z0, x1, y1, z1]) =>
      x0 === 0 && y0 === 0 && z0 === 0 && x1 === 1 && y1 === 1 && z1 === 1,
  )
}

/** Top of the highest box: 0 where there is none, 1 for a whole block, 1.5 for a fence. */
export function topOf(boxes: readonly Box[]): number {
  return boxes.reduce((top, box) => Math.max(top, box[4]), 0)
}

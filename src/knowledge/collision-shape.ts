import type { Registry } from './registry.ts'

/** A box within a block: minimum x, y, z, then maximum, from 0 to 1. Fences reach 1.5. */
export type Box = readonly [number, number, number, number, number, number]

/** minecraft-data's table of shapes: one for each block, or one for each of its states. */
interface ShapeTable {
  readonly blocks: Readonly<Record<string, number | readonly number[]>>
  readonly shapes: Readonly<Record<string, readonly Box[]>>
}

interface Variations {
  readonly variations?: readonly { readonly metadata: number }[]
}

const NONE: readonly Box[] = []

/**
 * The collision boxes of a block state; empty for ids that the version lacks. Before 1.13, only the variants that
 * minecraft-data lists have their own shape, as in mineflayer, whose physics move the agent.
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
 * Whether a state is the upper half of a door before 1.13. It lacks the direction of the door; the lower half blocks the way.
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

/** Whether boxes fill a full block. */
export function isCube(boxes: readonly Box[]): boolean {
  return boxes.some(
    ([x0, y0, z0, x1, y1, z1]) =>
      x0 === 0 && y0 === 0 && z0 === 0 && x1 === 1 && y1 === 1 && z1 === 1,
  )
}

/** Top of the highest box (blocks): 0 if there is none, 1 for a full block, 1.5 for a fence. */
export function topOf(boxes: readonly Box[]): number {
  return boxes.reduce((top, box) => Math.max(top, box[4]), 0)
}

import type { Registry } from '../../knowledge/registry.ts'

/** A box within a cell: lower and upper corner, each from 0 to 1. */
export type Box = readonly [number, number, number, number, number, number]

interface Shapes {
  readonly blocks: Readonly<Record<string, number | readonly number[]>>
  readonly shapes: Readonly<Record<string, readonly Box[]>>
}

/** The boxes that a block state takes up. */
export function shapesOf(registry: Registry, state: number): readonly Box[] {
  const { blocks, shapes } = registry.data.blockCollisionShapes as unknown as Shapes
  const block = registry.block(state)
  const ids = blocks[block.name]
  const index = registry.flattened ? state - (block.minStateId ?? 0) : state & 15
  const id = typeof ids === 'number' ? ids : (ids?.[index] ?? ids?.[0])
  return id === undefined ? [] : (shapes[id] ?? [])
}

/** Whether boxes fill their cell. */
export function isWhole(boxes: readonly Box[]): boolean {
  const [box] = boxes
  return boxes.length === 1 && box !== undefined && box.join() === '0,0,0,1,1,1'
}

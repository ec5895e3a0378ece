import type { TreeKind } from './biomes.ts'
import type { Dice } from './chance.ts'

/** Receives the blocks of a tree, relative to the lowest block of its trunk. */
export interface TreeBuilder {
  log(x: number, y: number, z: number): void
  leaf(x: number, y: number, z: number): void
}

type Shape = (tree: TreeBuilder, dice: Dice) => void

function trunk(tree: TreeBuilder, height: number): void {
  for (let y = 0; y < height; y++) tree.log(0, y, 0)
}

/** A flat square of leaves; `corner` decides each of its four corners. */
function layer(tree: TreeBuilder, y: number, radius: number, corner: () => boolean): void {
  for (let z = -radius; z <= radius; z++) {
    for (let x = -radius; x <= radius; x++) {
      const isCorner = Math.abs(x) === radius && Math.abs(z) === radius
      if (!isCorner || corner()) tree.leaf(x, y, z)
    }
  }
}

/** Two wide layers of leaves below two narrow ones: oak, birch and small jungle trees. */
function roundCrown(least: number, range: number): Shape {
  return (tree, dice) => {
    const height = least + dice.below(range)
    for (let y = height - 3; y <= height; y++) {
      const radius = y > height - 2 ? 1 : 2
      layer(tree, y, radius, () => y < height && dice.next() < 0.5)
    }
    trunk(tree, height)
  }
}

/** Rings of alternating width above a bare foot: spruce. */
const cone: Shape = (tree, dice) => {
  const height = 6 + dice.below(4)
  const foot = 1 + dice.below(2)
  const widest = 2 + dice.below(2)
  let radius = dice.below(2)
  let limit = 1
  let narrow = 0
  for (let y = height; y >= foot; y--) {
    layer(tree, y, radius, () => radius === 0)
    if (radius >= limit) {
      radius = narrow
      narrow = 1
      limit = Math.min(limit + 1, widest)
    } else {
      radius++
    }
  }
  trunk(tree, height - dice.below(3))
}

/** A trunk that leans to one side below a flat crown, sometimes with a lower branch: acacia. */
const umbrella: Shape = (tree, dice) => {
  const height = 5 + dice.below(3) + dice.below(3)
  const [leanX, leanZ] = direction(dice)
  const bend = height - dice.below(4) - 1
  let lean = 3 - dice.below(3)
  let reach = 0
  for (let y = 0; y < height; y++) {
    if (y >= bend && lean > 0) {
      reach++
      lean--
    }
    tree.log(leanX * reach, y, leanZ * reach)
  }
  flatCrown(tree, leanX * reach, height - 1, leanZ * reach, 3)
  const [branchX, branchZ] = direction(dice)
  if (branchX === leanX && branchZ === leanZ) return
  const start = bend - dice.below(2) - 1
  const length = 1 + dice.below(3)
  for (let step = 1; step <= length; step++) {
    tree.log(branchX * step, start + step, branchZ * step)
  }
  flatCrown(tree, branchX * length, start + length, branchZ * length, 2)
}

function flatCrown(tree: TreeBuilder, x: number, y: number, z: number, radius: number): void {
  for (let dz = -radius; dz <= radius; dz++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const far = Math.abs(dx) + Math.abs(dz)
      if (far < 2 * radius) tree.leaf(x + dx, y, z + dz)
      if (far < radius) tree.leaf(x + dx, y + 1, z + dz)
    }
  }
}

function direction(dice: Dice): readonly [number, number] {
  const directions = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const
  return directions[dice.below(4)] ?? directions[0]
}

/** A 2x2 trunk below a broad, dense crown: dark oak. */
const broadRoof: Shape = (tree, dice) => {
  const height = 6 + dice.below(3) + dice.below(2)
  for (const [y, margin] of [
    [height - 2, 2],
    [height - 1, 3],
    [height, 2],
    [height + 1, 1],
  ] as const) {
    for (let z = -margin; z <= margin + 1; z++) {
      for (let x = -margin; x <= margin + 1; x++) {
        const isCorner = (x === -margin || x === margin + 1) && (z === -margin || z === margin + 1)
        if (!isCorner) tree.leaf(x, y, z)
      }
    }
  }
  for (let y = 0; y < height; y++) {
    for (const [x, z] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      tree.log(x, y, z)
  }
}

/** The shapes of trees. None reaches farther than {@link TREE_REACH} blocks from its trunk. */
export const TREE_SHAPES: Record<TreeKind, Shape> = {
  oak: roundCrown(4, 3),
  birch: roundCrown(5, 3),
  spruce: cone,
  acacia: umbrella,
  dark_oak: broadRoof,
  jungle: roundCrown(5, 6),
}

/** Maximum distance of leaves from the trunk (blocks). */
export const TREE_REACH = 6

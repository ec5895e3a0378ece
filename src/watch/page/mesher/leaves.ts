/** Distance from a face to the blocks on its sides (blocks). */
const ASIDE = 0.01

type Triple = readonly [x: number, y: number, z: number]

/**
 * Marks the faces between two blocks of leaves with 1. In a wood, they are nearly half of all faces.
 * @param isLeaves whether the block at a position is leaves.
 * @param corner the section's corner (blocks).
 * @param positions corners of the faces, four each, relative to the section's middle.
 */
export function facesInLeaves(
  isLeaves: (...at: Triple) => boolean,
  [x, y, z]: Triple,
  positions: Float32Array,
  normals: Float32Array,
): Uint8Array {
  const faces = new Uint8Array(positions.length / 12)
  for (let face = 0; face < faces.length; face++) {
    const first = face * 12
    const middle = (axis: number) =>
      8 +
      (at(first + axis) + at(first + 3 + axis) + at(first + 6 + axis) + at(first + 9 + axis)) / 4
    const beside = (away: number) =>
      isLeaves(
        Math.floor(x + middle(0) + away * (normals[first] ?? 0)),
        Math.floor(y + middle(1) + away * (normals[first + 1] ?? 0)),
        Math.floor(z + middle(2) + away * (normals[first + 2] ?? 0)),
      )
    faces[face] = Number(beside(-ASIDE) && beside(ASIDE))
  }
  return faces

  function at(index: number): number {
    return positions[index] ?? 0
  }
}

import type { Geometry } from './messages.ts'
import type { SectionStore } from './section-store.ts'
import type { Side, ViewWorld } from './view-world.ts'

/** Extent of the ores around the agent along each horizontal axis, and along the vertical one (blocks). */
const REACH = 28
const HEIGHT_REACH = 40

type Corner = readonly [x: number, y: number, z: number]

/** The faces of a block: the side whose texture each has, its normal, and its corners from below left to above right. */
const FACES: readonly { side: Side; normal: Corner; corners: readonly Corner[] }[] = [
  face('south', [0, 0, 1], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]),
  face('north', [0, 0, -1], [1, 0, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0]),
  face('east', [1, 0, 0], [1, 0, 1], [1, 0, 0], [1, 1, 1], [1, 1, 0]),
  face('west', [-1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]),
  face('south', [0, 1, 0], [0, 1, 1], [1, 1, 1], [0, 1, 0], [1, 1, 0]),
  face('south', [0, -1, 0], [0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]),
]

function face(side: Side, normal: Corner, ...corners: readonly Corner[]) {
  return { side, normal, corners }
}

/**
 * The ores around a place, also those within rock. Faces between two ores are left out.
 * @param middle x, height above the world's floor, and z (whole blocks).
 * @returns Geometry relative to the middle.
 */
export function oreGeometry(world: ViewWorld, store: SectionStore, middle: Corner): Geometry {
  const [x, y, z] = middle
  const positions: number[] = []
  const normals: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  const isOre = (dx: number, dy: number, dz: number) =>
    world.isOre(store.state(x + dx, y + dy, z + dz) ?? 0)
  for (let dy = Math.max(-y, -HEIGHT_REACH); dy < HEIGHT_REACH; dy++)
    for (let dz = -REACH; dz < REACH; dz++)
      for (let dx = -REACH; dx < REACH; dx++) {
        if (!isOre(dx, dy, dz)) continue
        const state = store.state(x + dx, y + dy, z + dz) ?? 0
        for (const { side, normal, corners } of FACES) {
          const texture = world.sideTexture(state, side)
          const [nx, ny, nz] = normal
          if (!texture || isOre(dx + nx, dy + ny, dz + nz)) continue
          const first = positions.length / 3
          for (const [cx, cy, cz] of corners) {
            positions.push(dx + cx, dy + cy, dz + cz)
            normals.push(nx, ny, nz)
          }
          const { u, v, su, sv } = texture
          uvs.push(u, v + sv, u + su, v + sv, u, v, u + su, v)
          indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3)
        }
      }
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    colors: new Float32Array(positions.length).fill(1),
    uvs: new Float32Array(uvs),
    indices: new Uint32Array(indices),
  }
}

import type { Geometry } from './messages.ts'
import type { SectionStore } from './section-store.ts'
import type { ViewWorld } from './view-world.ts'

/** How far around the agent the rock is cut through (blocks). */
const RADIUS = 44

/** How dark the cut is beside what the agent walks on. */
const SHADE = 0.7

/**
 * The upper side of all rock and liquid that a level cut goes through, of which nothing is seen
 * as long as it is covered.
 * @param y of the cut, from the world's floor; whole blocks.
 * @returns places that count from (x, y, z).
 */
export function lidGeometry(
  world: ViewWorld,
  store: SectionStore,
  [x, y, z]: readonly [number, number, number],
): Geometry {
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let dz = -RADIUS; dz <= RADIUS; dz++) {
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      if (dx * dx + dz * dz > RADIUS * RADIUS) continue
      const state = store.state(x + dx, y - 1, z + dz)
      const above = store.state(x + dx, y, z + dz)
      if (state === null || above === null || !world.covers(above, state)) continue
      const picture = world.topPicture(state)
      if (!picture) continue
      const first = positions.length / 3
      const { u, v, su, sv } = picture
      positions.push(dx, 0, dz + 1, dx + 1, 0, dz + 1, dx, 0, dz, dx + 1, 0, dz)
      uvs.push(u, v + sv, u + su, v + sv, u, v, u + su, v)
      indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3)
    }
  }
  return {
    positions: new Float32Array(positions),
    normals: Float32Array.from(positions, (_, i) => (i % 3 === 1 ? 1 : 0)),
    colors: new Float32Array(positions.length).fill(SHADE),
    uvs: new Float32Array(uvs),
    indices: new Uint32Array(indices),
  }
}

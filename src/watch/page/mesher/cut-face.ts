import type { Geometry } from './messages.ts'
import type { SectionStore } from './section-store.ts'
import type { ViewWorld } from './view-world.ts'

/** Radius of the cut face around the agent (blocks). */
const RADIUS = 44

/** Brightness of the cut face relative to the floor. */
const SHADE = 0.7

/**
 * The top faces of rock and liquid below a horizontal cut that the block above would normally hide.
 * @param y Height of the cut above the world's floor (whole blocks).
 * @returns Geometry relative to (x, y, z).
 */
export function cutFaceGeometry(
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
      const texture = world.topTexture(state)
      if (!texture) continue
      const first = positions.length / 3
      const { u, v, su, sv } = texture
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

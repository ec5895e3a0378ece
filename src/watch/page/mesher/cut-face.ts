import type { Cut, Geometry } from './messages.ts'
import type { SectionStore } from './section-store.ts'
import type { Side, ViewWorld } from './view-world.ts'

/** Half the width and half the height of the cut face around the agent (blocks). */
const HALF_WIDTH = 44
const HALF_HEIGHT = 40

/** Brightness of the cut face relative to the walls of caves. */
const SHADE = 0.86

type Triple = readonly [x: number, y: number, z: number]

/**
 * The faces of rock and liquid at a vertical cut that the hidden blocks would normally cover.
 * @param middle Its middle: x and z of the agent, and the height above the world's floor (whole blocks).
 * @returns Geometry relative to the middle.
 */
export function cutFaceGeometry(
  world: ViewWorld,
  store: SectionStore,
  { axis, layer, side }: Cut,
  middle: Triple,
): Geometry {
  const [x, y, z] = middle
  const face = sideOf(axis, side)
  const isX = axis === 'x'
  // The direction to the right, as seen from the hidden side.
  const right = isX ? -side : side
  const plane = layer + (side > 0 ? 1 : 0) - (isX ? x : z)
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let dy = -HALF_HEIGHT; dy < HALF_HEIGHT; dy++) {
    for (let along = -HALF_WIDTH; along < HALF_WIDTH; along++) {
      const [bx, bz] = isX ? [layer, z + along] : [x + along, layer]
      const state = store.state(bx, y + dy, bz)
      const before = isX ? store.state(bx + side, y + dy, bz) : store.state(bx, y + dy, bz + side)
      if (state === null || before === null || !world.covers(before, state)) continue
      const texture = world.sideTexture(state, face)
      if (!texture) continue
      const first = positions.length / 3
      const { u, v, su, sv } = texture
      const [left, far] = right > 0 ? [along, along + 1] : [along + 1, along]
      for (const [across, up] of [
        [left, dy],
        [far, dy],
        [left, dy + 1],
        [far, dy + 1],
      ] as const)
        positions.push(...(isX ? [plane, up, across] : [across, up, plane]))
      uvs.push(u, v + sv, u + su, v + sv, u, v, u + su, v)
      indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3)
    }
  }
  const normal = isX ? [side, 0, 0] : [0, 0, side]
  return {
    positions: new Float32Array(positions),
    normals: Float32Array.from(positions, (_, i) => normal[i % 3] ?? 0),
    colors: new Float32Array(positions.length).fill(SHADE),
    uvs: new Float32Array(uvs),
    indices: new Uint32Array(indices),
  }
}

function sideOf(axis: Cut['axis'], side: Cut['side']): Side {
  if (axis === 'x') return side > 0 ? 'east' : 'west'
  return side > 0 ? 'south' : 'north'
}

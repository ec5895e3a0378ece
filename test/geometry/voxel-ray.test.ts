import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { VoxelRay } from '#geometry/voxel-ray'

type Point = readonly [number, number, number]

/** The voxels of a line between two points, and the axes along which it enters them. */
function walk(from: Point, to: Point) {
  const [dx, dy, dz] = to.map((end, axis) => end - (from[axis] ?? 0)) as unknown as Point
  const ray = new VoxelRay().start(...from, dx, dy, dz)
  const voxels: Point[] = []
  const axes: (string | undefined)[] = []
  do {
    voxels.push([ray.x, ray.y, ray.z])
    axes.push(ray.axis)
  } while (ray.advance(1))
  return { voxels, axes }
}

/** The fraction of a line (0-1) within a voxel, computed directly. */
function shareWithin(from: Point, to: Point, voxel: Point): number {
  let [enter, leave] = [0, 1]
  for (const axis of [0, 1, 2] as const) {
    const way = to[axis] - from[axis]
    const low = (voxel[axis] - from[axis]) / way
    const high = (voxel[axis] + 1 - from[axis]) / way
    enter = Math.max(enter, Math.min(low, high))
    leave = Math.min(leave, Math.max(low, high))
  }
  return leave - enter
}

describe('a ray through voxels', () => {
  it('visits exactly the voxels that it passes, in order', () => {
    const random = seedrandom('rays')
    const point = (): Point => [random() * 12 - 6, random() * 12 - 6, random() * 12 - 6]
    for (let i = 0; i < 40; i++) {
      const [from, to] = [point(), point()]
      const { voxels } = walk(from, to)
      expect(voxels[0]).toEqual(from.map(Math.floor))
      expect(voxels.at(-1)).toEqual(to.map(Math.floor))
      const keys = new Set(voxels.map(String))
      expect(keys.size).toBe(voxels.length)
      for (let x = -6; x < 6; x++)
        for (let y = -6; y < 6; y++)
          for (let z = -6; z < 6; z++) {
            const share = shareWithin(from, to, [x, y, z])
            if (Math.abs(share) > 1e-9) expect(keys.has(`${x},${y},${z}`)).toBe(share > 0)
          }
      for (const [index, [x, y, z]] of voxels.entries()) {
        const [px, py, pz] = voxels[index - 1] ?? [x, y, z]
        expect(Math.abs(x - px) + Math.abs(y - py) + Math.abs(z - pz)).toBe(index === 0 ? 0 : 1)
      }
    }
  })

  it('reports the axis along which it entered a voxel', () => {
    expect(walk([0.5, 0.5, 0.5], [1.5, 0.5, 0.5]).axes).toEqual([undefined, 'x'])
    expect(walk([0.5, 0.5, 0.5], [0.5, -0.5, 0.5]).axes).toEqual([undefined, 'y'])
    expect(walk([0.5, 0.5, 0.5], [0.5, 0.5, 2.5]).axes).toEqual([undefined, 'z', 'z'])
  })

  it('crosses x before y before z at a corner', () => {
    const { voxels } = walk([0.5, 0.5, 0.5], [1.5, 1.5, 1.5])
    expect(voxels).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ])
  })

  it('stays in its voxel without a direction, and can start again', () => {
    expect(walk([0.5, 0.5, 0.5], [0.5, 0.5, 0.5]).voxels).toEqual([[0, 0, 0]])
    const ray = new VoxelRay().start(0.5, 0.5, 0.5, 1, 0, 0)
    ray.advance(9)
    ray.start(-0.5, 7.5, 0.5, 0, 1, 0)
    expect([ray.x, ray.y, ray.z, ray.axis]).toEqual([-1, 7, 0, undefined])
  })
})

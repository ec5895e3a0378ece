import { describe, expect, it } from 'vitest'
import { byFacing, FACINGS } from '#watch/page/mesher/facing'
import { facesInLeaves } from '#watch/page/mesher/leaves'
import { facingGroups } from '#watch/page/scene/facing-groups'

describe('the faces of a section', () => {
  /** Two triangles of a cube's side, and one of a plant that stands across. */
  const positions = [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1]
  const up = [0, 2, 4]
  const west = [0, 2, 1, 2, 3, 1]
  const across = [4, 1, 0]

  it('are sorted by where they look, each once', () => {
    const { indices, counts } = byFacing(positions, [...up, ...west, ...across], () => false)
    const facings = FACINGS.filter((_, i) => (counts[i] ?? 0) > 0)
    expect(facings).toEqual(['west', 'other', 'up'])
    expect([...indices]).toEqual([...west, ...across, ...up])
  })

  it('are left out where they look away from the camera', () => {
    const counts = FACINGS.map(() => 3)
    const corner = { x: 0, y: 0, z: 0 }
    const seen = (x: number, y: number, z: number) =>
      facingGroups(counts, corner, { x, y, z }, false).flatMap(({ start, count }) =>
        FACINGS.slice(start / 3, (start + count) / 3),
      )
    expect(seen(8, 8, 8)).toEqual(FACINGS)
    expect(seen(40, 40, 40)).toEqual(['other', 'up', 'east', 'south'])
    expect(seen(-40, -40, -40)).toEqual(['down', 'west', 'north', 'other'])
    expect(facingGroups(counts, corner, { x: 40, y: 40, z: 40 }, false)).toHaveLength(1)
  })

  it('those inside leaves come last and can be left out', () => {
    const corner = { x: 0, y: 0, z: 0 }
    const above = { x: 8, y: 40, z: 8 }
    // The first face has corners 0 to 3; the plant starts at corner 4.
    const { indices, counts } = byFacing(positions, [...west, ...across], (face) => face === 0)
    expect([...indices]).toEqual([...across, ...west])
    const drawn = (hasInside: boolean) =>
      facingGroups(counts, corner, above, hasInside).reduce((sum, { count }) => sum + count, 0)
    expect(drawn(false)).toBe(across.length)
    expect(drawn(true)).toBe(indices.length)
  })

  it('the mesher finds the faces between leaves', () => {
    // Leaves at x 0 and 1, and a log at x 2.
    const states = [1, 1, 2]
    const faces = facesInLeaves(
      (x) => states[x] === 1,
      [0, 0, 0],
      new Float32Array([1, 2].flatMap((x) => eastFace(x - 8))),
      new Float32Array([1, 2].flatMap(() => [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0])),
    )
    expect([...faces]).toEqual([1, 0])
  })
})

/** The corners of a face at a section's edge that looks east. */
function eastFace(x: number): number[] {
  return [x, -8, -8, x, -7, -8, x, -8, -7, x, -7, -7]
}

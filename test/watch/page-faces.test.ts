import { describe, expect, it } from 'vitest'
import { byFacing, FACINGS } from '#watch/page/mesher/facing'
import { facingGroups } from '#watch/page/scene/facing-groups'

describe('the faces of a section', () => {
  /** Two triangles of a cube's side, and one of a plant that stands across. */
  const positions = [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1]
  const up = [0, 2, 4]
  const west = [0, 2, 1, 2, 3, 1]
  const across = [0, 4, 1]

  it('are sorted by where they look, each once', () => {
    const { indices, counts } = byFacing(positions, [...up, ...west, ...across])
    const facings = FACINGS.filter((_, i) => (counts[i] ?? 0) > 0)
    expect(facings).toEqual(['west', 'other', 'up'])
    expect([...indices]).toEqual([...west, ...across, ...up])
  })

  it('are left out where they look away from the camera', () => {
    const counts = FACINGS.map(() => 3)
    const corner = { x: 0, y: 0, z: 0 }
    const seen = (x: number, y: number, z: number) =>
      facingGroups(counts, corner, { x, y, z }).flatMap(({ start, count }) =>
        FACINGS.slice(start / 3, (start + count) / 3),
      )
    expect(seen(8, 8, 8)).toEqual(FACINGS)
    expect(seen(40, 40, 40)).toEqual(['other', 'up', 'east', 'south'])
    expect(seen(-40, -40, -40)).toEqual(['down', 'west', 'north', 'other'])
    expect(facingGroups(counts, corner, { x: 40, y: 40, z: 40 })).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import { knownPlan } from '#watch/page/state/known-plan'
import { frameAround, scaleLength } from '#watch/page/state/map-frame'
import type { KnownSection } from '#watch/page/state/view-state'

describe('the map', () => {
  it('the frame shows all points, with the same scale in both directions', () => {
    const points = [
      { right: -100, down: 0 },
      { right: 100, down: 20 },
    ]
    const { left, top, scale } = frameAround(points, 424, 300)
    expect(scale).toBe(2)
    for (const { right, down } of points) {
      expect((right - left) * scale).toBeGreaterThanOrEqual(0)
      expect((right - left) * scale).toBeLessThanOrEqual(424)
      expect((down - top) * scale).toBeGreaterThanOrEqual(0)
      expect((down - top) * scale).toBeLessThanOrEqual(300)
    }
  })

  it('a single point is in the middle, and shows its surroundings', () => {
    const frame = frameAround([{ right: 10, down: 5 }], 320, 320)
    expect(frame).toEqual({ left: -6, top: -11, scale: 10 })
    expect(scaleLength(frame, 320)).toBe(8)
  })

  it('a section is seen from three sides, also after it has changed', () => {
    const section: KnownSection = { x: 0, y: 0, z: 0, known: new Uint8Array(4096), revision: 1 }
    const cells = (bits: Uint8Array) => [...bits].flatMap((bit, i) => (bit ? [i] : []))
    expect(cells(knownPlan(section).above)).toEqual([])
    const [x, y, z] = [3, 5, 7]
    section.known[(y << 8) | (z << 4) | x] = 255
    section.revision++
    const { above, south, east } = knownPlan(section)
    expect([above, south, east].map(cells)).toEqual([[7 * 16 + 3], [5 * 16 + 3], [5 * 16 + 7]])
  })
})

import { describe, expect, it } from 'vitest'
import { Cone } from '#perception/cone'

const EYE = { x: 0.5, y: 0.5, z: 0.5 }

describe('the cone of sight through a hole', () => {
  it('contains every block that a line through the hole meets', () => {
    const hole = { x: 3, y: 1, z: -2 }
    const cone = new Cone(EYE, { x: hole.x + 0.5, y: hole.y + 0.5, z: hole.z + 0.5 })
    const fractions = [0.02, 0.3, 0.5, 0.8, 0.98]
    for (const u of fractions)
      for (const v of fractions)
        for (const w of fractions)
          for (let t = 1; t < 12; t += 0.25) {
            const at = (eye: number, block: number, part: number) => eye + t * (block + part - eye)
            const [x, y, z] = [at(0.5, 3, u), at(0.5, 1, v), at(0.5, -2, w)].map(Math.floor)
            expect(cone.meets((x ?? 0) + 0.5, (y ?? 0) + 0.5, (z ?? 0) + 0.5)).toBe(true)
          }
  })

  it('contains no block behind the eye or far to the side', () => {
    const cone = new Cone(EYE, { x: 3.5, y: 0.5, z: 0.5 })
    expect(cone.meets(-4.5, 0.5, 0.5)).toBe(false)
    expect(cone.meets(20.5, 12.5, 0.5)).toBe(false)
    expect(cone.meets(20.5, 0.5, -12.5)).toBe(false)
  })

  it('contains everything for an eye in the hole', () => {
    const cone = new Cone(EYE, EYE)
    expect(cone.meets(-9.5, 4.5, 7.5)).toBe(true)
  })
})

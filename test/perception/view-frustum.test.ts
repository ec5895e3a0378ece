import { describe, expect, it } from 'vitest'
import { ViewFrustum } from '#perception/view-frustum'

const degrees = (angle: number) => (angle * Math.PI) / 180
/** Half the field of view on a 16:9 screen (degrees). */
const UP = 35
const ASIDE = (Math.atan((16 / 9) * Math.tan(degrees(UP))) * 180) / Math.PI

/** A test of directions by their angles to the side and up from the direction of a head (degrees). */
function head(yaw: number, pitch: number) {
  const view = new ViewFrustum()
  view.point(degrees(yaw), degrees(pitch))
  return (aside: number, up: number) => {
    const y = degrees(yaw + aside)
    const p = degrees(pitch + up)
    return view.shows(-Math.sin(y) * Math.cos(p), Math.sin(p), -Math.cos(y) * Math.cos(p))
  }
}

describe('the field of view', () => {
  it('is about 102 degrees wide', () => {
    expect(2 * ASIDE).toBeCloseTo(102.4, 1)
  })

  it.each([0, 45, 90, 137, 180, -90])('ends at its edges with the head at %i degrees', (yaw) => {
    const shows = head(yaw, 0)
    for (const side of [-1, 1]) {
      expect(shows(side * (ASIDE - 0.1), 0)).toBe(true)
      expect(shows(side * (ASIDE + 0.1), 0)).toBe(false)
      expect(shows(0, side * (UP - 0.1))).toBe(true)
      expect(shows(0, side * (UP + 0.1))).toBe(false)
    }
    expect(shows(0, 0)).toBe(true)
    expect(shows(180, 0)).toBe(false)
    expect(shows(179, 1)).toBe(false)
  })

  it.each([-60, -20, 40, 80])('follows the head up and down to %i degrees', (pitch) => {
    const shows = head(30, pitch)
    for (const side of [-1, 1]) {
      expect(shows(0, side * (UP - 0.1))).toBe(true)
      expect(shows(0, side * (UP + 0.1))).toBe(false)
    }
  })

  it('covers the ground all around when the head points straight down', () => {
    const view = new ViewFrustum()
    view.point(0, degrees(-90))
    for (const [x, z] of [
      [1, 0],
      [-1, 0],
      [0, 0.6],
      [0, -0.6],
    ] as const)
      expect(view.shows(x, -1, z)).toBe(true)
    for (const [x, z] of [
      [1.3, 0],
      [0, 0.8],
    ] as const)
      expect(view.shows(x, -1, z)).toBe(false)
    expect(view.shows(0, 1, 0)).toBe(false)
  })

  it('hides a sphere only if no point of it is in view', () => {
    const view = new ViewFrustum()
    view.point(degrees(30), degrees(-20))
    const radius = 0.9
    let hidden = 0
    for (let i = 0; i < 4000; i++) {
      const aside = degrees(i * 137.5)
      const up = Math.asin(1 - (2 * i + 1) / 4000)
      const far = 1 + (i % 7)
      const at = [
        far * Math.sin(aside) * Math.cos(up),
        far * Math.sin(up),
        far * Math.cos(aside) * Math.cos(up),
      ] as const
      if (!view.hides(...at, radius)) continue
      hidden++
      for (const [dx, dy, dz] of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const)
        for (const side of [-radius, 0, radius])
          expect(view.shows(at[0] + side * dx, at[1] + side * dy, at[2] + side * dz)).toBe(false)
    }
    expect(hidden).toBeGreaterThan(2000)
  })
})

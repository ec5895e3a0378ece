import { describe, expect, it } from 'vitest'
import { drawingOf, drawnPixels } from '#watch/page/item-art'

describe('drawn icons', () => {
  it.each([
    ['chest', 'chest'],
    ['red_bed', 'bed'],
    ['bed', 'bed'],
    ['oak_fence', 'fence'],
    ['fence', 'fence'],
  ])('%s has the drawing of a %s', (item, shape) => {
    expect(drawingOf(item)?.shape).toBe(shape)
    expect(drawingOf(item)?.colour).toMatch(/^#[0-9a-f]{6}$/)
    expect(drawnPixels(item)?.map((row) => row.length)).toEqual(Array(16).fill(16))
  })

  it('other items have none', () => {
    for (const item of ['bedrock', 'oak_fence_gate', 'chest_minecart', 'stone'])
      expect(drawingOf(item), item).toBeNull()
  })
})

import { Vec3 } from 'vec3'
import { beforeEach, describe, expect, it } from 'vitest'
import { ProtectedLand } from '#body/protected-land'
import type { GameClock } from '#clock/game-clock'

const STONE = 1
const AIR = 0

describe('what a server lets the agent dig', () => {
  const clock = { tick: 0 }
  let land: ProtectedLand
  /** Digs at x; the server takes it back or lets it pass. */
  const dig = (x: number, isRefused: boolean, z = 0, y = 64) => {
    land.dug(new Vec3(x, y, z), STONE)
    clock.tick += 60
    land.judge(() => (isRefused ? STONE : AIR))
  }
  beforeEach(() => {
    clock.tick = 0
    land = new ProtectedLand(clock as GameClock)
  })

  it('is taken for protected after three land, around them and for a while', () => {
    for (const x of [0, 1]) dig(x, true)
    expect(land.has(2, 64, 0)).toBe(false)
    dig(2, true)
    expect(land.has(5, 64, 3)).toBe(true)
    expect(land.has(20, 64, 0)).toBe(false)
    clock.tick += 7000
    expect(land.has(5, 64, 3)).toBe(false)
  })

  it('is taken for protected after three digs of two blocks, and a single block after two', () => {
    dig(0, true)
    expect(land.has(0, 64, 0)).toBe(false)
    dig(0, true)
    expect(land.has(0, 64, 0)).toBe(true)
    for (const [x, y] of [
      [0, 65],
      [1, 64],
    ] as const)
      expect(land.has(x, y, 0)).toBe(false)
    dig(1, true)
    expect(land.has(2, 64, 0)).toBe(true)
  })

  it('does not keep a block that the server lets the agent dig later', () => {
    for (const isRefused of [true, true, false]) dig(0, isRefused)
    expect(land.has(0, 64, 0)).toBe(false)
  })

  it('is known on both sides of a border', () => {
    for (const x of [0, 1, 2, 3]) dig(x, true)
    for (const x of [6, 7, 8, 9, 10]) dig(x, false)
    expect([land.has(1, 64, 1), land.has(9, 64, 1)]).toEqual([true, false])
  })

  it('is not protected where single digs are refused', () => {
    for (let x = 0; x < 100; x++) dig(x, x % 4 === 0)
    for (let x = 0; x < 100; x++) expect(land.has(x, 64, 1)).toBe(false)
  })

  it('is open again where digs pass', () => {
    for (const x of [0, 1, 2]) dig(x, true)
    for (const x of [0, 1, 2]) dig(x, false)
    expect(land.has(1, 64, 0)).toBe(false)
  })

  it('counts a dig as let pass only after the server can have answered', () => {
    const restore = (x: number) => {
      land.dug(new Vec3(x, 64, 0), STONE)
      land.judge(() => AIR)
      clock.tick += 30
      land.judge(() => STONE)
    }
    for (const x of [0, 1, 2]) restore(x)
    expect(land.has(3, 64, 0)).toBe(true)
  })

  it('is not protected where the agent has just dug its own way to a border', () => {
    for (const z of [-14, -13, -12, -11]) for (const y of [64, 65]) dig(0, false, z, y)
    for (const y of [64, 65, 66]) dig(0, true, -10, y)
    expect(land.has(0, 65, -10)).toBe(true)
    expect(land.has(0, 64, -9)).toBe(true)
    for (const [x, z] of [
      [0, -12],
      [1, -12],
      [-1, -11],
    ] as const)
      expect(land.has(x, 64, z)).toBe(false)
  })

  it('does not count what others place later', () => {
    for (const x of [0, 1, 2]) dig(x, false)
    clock.tick += 100
    land.judge(() => STONE)
    expect(land.has(1, 64, 0)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { branchMine } from '#skills/mining/branch-mine'
import { digShaft, standsOnDiggable } from '#skills/mining/dig-shaft'
import { stepAside } from '#skills/mining/step-aside'
import { sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'

const done = { ok: true }

describe('a shaft in the dark', () => {
  const stage = sharedStage('1.16.5', { perception: 'player' })
  const down = { levels: 9, until: () => false, through: standsOnDiggable }
  /** A closed chamber, and a hollow from 5 to 8 blocks below it. */
  const hollow = async (items: Record<string, number>) => {
    const { fill, stand, give } = stage()
    fill([-6, -24, -6], [6, 4, 6], 'stone')
    fill([0, 0, 0], [0, 2, 0], 'air')
    fill([-3, -8, -3], [3, -5, 3], 'air')
    await give({ iron_pickaxe: 1, cobblestone: 4, ...items })
    await stand(0, 0, 0)
  }

  it('the agent does not fall where it sees no ground', async () => {
    await hollow({})
    const { perform, body, at } = stage()
    const { result } = await perform(digShaft, down)
    expect(result).toMatchObject({ failure: { detail: 'no way straight down: unseen' } })
    expect(body.feet).toEqual(at(0, -3, 0))
  })

  it('the agent makes room to jump back before it opens a floor', async () => {
    const { fill, stand, give, perform, body, at, kind } = stage()
    fill([-6, -24, -6], [6, 4, 6], 'stone')
    fill([-4, 0, 0], [0, 1, 0], 'air')
    fill([-3, -16, -3], [3, -2, 3], 'air')
    await give({ iron_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    expect((await perform(digShaft, down)).result.ok).toBe(false)
    expect(body.feet).toEqual(at(0, 0, 0))
    expect(kind(0, -1, 0)).toBe('cobblestone')
    expect(body.vitals.health).toBe(20)
  })

  it.each([{ torch: 1 }, { coal: 1, stick: 7 }])(
    'a torch overhead shows the ground, with %o',
    async (items) => {
      await hollow(items)
      const { perform, body, at, kind } = stage()
      expect((await perform(digShaft, down)).result).toEqual(done)
      expect(body.feet).toEqual(at(0, -9, 0))
      expect(body.vitals.health).toBeGreaterThanOrEqual(18)
      expect(kind(0, -1, 0)).toMatch(/torch/)
    },
  )
})

describe('the way past a cavern', () => {
  const stage = sharedStage('1.16.5', { perception: 'player' })

  it('the agent tunnels away from what it has seen of the cavern', async () => {
    const { fill, stand, give, perform, body, at } = stage()
    fill([-6, -20, -6], [6, 4, 6], 'stone')
    fill([0, 0, 0], [0, 2, 0], 'air')
    fill([-4, -16, 0], [4, -3, 5], 'air')
    await give({ iron_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    const shaft = { levels: 9, until: () => false, through: standsOnDiggable }
    expect((await perform(digShaft, shaft)).result.ok).toBe(false)
    expect((await perform(stepAside, { blocks: 4, until: () => false })).result).toEqual(done)
    const { x, y, z } = body.feet.minus(at(0, 0, 0))
    expect({ x, z }).toEqual({ x: 0, z: -4 })
    expect((await perform(digShaft, shaft)).result).toEqual(done)
    expect(body.feet).toEqual(at(0, y - 9, z))
  })

  longIt('the agent gets down beside it unhurt', async () => {
    const { fill, stand, give, perform, body, at } = stage()
    fill([-26, -28, -26], [26, 4, 26], 'stone')
    fill([0, 0, 0], [0, 2, 0], 'air')
    fill([-12, -18, -12], [12, -5, 12], 'air')
    await give({ iron_pickaxe: 1, cobblestone: 16 })
    await stand(0, 0, 0)
    const { y: height } = at(0, -20, 0)
    const found = () => body.feet.y <= height
    const args = { sought: 'diamond', height, able: () => true, found }
    const { result, ticks } = await perform(branchMine, args)
    expect(result).toEqual(done)
    expect(body.vitals.health).toBe(20)
    // 20 levels and a tunnel of 18 blocks, of two digs each, take 800.
    expect(ticks).toBeLessThan(2000)
  })
})

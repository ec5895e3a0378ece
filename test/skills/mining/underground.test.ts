import { describe, expect, it } from 'vitest'
import type { Step } from '#body/navigation/route'
import { followRoute } from '#body/navigation/walk'
import { branchMine } from '#skills/mining/branch-mine'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

const done = { ok: true }
/** Time for lava to flow one block, with a margin (ticks). */
const LAVA_STEP = 40

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('underground on %s', (version) => {
  const stage = sharedStage(version)

  longIt('the agent does not drop where it has not seen the ground', async () => {
    const { give, fill, body, perform, player } = stage()
    // A crust over a deadly fall: from above it looks like any rock. Bedrock around it leaves no long detours.
    fill([-4, -5, -4], [4, 4, 4], 'bedrock')
    fill([-3, -2, -3], [3, -1, 3], 'stone')
    fill([-3, -5, -3], [3, -3, 3], 'air')
    fill([-3, 0, -3], [3, 3, 3], 'air')
    await give({ stone_pickaxe: 1 })
    const { result } = await perform(branchMine, {
      sought: 'diamond',
      height: body.feet.y - 12,
      found: () => false,
      able: () => true,
    })
    expect(result.ok).toBe(false)
    expect(player.vitals.health).toBe(20)
  })

  it.each([
    ['a pocket', [0, -3, 0], [0, -3, 0], -3],
    // There is nothing to place a block against, so the agent rises out of the lava's reach.
    ['a lake', [-3, -4, -1], [1, -3, 0], -2],
  ] as const)(
    'the agent closes off %s of lava that it could not see before it arrived',
    async (_, from, [x0, y0, z0], up) => {
      const { give, fill, body, at, kind, player, simulation } = stage()
      fill(from, [0, -3, -from[2] || 0], 'lava')
      await give({ stone_pickaxe: 1, cobblestone: 8 })
      const { x, y, z } = at(1, -3, 0)
      const clear = [1, 0, -1, -2, -3].map((dy) => at(1, dy, 0))
      const drop: Step = { x, y, z, clear, how: 'drop' }
      const { signal } = new AbortController()
      const route = { steps: [drop], complete: true, ticks: 0 }
      expect(await simulation.run(followRoute(body, route, signal, () => false))).toBeUndefined()
      await simulation.advance(LAVA_STEP)
      expect(body.feet).toEqual(at(1, up, 0))
      expect(kind(x0, y0, z0)).toBe('cobblestone')
      expect(player.vitals.health).toBe(20)
    },
  )

  it('the agent fetches an ore that drops out of sight', async () => {
    const { give, fill, block, perform, carried } = stage()
    fill([4, -3, 0], [4, -1, 0], 'air')
    block(4, 0, 0, 'coal_ore')
    await give({ stone_pickaxe: 1 })
    expect((await perform(mine, { item: 'coal', count: 1 })).result).toEqual(done)
    expect(carried().coal).toBe(1)
  })

  it('the agent digs its way to a diamond that drops around a corner', async () => {
    const { give, fill, block, stand, perform, carried } = stage()
    // So hard that the way takes longer than common drops are worth.
    fill([-2, -2, -2], [8, 6, 4], 'iron_block')
    fill([0, 0, 0], [0, 1, 0], 'air')
    fill([1, 1, 0], [4, 1, 0], 'air')
    block(4, 1, 1, 'diamond_ore')
    await give({ iron_pickaxe: 1 })
    await stand(0, 0, 0)
    expect((await perform(mine, { item: 'diamond', count: 1 })).result).toEqual(done)
    expect(carried().diamond).toBe(1)
  })

  it('the agent leaves items at a place of death for later', async () => {
    const { give, block, stand, body, at, perform, carried, kind } = stage()
    block(-8, 0, 0, 'oak_log')
    block(8, 0, 0, 'birch_log')
    await stand(-4, 0, 0)
    await give({ stone_pickaxe: 1 })
    body.dangers.diedAt(at(-10, 0, 0))
    expect((await perform(mine, { item: 'log', count: 1 })).result).toEqual(done)
    expect(carried()).toMatchObject({ birch_log: 1 })
    expect(kind(-8, 0, 0)).toBe('oak_log')
  })
})

import type { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { fill as fillWithJunk, takeInHand } from '#body/place'
import { collect } from '#skills/items/collect'
import { craft } from '#skills/items/craft'
import { takeBackStations } from '#skills/items/station'
import { type BranchMineArgs, branchMine } from '#skills/mining/branch-mine'
import { mine } from '#skills/mining/mine'
import { type Stage, sharedStage, takeBack } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'

const done = { ok: true }
/** A block of stone with an iron pickaxe, and the pause of a vanilla client after it (ticks). */
const DIG = 8 + 6

/** Lets the agent dig 14 blocks of tunnel through stone. @returns the dug blocks and the duration (ticks). */
async function tunnelled({ give, fill, stand, kind, body, perform, at, context }: Stage) {
  fill([-8, -5, -3], [8, 10, 30], 'stone')
  fill([0, 0, 0], [0, 1, 0], 'air')
  await give({ iron_pickaxe: 1 })
  await stand(0, 0, 0)
  context.agentState.exploration.headFor({ x: 0, z: 1 })
  const { ticks } = await perform(branchMine, {
    sought: 'diamond',
    height: body.feet.y,
    found: () => body.feet.z >= at(0, 0, 14).z,
    able: () => true,
  })
  let dug = -2
  for (let x = -8; x <= 8; x++)
    for (let z = -3; z <= 30; z++) for (const y of [0, 1]) if (kind(x, y, z) === 'air') dug++
  return { dug, ticks }
}

describe('tunnels', () => {
  const stage = sharedStage('1.16.5')

  it('the agent walks, turns and looks in the pauses between digs', async () => {
    const { dug, ticks } = await tunnelled(stage())
    expect(dug).toBeGreaterThan(2 * 14)
    expect(ticks / dug).toBeLessThanOrEqual(DIG + 1)
  })

  describe('with a worn pickaxe far below the land', () => {
    /** Far below the stage, so that the land is above. */
    const deep = () => 20 - stage().at(0, 0, 0).y

    async function wornBelow(kit: Readonly<Record<string, number>>): Promise<BranchMineArgs> {
      const { give, fill, stand, body, at, player, context, simulation } = stage()
      fill([-8, deep() - 3, -4], [8, deep() + 4, 24], 'stone')
      fill([0, deep(), 0], [0, deep() + 1, 0], 'air')
      await give({ stone_pickaxe: 1, ...kit })
      await stand(0, deep(), 0)
      await simulation.run(takeInHand(body, ['stone_pickaxe'], context.signal))
      player.inventory.wearHeld(65)
      await simulation.advance(2)
      expect(body.tools.stonesLeft).toBe(66)
      context.agentState.exploration.headFor({ x: 0, z: 1 })
      return {
        sought: 'diamond',
        height: body.feet.y,
        found: () => body.feet.z >= at(0, 0, 12).z,
        able: () => true,
      }
    }

    it('the agent keeps what it can dig for the way up', async () => {
      const tunnel = await wornBelow({})
      const { body, perform } = stage()
      expect((await perform(branchMine, tunnel)).result).toMatchObject({
        failure: { kind: 'missing-tool', detail: 'the last pickaxe is needed for the way up' },
      })
      // From y 20 to y 66, and some more; a dig may have begun.
      expect(body.tools.stonesLeft).toBeLessThanOrEqual(56)
      expect(body.tools.stonesLeft).toBeGreaterThan(53)
      // If it is sent again, it goes on.
      expect((await perform(branchMine, tunnel)).result).toEqual(done)
    })

    it('the agent continues if it carries planks for the sticks of another', async () => {
      const tunnel = await wornBelow({ crafting_table: 1, oak_planks: 2, cobblestone: 3 })
      expect((await stage().perform(branchMine, tunnel)).result).toEqual(done)
    })
  })

  it('the agent leaves ores in the walls for which its pickaxe is too weak', async () => {
    const { give, fill, block, stand, kind, body, perform, at, context } = stage()
    fill([-8, -3, -3], [8, 4, 10], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    block(2, 1, 4, 'gold_ore')
    block(-2, 1, 4, 'lapis_ore')
    await give({ stone_pickaxe: 1 })
    await stand(0, 0, 0)
    context.agentState.exploration.headFor({ x: 0, z: 1 })
    const { result } = await perform(branchMine, {
      sought: 'iron_ore',
      height: body.feet.y,
      found: () => body.feet.z > at(0, 0, 4).z,
      able: () => true,
    })
    expect(result).toEqual(done)
    expect(kind(2, 1, 4)).toBe('gold_ore')
    expect(kind(-2, 1, 4)).toBe('air')
  })

  it.each([
    { x: 1, z: 0 },
    { x: 0, z: 1 },
  ])(
    'the tunnel descends to the height of the ore from one block above, along $x, $z',
    async (heading) => {
      const { give, fill, stand, body, perform, context } = stage()
      fill([-6, -3, -6], [10, 4, 10], 'stone')
      fill([0, 0, 0], [0, 1, 0], 'air')
      await give({ iron_pickaxe: 1 })
      await stand(0, 0, 0)
      context.agentState.exploration.headFor(heading)
      const start = body.feet
      const { result } = await perform(branchMine, {
        sought: 'diamond',
        height: start.y - 1,
        found: () => body.feet.xzDistanceTo(start) >= 5,
        able: () => true,
      })
      expect(result).toEqual(done)
      expect(body.feet.y).toBe(start.y - 1)
    },
  )

  longIt('the agent leaves a place that is blocked on all sides but above', async () => {
    const { give, fill, stand, body, at, perform } = stage()
    const [wall, out] = [3, 16]
    fill([-out, -6, -out], [out, 20, out], 'stone')
    fill([-wall, -4, -wall], [wall, 12, wall], 'bedrock')
    fill([1 - wall, -3, 1 - wall], [wall - 1, 12, wall - 1], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ iron_pickaxe: 1, cobblestone: 32 })
    await stand(0, 0, 0)
    const start = at(0, 0, 0)
    const isOutside = ({ x, z }: Vec3) => Math.max(Math.abs(x), Math.abs(z)) > wall
    const { result } = await perform(branchMine, {
      sought: 'diamond',
      height: start.y,
      found: () => body.feet.y <= start.y + 1 && isOutside(body.feet.minus(start)),
      able: () => true,
    })
    expect(result).toEqual(done)
  })
})

describe('unneeded drops', () => {
  const stage = sharedStage('1.16.5')

  it('the agent leaves drops behind where water would follow it', async () => {
    const { give, block, stand, perform, carried, kind } = stage()
    block(2, -1, 0, 'iron_ore')
    block(2, -1, 1, 'iron_ore')
    block(2, -1, 2, 'water')
    await give({ stone_pickaxe: 1 })
    await stand(0, 0, 0)
    expect((await perform(mine, { item: 'iron_ore', count: 1 })).result).toEqual(done)
    expect(carried().iron_ore).toBe(1)
    expect(kind(2, -1, 1)).toBe('iron_ore')
  })

  it('the agent picks drops up in passing, and makes no detour for them', async () => {
    const { drop, simulation, perform, carried, lying } = stage()
    drop('coal', 1, 2, 0, 0)
    drop('coal', 1, 6, 0, 0)
    await simulation.advance(15)
    const kinds = new Set(['coal'])
    await perform(collect, { kinds, range: 8, enough: () => (carried().coal ?? 0) > 0 })
    expect(lying()).toBe(1)
  })

  it('the agent builds with junk before materials of tools', async () => {
    const { give, body, at, kind, simulation } = stage()
    await give({ stone_pickaxe: 1, cobblestone: 8, dirt: 8 })
    const { signal } = new AbortController()
    expect(await simulation.run(fillWithJunk(body, at(2, 0, 0), signal))).toBe(true)
    expect(kind(2, 0, 0)).toBe('dirt')
  })
})

describe('placed stations', () => {
  const stage = sharedStage('1.16.5')

  it('the agent takes a station along later if there is no way to it now', async () => {
    const { give, fill, at, body, simulation, perform, carried } = stage()
    await give({ crafting_table: 1, oak_planks: 8 })
    expect((await perform(craft, { item: 'chest', count: 1 })).result).toEqual(done)
    const { x, y, z } = at(10, 0, 0)
    await simulation.run(travel(body, new GoalNear(x, y, z, 0.5), new AbortController().signal))
    fill([4, -5, -10], [9, -1, 10], 'air')
    await simulation.advance(20)
    await perform(takeBackStations, {})
    expect(carried().crafting_table).toBeUndefined()
    fill([4, -5, -10], [9, -1, 10], 'stone')
    await simulation.advance(20)
    await takeBack(stage())
    expect(carried().crafting_table).toBe(1)
  })

  it('the agent does not climb to a station while it carries another one', async () => {
    const { give, block, stand, perform, kind } = stage()
    block(3, 9, 0, 'crafting_table')
    await give({ crafting_table: 1, oak_planks: 8, dirt: 32 })
    await stand(0, 0, 0)
    const { result, ticks } = await perform(craft, { item: 'chest', count: 1 })
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(60)
    expect(kind(3, 9, 0)).toBe('crafting_table')
  })
})

describe('digging without input cooldowns', () => {
  const stage = sharedStage('1.16.5', { hands: 'bot' })

  it('the agent digs while it walks', async () => {
    const { dug, ticks } = await tunnelled(stage())
    // A block takes 8 ticks, and 9.1 with the walk if the body stands still for it.
    expect(ticks / dug).toBeLessThan(8.8)
  })
})

import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { craft } from '#skills/items/craft'
import { discard } from '#skills/items/discard'
import { equip } from '#skills/items/equip'
import { place } from '#skills/items/place'
import { smelt } from '#skills/items/smelt'
import { mine } from '#skills/mining/mine'
import { sharedStage, takeBack } from '../support/skills.ts'
import { longIt } from '../support/versions.ts'
import { ERAS } from '../support/windows.ts'

/** A latency of 150 ms each way: a server on another continent. */
const LATENCY = 3
const done = { ok: true }
const order = (item: string, count: number) => ({ item, count })

describe.each(ERAS)('a far-away server of %s', (version) => {
  const stage = sharedStage(version, { latency: LATENCY })

  it('the agent crafts a pickaxe from logs', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_log: 2, crafting_table: 1 })
    for (const [item, count] of [
      ['planks', 8],
      ['stick', 4],
      ['wooden_pickaxe', 1],
    ] as const)
      expect((await perform(craft, order(item, count))).result).toEqual(done)
    await takeBack(stage())
    expect(carried()).toEqual({ oak_planks: 3, stick: 2, wooden_pickaxe: 1, crafting_table: 1 })
  })

  longIt('an interrupted craft loses no items at any click', async () => {
    const { give, perform, carried, loose, body, simulation, player } = stage()
    for (let after = 10; after < 70; after += 7) {
      player.inventory.takeAll()
      await give({ crafting_table: 1, oak_planks: 8, stick: 8, wooden_axe: 1 })
      const off = new AbortController()
      body.clock.wait(after).then(() => off.abort(new Interrupt('interrupted', 'called off')))
      await perform(craft, order('wooden_pickaxe', 2), { signal: off.signal })
      await simulation.advance(40)
      expect(loose()).toBe(0)
      const made = carried().wooden_pickaxe ?? 0
      expect(carried()).toMatchObject({ oak_planks: 8 - 3 * made, stick: 8 - 2 * made })
      const rest = await perform(craft, order('wooden_pickaxe', 2 - made))
      expect(rest.result).toEqual(done)
      await takeBack(stage())
      expect(carried()).toEqual({
        crafting_table: 1,
        oak_planks: 2,
        stick: 4,
        wooden_axe: 1,
        wooden_pickaxe: 2,
      })
    }
  })

  it('the agent smelts', async () => {
    const { give, perform, carried } = stage()
    await give({ sand: 2, oak_planks: 2, furnace: 1, wooden_pickaxe: 1 })
    expect((await perform(smelt, order('glass', 2))).result).toEqual(done)
    await takeBack(stage())
    expect(carried()).toEqual({ glass: 2, furnace: 1, wooden_pickaxe: 1 })
  })

  it('the agent equips, mines, places and throws items away', async () => {
    const { give, perform, carried, player, at, kind } = stage()
    await give({ iron_helmet: 1, stone_pickaxe: 1, gravel: 70 })
    expect((await perform(equip, { item: 'iron_helmet', count: 1 })).result).toEqual(done)
    expect(player.inventory.slots[5]?.name).toBe('iron_helmet')
    expect((await perform(mine, { item: 'cobblestone', count: 3 })).result).toEqual(done)
    expect(carried().cobblestone).toBeGreaterThanOrEqual(3)
    expect((await perform(place, { item: 'cobblestone', at: at(4, 0, 4) })).result).toEqual(done)
    expect(kind(4, 0, 4)).toBe('cobblestone')
    expect((await perform(discard, { slots: 34 })).result).toEqual(done)
    // The server decides how much stone the agent has mined.
    expect(carried()).toEqual({
      iron_helmet: 1,
      stone_pickaxe: 1,
      cobblestone: expect.any(Number),
    })
  })
})

import { describe, expect, it } from 'vitest'
import { craft } from '../skills/craft.ts'
import { equip } from '../skills/equip.ts'
import { mine } from '../skills/mine.ts'
import { smelt } from '../skills/smelt.ts'
import { eat } from '../skills/eat.ts'
import { discard } from '../skills/discard.ts'
import { sharedStage } from './support/skills.ts'
import { ERAS } from './support/windows.ts'

/** 150 ms each way: a server on another continent. */
const LATENCY = 3

describe.each(ERAS)('a far-away server of %s', (version) => {
  const stage = sharedStage(version, { latency: LATENCY })

  it('lets a pickaxe be made from logs', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_log: 2, crafting_table: 1 })
    const ticks = []
    for (const [item, count] of [['planks', 8], ['stick', 4], ['wooden_pickaxe', 1]] as const) {
      const { result, ticks: t } = await perform(craft, { item, count, using: {}, keepStation: false })
      ticks.push(t)
      expect(result).toEqual({ ok: true })
    }
    console.log(version, ticks)
    expect(carried()).toEqual({ oak_planks: 3, stick: 2, wooden_pickaxe: 1, crafting_table: 1 })
  })

  it('smelts', async () => {
    const { give, perform, carried } = stage()
    await give({ sand: 2, oak_planks: 2, furnace: 1, wooden_pickaxe: 1 })
    const { result, ticks } = await perform(smelt, { item: 'glass', count: 2, using: {}, keepStation: false })
    console.log(version, ticks)
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ glass: 2, furnace: 1, wooden_pickaxe: 1 })
  })

  it('equips, mines', async () => {
    const { give, perform, carried } = stage()
    await give({ iron_helmet: 1, stone_pickaxe: 1, bread: 2 })
    console.log(version, await perform(equip, { item: 'iron_helmet' }))
    console.log(version, await perform(equip, { item: 'stone_pickaxe' }))
    console.log(version, await perform(mine, { item: 'cobblestone', count: 3 }), carried())
    console.log(version, await perform(eat, null), carried())
    console.log(version, await perform(discard, { slots: 34 }), carried())
  })
})

import { describe, expect, it } from 'vitest'
import { craft } from '../skills/craft.ts'
import { smelt } from '../skills/smelt.ts'
import { sharedStage } from './support/skills.ts'
import { ERAS } from './support/windows.ts'

describe.each(ERAS)('crafting on %s', (version) => {
  const stage = sharedStage(version)

  it('makes planks in the inventory', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_log: 4 })
    const { result, ticks } = await perform(craft, {
      item: 'planks',
      count: 12,
      using: {},
      keepStation: false,
    })
    console.log(version, 'planks', ticks)
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ oak_log: 1, oak_planks: 12 })
  })

  it('makes a pickaxe at a table that it puts down and takes back', async () => {
    const { give, perform, carried } = stage()
    await give({ crafting_table: 1, birch_planks: 3, stick: 2, cobblestone: 5 })
    const { result, ticks } = await perform(craft, {
      item: 'wooden_pickaxe',
      count: 1,
      using: {},
      keepStation: false,
    })
    console.log(version, 'pickaxe', ticks)
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ wooden_pickaxe: 1, crafting_table: 1, cobblestone: 5 })
  })
  it('smelts', async () => {
    const { give, perform, carried } = stage()
    await give({ iron_ore: 2, coal: 1, furnace: 1, stone_pickaxe: 1 })
    const { result, ticks } = await perform(smelt, {
      item: 'iron_ingot',
      count: 2,
      using: {},
      keepStation: false,
    })
    console.log(version, 'smelt', ticks)
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ iron_ingot: 2, stone_pickaxe: 1, furnace: 1 })
  })
})

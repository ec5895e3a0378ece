import type { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { placeBlock } from '#body/place'
import { discard } from '#skills/items/discard'
import { equip } from '#skills/items/equip'
import { place } from '#skills/items/place'
import { resendBlock } from '#world/rules/client-sync'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

describe.each(ERAS)('placing, equipping and discarding on %s', (version) => {
  const stage = sharedStage(version)
  const freeSlots = () =>
    stage()
      .player.inventory.slots.slice(9, 45)
      .filter((item) => item === null).length

  it('the agent places a block of a tag on free ground nearby', async () => {
    const { give, perform, carried, context, body, simulation } = stage()
    await give({ birch_planks: 2 })
    expect((await perform(place, { item: 'planks' })).result).toEqual(done)
    expect(carried()).toEqual({ birch_planks: 1 })
    await simulation.advance(5)
    const [block] = context.memory.blocks(['birch_planks'], body.position)
    expect(block?.position.distanceTo(body.position)).toBeLessThan(4)
  })

  it('the agent places a block at a given position, from wherever that is possible', async () => {
    const { give, perform, at, kind } = stage()
    await give({ cobblestone: 3 })
    for (const [x, y, z] of [
      [7, 0, 5],
      [7, 1, 5],
      [0, 0, 0],
    ] as const) {
      expect((await perform(place, { item: 'cobblestone', at: at(x, y, z) })).result).toEqual(done)
      expect(kind(x, y, z)).toBe('cobblestone')
    }
  })

  it('a failure says why a block cannot be placed there', async () => {
    const { give, perform, at, block, carried } = stage()
    const failure = async (cell: Vec3) => {
      const { result } = await perform(place, { item: 'dirt', at: cell })
      return result.ok ? undefined : result.failure.kind
    }
    expect(await failure(at(3, 0, 0))).toBe('missing-material')
    await give({ dirt: 1 })
    block(3, 0, 0, 'stone')
    await stage().simulation.advance(5)
    expect(await failure(at(3, 0, 0))).toBe('unreachable')
    // No block is nearby to place it against.
    expect(await failure(at(0, 6, 0))).toBe('unreachable')
    expect(carried()).toEqual({ dirt: 1 })
  })

  it('the agent puts on armour and takes a shield and a tool', async () => {
    const { give, perform, player, game } = stage()
    await give({ dirt: 3, iron_helmet: 1, golden_boots: 1, shield: 1, wooden_pickaxe: 1 })
    const items = { iron_helmet: 5, golden_boots: 8, shield: 45, wooden_pickaxe: 36 }
    for (const [item, slot] of Object.entries(items)) {
      const { result, ticks } = await perform(equip, { item, count: 1 })
      expect(result).toEqual(done)
      expect(ticks).toBeLessThan(6)
      const stack =
        player.inventory.slots[item === 'wooden_pickaxe' ? 36 + player.inventory.held : slot]
      expect(stack && game.registry.itemName(stack)).toBe(item)
    }
    expect((await perform(equip, { item: 'diamond_helmet', count: 1 })).result).toMatchObject({
      failure: { kind: 'missing-material' },
    })
  })

  it('the agent throws junk away, but nothing valuable or needed', async () => {
    const { give, perform, carried, context } = stage()
    await give({ gravel: 64 * 2, wheat_seeds: 64, dirt: 64 * 3, cobblestone: 64 * 29, diamond: 1 })
    expect(freeSlots()).toBe(0)
    context.agentState.pursue(new Set(['wheat_seeds']), () => 0)
    const { result, ticks } = await perform(discard, { slots: 4, keep: new Set(['gravel']) })
    expect(result).toEqual(done)
    expect(freeSlots()).toBe(4)
    expect(carried()).toEqual({
      gravel: 64 * 2,
      wheat_seeds: 64,
      // The agent keeps some dirt for building.
      dirt: 64,
      cobblestone: 64 * 27,
      diamond: 1,
    })
    expect(ticks).toBeLessThan(20)
  })

  it('the agent throws junk away while the cursor holds a stack without room', async () => {
    const { give, perform, carried, bot, simulation } = stage()
    await give({ crafting_table: 1, gravel: 64 * 2, diamond: 64 * 33 })
    const table = bot.inventory.items().find(({ name }) => name === 'crafting_table')
    await simulation.run(bot.clickWindow(table?.slot ?? 0, 0, 0))
    await simulation.advance(2)
    // A drop takes the free slot.
    await give({ diamond: 64 })
    expect(freeSlots()).toBe(0)
    expect(carried().crafting_table).toBeUndefined()
    expect((await perform(discard, { slots: 1 })).result).toEqual(done)
    expect(freeSlots()).toBe(1)
    expect(carried()).toEqual({ crafting_table: 1, diamond: 64 * 34 })
  })

  it('a failure says that nothing is junk', async () => {
    const { give, perform, carried } = stage()
    // Light sources are not junk either.
    const worth = { diamond: 64 * 33, coal: 64, charcoal: 64, torch: 64 }
    await give(worth)
    expect((await perform(discard, { slots: 1 })).result).toMatchObject({
      failure: { kind: 'inventory-full' },
    })
    expect(carried()).toEqual(worth)
  })
})

describe('placing', () => {
  const stage = sharedStage('1.21.4')

  it('the agent takes a block for placed that a late answer to a dig hides for a moment', async () => {
    const { give, bot, body, simulation, at, game, player } = stage()
    await give({ cobblestone: 1 })
    const cell = at(2, 0, 0)
    // Both packets arrive in one piece of the stream, and the last word a tick later.
    bot._client.once('block_change', ({ location }) => {
      bot._client.emit('block_change', { location, type: 0 })
      game.time.nextTick(() => resendBlock(game.level, player, cell))
    })
    const placed = placeBlock(body, ['cobblestone'], cell, new AbortController().signal)
    expect(await simulation.run(placed)).toBe(true)
  })
})

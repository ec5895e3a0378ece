import { describe, expect, it } from 'vitest'
import { ITEM_FORMATS, sharedWindows } from '../../support/windows.ts'

describe.each(ITEM_FORMATS)('crafting on %s', (version) => {
  const session = sharedWindows(version)

  it('the bot crafts a pickaxe from logs by planks, sticks and a table', async () => {
    const { give, craft, block, carried, believed } = session()
    await give(['oak_log', 3])
    await craft('oak_planks', 3)
    expect(carried()).toEqual({ oak_planks: 12 })
    await craft('stick', 1)
    expect(carried()).toEqual({ oak_planks: 10, stick: 4 })
    await craft('crafting_table', 1)
    expect(carried()).toEqual({ oak_planks: 6, stick: 4, crafting_table: 1 })
    await craft('wooden_pickaxe', 2, await block('crafting_table'))
    expect(carried()).toEqual({ crafting_table: 1, wooden_pickaxe: 2 })
    expect(believed()).toEqual(carried())
  })

  it('a shift-click crafts until the ingredients are used up', async () => {
    const { bot, run, give, click, stacks, carried, believed, confirmed } = session()
    await give(['oak_log', 5])
    await run(bot.clickWindow(36, 0, 0))
    await run(bot.clickWindow(1, 0, 0))
    await click({ slot: 0, mode: 1, item: stacks.make('oak_planks', 4) })
    expect(carried()).toEqual({ oak_planks: 20 })
    // Where clicks are confirmed, the client computes the result itself.
    expect(believed()).toEqual(confirmed ? {} : carried())
  })

  it('a shift-click stops when the inventory is full', async () => {
    const { bot, run, give, click, stacks, carried, dropped, player } = session()
    for (let slot = 9; slot < 45; slot++) player.inventory.set(slot, stacks.make('dirt', 64))
    player.inventory.set(9, stacks.make('oak_planks', 56))
    player.inventory.set(36, stacks.make('oak_log', 5))
    await give()
    await run(bot.clickWindow(36, 0, 0))
    await run(bot.clickWindow(1, 0, 0))
    player.inventory.set(36, stacks.make('dirt', 64))
    await click({ slot: 0, mode: 1, item: stacks.make('oak_planks', 4) })
    expect(carried()).toEqual({ oak_planks: 64, dirt: 35 * 64 })
    expect(player.inventory.slots[1]?.count).toBe(3)
    expect(dropped).toEqual([])
  })

  it('closing the window returns the items in the grid', async () => {
    const { bot, run, give, carried, believed, serverSlot, simulation } = session()
    await give(['oak_log', 3])
    await run(bot.clickWindow(36, 0, 0))
    await run(bot.clickWindow(1, 1, 0))
    await run(bot.clickWindow(36, 0, 0))
    expect(serverSlot(1)).toBe('oak_log*1')
    bot._client.write('close_window', { windowId: 0 })
    await simulation.advance(2)
    expect(serverSlot(1)).toBe('')
    expect(carried()).toEqual({ oak_log: 3 })
    expect(believed()).toEqual(carried())
  })

  it('crafting a cake returns the buckets', async () => {
    const { give, craft, block, carried, player, stacks } = session()
    for (const slot of [36, 37, 38]) player.inventory.set(slot, stacks.make('milk_bucket'))
    await give(['sugar', 2], ['egg', 1], ['wheat', 3])
    await craft('cake', 1, await block('crafting_table'))
    expect(carried()).toEqual({ bucket: 3, cake: 1 })
  })
})

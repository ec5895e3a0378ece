import { describe, expect, it } from 'vitest'
import { ITEM_FORMATS, sharedWindows } from '../../support/windows.ts'

describe.each(ITEM_FORMATS)('the inventory on %s', (version) => {
  const session = sharedWindows(version)

  it('merges items into stacks, then fills the hotbar, then the rest', async () => {
    const { player, stacks, serverSlot, botSlot, give, simulation } = session()
    const { inventory } = player
    inventory.set(20, stacks.make('dirt', 60))
    await give(['dirt', 10])
    expect([serverSlot(20), serverSlot(36)]).toEqual(['dirt*64', 'dirt*6'])
    for (let slot = 37; slot < 45; slot++) inventory.set(slot, stacks.make('cobblestone', 64))
    await give(['sand', 3])
    expect(serverSlot(9)).toBe('sand*3')
    for (let slot = 9; slot < 36; slot++) inventory.set(slot, stacks.make('cobblestone', 64))
    expect(inventory.give(stacks.make('dirt', 64))).toBe(6)
    await simulation.advance(2)
    for (let slot = 5; slot < 46; slot++) expect(botSlot(slot)).toBe(serverSlot(slot))
  })

  it('wears the held tool until it breaks, and the client follows', async () => {
    const { player, bot, give, simulation } = session()
    await give(['wooden_pickaxe', 1])
    const uses = bot.heldItem?.maxDurability ?? 0
    expect(uses).toBeGreaterThan(0)
    for (let used = 1; used < uses; used++) {
      player.inventory.wearHeld(1)
      await simulation.advance(1)
      expect(bot.heldItem?.durabilityUsed).toBe(used)
    }
    player.inventory.wearHeld(1)
    await simulation.advance(1)
    expect(bot.heldItem).toBeNull()
    expect(player.inventory.heldItem).toBeNull()
  })

  it('follows the selected slot, uses held items, and can be emptied', async () => {
    const { player, bot, stacks, give, simulation, carried, believed } = session()
    player.inventory.set(40, stacks.make('dirt', 3))
    bot.setQuickBarSlot(4)
    await give()
    expect(player.inventory.held).toBe(4)
    player.inventory.useHeld()
    player.inventory.useHeld(1)
    expect(carried()).toEqual({ dirt: 1 })
    player.inventory.set(1, stacks.make('oak_log', 2))
    expect(
      player.inventory
        .takeAll()
        .map((item) => item.count)
        .sort(),
    ).toEqual([1, 2])
    await simulation.advance(2)
    expect(believed()).toEqual({})
    expect(carried()).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { ITEM_FORMATS, sharedWindows } from '../../support/windows.ts'

describe.each(ITEM_FORMATS)('clicks on %s', (version) => {
  const session = sharedWindows(version)

  it('the server rejects a click on a wrong stack and corrects the client', async () => {
    const { give, click, stacks, bot, carried, believed, botSlot } = session()
    await give(['oak_log', 3])
    const diamonds = stacks.make('diamond', 64)
    bot.inventory.updateSlot(20, stacks.make('diamond', 64) as never)
    const answers: boolean[] = []
    bot._client.on(
      'transaction',
      ({ accepted }: { accepted: boolean }) => void answers.push(accepted),
    )
    await click({ slot: 20, item: diamonds, claims: [[20, null]], cursor: diamonds })
    expect(carried()).toEqual({ oak_log: 3 })
    expect(believed()).toEqual({ oak_log: 3 })
    expect(botSlot(20)).toBe('')
    if (session().confirmed) expect(answers).toEqual([false])
  })

  it('the server waits for the acknowledgement of a rejection where clicks are confirmed', async () => {
    const { give, click, stacks, confirmed, bot, serverSlot, simulation, player } = session()
    if (!confirmed) return
    await give(['oak_log', 3])
    const listeners = bot._client.listeners('transaction') as (() => void)[]
    bot._client.removeAllListeners('transaction')
    let rejected = 0
    bot._client.on('transaction', ({ action }: { action: number }) => {
      rejected = action
    })
    await click({ slot: 20, item: stacks.make('diamond') })
    await click({ slot: 36, item: stacks.make('oak_log', 3) })
    expect(serverSlot(36)).toBe('oak_log*3')
    bot._client.write('transaction', { windowId: 0, action: rejected, accepted: true })
    await simulation.advance(1)
    await click({ slot: 36, item: stacks.make('oak_log', 3) })
    expect(serverSlot(36)).toBe('')
    for (const listener of listeners) bot._client.on('transaction', listener)
    expect(player.inventory.heldItem).toBeNull()
  })

  it('the server ignores invalid clicks', async () => {
    const { give, click, carried, stacks, bot, simulation, dropped } = session()
    await give(['oak_log', 3])
    const slots = [-32768, -1000, -999, -2, -1, 46, 47, 1000, 32767]
    for (const slot of slots) {
      for (const mode of [-1, 0, 1, 2, 3, 4, 5, 6, 7, 100]) {
        for (const button of [-128, -1, 0, 9, 40, 127]) {
          bot._client.write('window_click', {
            windowId: 0,
            slot,
            mouseButton: button,
            mode,
            action: 1,
            item: stacks.toNotch(null),
            stateId: -1,
            changedSlots: Array.from({ length: 200 }, (_, i) => ({
              location: i - 100,
              item: stacks.toNotch(stacks.make('diamond', 64)),
            })),
            cursorItem: stacks.toNotch(null),
          })
        }
      }
    }
    bot._client.write('window_click', {
      windowId: 77,
      slot: 36,
      mouseButton: 0,
      mode: 0,
      action: 1,
      item: stacks.toNotch(null),
      stateId: 0,
      changedSlots: [],
      cursorItem: stacks.toNotch(null),
    })
    bot._client.write('held_item_slot', { slotId: 200 })
    bot._client.write('close_window', { windowId: 9 })
    await simulation.advance(3)
    expect(carried()).toEqual({ oak_log: 3 })
    expect(dropped).toEqual([])
    await click({ slot: 36, mode: 4, button: 1 })
    expect(carried()).toEqual({})
  })

  it('a player throws one item or a stack', async () => {
    const { give, bot, run, carried, dropped, stacks, simulation } = session()
    await give(['oak_log', 3], ['dirt', 5])
    await run(bot.toss(stacks.make('dirt').type, null, 2))
    await simulation.advance(2)
    expect(carried()).toEqual({ oak_log: 3, dirt: 3 })
    expect(dropped.map((item) => `${stacks.nameOf(item)}*${item.count}`)).toEqual([
      'dirt*1',
      'dirt*1',
    ])
    const log = bot.inventory.slots[36]
    if (log) await run(bot.tossStack(log))
    await simulation.advance(2)
    expect(carried()).toEqual({ dirt: 3 })
    expect(dropped.at(-1)?.count).toBe(3)
  })

  it('number keys swap, drags distribute, and a double click collects', async () => {
    const { give, click, stacks, serverSlot, botSlot, player } = session()
    await give(['oak_log', 10], ['dirt', 4])
    await click({ slot: 20, mode: 2, button: 0 })
    expect([serverSlot(20), serverSlot(36)]).toEqual(['oak_log*10', ''])
    await click({ slot: 20, mode: 2, button: 1 })
    expect([serverSlot(20), serverSlot(37)]).toEqual(['dirt*4', 'oak_log*10'])
    await click({ slot: 37, item: stacks.make('oak_log', 10) })
    await click({ slot: -999, mode: 5, button: 0 })
    for (const slot of [21, 22, 23]) await click({ slot, mode: 5, button: 1 })
    await click({ slot: -999, mode: 5, button: 2 })
    expect([21, 22, 23].map(serverSlot)).toEqual(['oak_log*3', 'oak_log*3', 'oak_log*3'])
    expect([21, 22, 23].map(botSlot)).toEqual(
      session().confirmed ? ['', '', ''] : ['oak_log*3', 'oak_log*3', 'oak_log*3'],
    )
    await click({ slot: 24, mode: 6 })
    await click({ slot: 25 })
    expect([21, 22, 23, 25].map(serverSlot)).toEqual(['', '', '', 'oak_log*10'])
    expect(player.inventory.slots[20]?.count).toBe(4)
  })

  it('armour slots accept only matching armour', async () => {
    const { give, click, bot, run, stacks, serverSlot, botSlot, confirmed, simulation } = session()
    await give(['iron_helmet', 1], ['iron_boots', 1], ['shield', 1], ['dirt', 2])
    const helmet = bot.inventory.slots[36]
    const shield = bot.inventory.slots[38]
    if (!helmet || !shield) throw new Error('the items are missing')
    await run(bot.equip(helmet, 'head'))
    await run(bot.equip(shield, 'off-hand'))
    await simulation.advance(2)
    expect([serverSlot(5), serverSlot(45)]).toEqual(['iron_helmet*1', 'shield*1'])
    await click({ slot: 37, mode: 1 })
    expect(serverSlot(8)).toBe('iron_boots*1')
    if (!confirmed) expect(botSlot(8)).toBe('iron_boots*1')
    await click({ slot: 39, item: stacks.make('dirt', 2) })
    await click({ slot: 6 })
    expect(serverSlot(6)).toBe('')
    await click({ slot: 39 })
    expect(serverSlot(39)).toBe('dirt*2')
  })

  it("closing a window drops or returns the cursor's stack", async () => {
    const { give, bot, run, carried, dropped, simulation, confirmed } = session()
    await give(['oak_log', 3])
    await run(bot.clickWindow(36, 0, 0))
    bot._client.write('close_window', { windowId: 0 })
    await simulation.advance(2)
    expect(carried()).toEqual(confirmed ? {} : { oak_log: 3 })
    expect(dropped.map((item) => item.count)).toEqual(confirmed ? [3] : [])
  })
})

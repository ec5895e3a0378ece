import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { floorIn } from '../../support/floor.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'
import { ITEM_FORMATS, sharedWindows } from '../../support/windows.ts'

describe.each(ITEM_FORMATS)('the chest on %s', (version) => {
  const session = sharedWindows(version)

  it('stores items', async () => {
    const { bot, run, give, block, carried, believed, stacks, simulation } = session()
    await give(['oak_log', 10], ['dirt', 70])
    const place = await block('chest')
    const log = stacks.make('oak_log').type
    const chest = await run(bot.openChest(place))
    await run(chest.deposit(log, null, 7))
    await run(chest.deposit(stacks.make('dirt').type, null, 64))
    chest.close()
    await simulation.advance(3)
    expect(carried()).toEqual({ oak_log: 3, dirt: 6 })
    expect(believed()).toEqual(carried())
    const again = await run(bot.openChest(place))
    expect(again.containerCount(log, null)).toBe(7)
    await run(again.withdraw(log, null, 5))
    again.close()
    await simulation.advance(3)
    expect(carried()).toEqual({ oak_log: 8, dirt: 6 })
    expect(believed()).toEqual(carried())
  })

  it('moves whole stacks by shift-click', async () => {
    const { bot, run, give, block, carried, simulation } = session()
    await give(['cobblestone', 64])
    const place = await block('chest', {}, 4)
    const chest = await run(bot.openChest(place))
    await run(bot.clickWindow(chest.inventoryEnd - 9, 0, 1))
    await simulation.advance(2)
    expect(carried()).toEqual({})
    await run(bot.clickWindow(0, 0, 1))
    chest.close()
    await simulation.advance(3)
    expect(carried()).toEqual({ cobblestone: 64 })
  })

  it('joins a neighbouring chest, drops its own half, and cannot open below a block', async () => {
    const { bot, run, give, block, dropped, stacks, simulation, world } = session()
    const { level, registry } = world.game
    await give(['sand', 2])
    await block('air', {}, 1)
    const right = await block('chest', { facing: 'south', type: 'left' }, 2)
    const left = await block('chest', { facing: 'south', type: 'right' }, 1)
    const large = await run(bot.openChest(right))
    expect(large.inventoryStart).toBe(54)
    await run(bot.clickWindow(large.inventoryEnd - 9, 0, 0))
    await run(bot.clickWindow(53, 0, 0))
    large.close()
    await simulation.advance(3)
    const { x, y, z } = left.position
    const opened: unknown[] = []
    bot.on('windowOpen', (window) => void opened.push(window))
    level.set(x, y + 1, z, registry.blockState('stone'))
    await simulation.advance(2)
    await run(bot.activateBlock(right))
    await simulation.advance(3)
    expect(opened).toEqual([])
    level.set(x, y + 1, z, registry.blockState('air'))
    level.set(x, y, z, registry.blockState('air'))
    await simulation.advance(2)
    level.set(x + 1, y, z, registry.blockState('air'))
    await simulation.advance(2)
    expect(dropped.map((item) => `${stacks.nameOf(item)}*${item.count}`)).toEqual(['sand*2'])
  })

  it('closes when the player is too far away', async () => {
    const { bot, run, block, simulation, player } = session()
    const place = await block('chest', {}, 4)
    await run(bot.openChest(place))
    player.position = player.position.offset(-20, 0, 0)
    await simulation.advance(2)
    expect(bot.currentWindow).toBeNull()
  })
})

describe.each(versionsFor('26.1', '1.12.2', '1.16.5'))(
  'chests that a player places on %s',
  (version) => {
    let session: Practice | undefined
    afterEach(async () => {
      await session?.close()
      session = undefined
    })

    it('join side by side, and separate when one breaks', async () => {
      session = await practice({ version })
      const { bot, run, simulation } = session
      const floor = floorIn(session, 4)
      floor.teleport(0, 0, -1)
      await simulation.advance(10)
      await floor.hold('chest', 3)
      for (const x of [0, 1, -1]) {
        const below = bot.blockAt(floor.at(x, -1, 1))
        if (!below) throw new Error('the client has no floor')
        if (x === -1) await run(bot.lookAt(floor.at(-1, -1, 1), true))
        if (x < 0 && version === '1.12.2') break
        await run(bot.placeBlock(below, new Vec3(0, 1, 0)))
        await simulation.advance(3)
      }
      const opened = async (x: number) => {
        const block = bot.blockAt(floor.at(x, 0, 1))
        if (!block) throw new Error('the client has no chest')
        const chest = await run(bot.openContainer(block))
        chest.close()
        await simulation.advance(3)
        return chest.inventoryStart
      }
      expect([await opened(0), await opened(1)]).toEqual([54, 54])
      if (version !== '1.12.2') expect(await opened(-1)).toBe(27)
      floor.block(1, 0, 1, 'air')
      await simulation.advance(3)
      expect(await opened(0)).toBe(27)
    })
  },
)

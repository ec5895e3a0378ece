import { describe, expect, it } from 'vitest'
import { fuelTicks, SMELTING_TICKS } from '#knowledge/smelting'
import { ITEM_FORMATS, sharedWindows } from '../../support/windows.ts'

describe.each(ITEM_FORMATS)('the furnace on %s', (version) => {
  const session = sharedWindows(version)
  const raw = version === '1.21.4' ? 'raw_iron' : 'iron_ore'

  it('smelts an item in the smelting time, is lit meanwhile, and gives the result', async () => {
    const { bot, run, give, block, carried, believed, stacks, simulation, world } = session()
    await give([raw, 2], ['coal', 1])
    const place = await block('furnace', { facing: 'south' })
    const lit = () => {
      const { x, y, z } = place.position
      return world.game.registry.blockProperties(world.game.level.state(x, y, z))
    }
    const furnace = await run(bot.openFurnace(place))
    await run(furnace.putInput(stacks.make(raw).type, null, 2))
    expect(lit().lit).toBe('false')
    await run(furnace.putFuel(stacks.make('coal').type, stacks.make('coal').metadata, 1))
    await simulation.advance(SMELTING_TICKS - 8)
    expect(furnace.outputItem()).toBeNull()
    expect(lit()).toMatchObject({ lit: 'true', facing: 'south' })
    expect(furnace.progress).toBeGreaterThan(0.9)
    await simulation.advance(12)
    expect(furnace.outputItem()?.name).toBe('iron_ingot')
    await run(furnace.takeOutput())
    await simulation.advance(2)
    expect(carried()).toEqual({ iron_ingot: 1 })
    furnace.close()
    await simulation.advance(3)
    expect(believed()).toEqual({ iron_ingot: 1 })
    const again = await run(bot.openFurnace(place))
    expect(again.inputItem()?.count).toBe(1)
    again.close()
    await simulation.advance(3)
  })

  it('smelts with a closed window while the fuel lasts, and burns no fuel without need', async () => {
    const { bot, run, give, block, stacks, simulation, world } = session()
    const { registry } = world.game
    await give(['cobblestone', 20], ['oak_planks', 2])
    const place = await block('furnace', {}, 3)
    const furnace = await run(bot.openFurnace(place))
    await run(furnace.putInput(stacks.make('cobblestone').type, null, 20))
    await run(furnace.putFuel(stacks.make('oak_planks').type, 0, 2))
    furnace.close()
    await simulation.advance(2 * fuelTicks(registry, 'oak_planks') + 20)
    const smelted = Math.floor((2 * fuelTicks(registry, 'oak_planks')) / SMELTING_TICKS)
    const again = await run(bot.openFurnace(place))
    expect(again.outputItem()?.count).toBe(smelted)
    expect(again.inputItem()?.count).toBe(20 - smelted)
    expect(again.fuelItem()).toBeNull()
    await run(again.takeInput())
    await give(['coal', 1])
    await run(again.putFuel(stacks.make('coal').type, stacks.make('coal').metadata, 1))
    await simulation.advance(50)
    expect(again.fuelItem()?.count).toBe(1)
    again.close()
    await simulation.advance(3)
  })

  it('accepts only fuel in the fuel slot and nothing in the output slot', async () => {
    const { bot, run, give, click, block, carried, stacks, simulation } = session()
    await give(['dirt', 5])
    const furnace = await run(bot.openFurnace(await block('furnace', {}, 4)))
    const [hotbar] = [furnace.inventoryEnd - 9]
    await click({ slot: hotbar, item: stacks.make('dirt', 5), cursor: stacks.make('dirt', 5) })
    await click({ slot: 1 })
    await click({ slot: 2 })
    await click({ slot: hotbar })
    furnace.close()
    await simulation.advance(3)
    expect(carried()).toEqual({ dirt: 5 })
  })

  it('drops its contents and closes its window when broken', async () => {
    const { bot, run, give, block, dropped, stacks, simulation, world } = session()
    await give(['cobblestone', 3], ['coal', 2])
    const place = await block('furnace')
    const { x, y, z } = place.position
    const furnace = await run(bot.openFurnace(place))
    await run(furnace.putInput(stacks.make('cobblestone').type, null, 3))
    await run(furnace.putFuel(stacks.make('coal').type, stacks.make('coal').metadata, 2))
    await simulation.advance(5)
    world.game.level.set(x, y, z, world.game.registry.blockState('air'))
    await simulation.advance(3)
    expect(dropped.map((item) => `${stacks.nameOf(item)}*${item.count}`)).toEqual([
      'cobblestone*3',
      'coal*1',
    ])
    expect(bot.currentWindow).toBeNull()
  })
})

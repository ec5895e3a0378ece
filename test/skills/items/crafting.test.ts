import { describe, expect, it } from 'vitest'
import { openWindow } from '#body/clicks'
import { Interrupt } from '#body/interrupt'
import { SMELTING_TICKS } from '#knowledge/smelting'
import { craft } from '#skills/items/craft'
import { parallelSmelt } from '#skills/items/parallel-smelt'
import { smelt } from '#skills/items/smelt'
import { ownStations, takeBackStations } from '#skills/items/station'
import type { Player } from '#world/player'
import { sharedStage, takeBack } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }
const order = (item: string, count: number) => ({ item, count })

describe.each(ERAS)('crafting and smelting on %s', (version) => {
  const stage = sharedStage(version)
  const ore = version === '1.21.4' ? 'raw_iron' : 'iron_ore'

  it('the agent crafts planks of any logs, in the inventory grid', async () => {
    const { give, perform, carried } = stage()
    await give({ birch_log: 4 })
    const { result, ticks } = await perform(craft, order('planks', 12))
    expect(result).toEqual(done)
    expect(carried()).toEqual({ birch_log: 1, birch_planks: 12 })
    expect(ticks).toBeLessThan(20)
  })

  it('the agent lays out the materials of several runs together', async () => {
    const { give, block, perform, carried, game } = stage()
    block(2, 0, 1, 'crafting_table')
    await give({ oak_log: 7, cobblestone: 30 })
    const planks = await perform(craft, order('planks', 28))
    expect(planks.ticks).toBeLessThan(18)
    const sticks = await perform(craft, order('stick', 16))
    expect(sticks.ticks).toBeLessThan(24)
    const furnaces = await perform(craft, order('furnace', 3))
    expect(furnaces.ticks).toBeLessThan(45)
    expect(carried()).toEqual({ oak_planks: 20, stick: 16, furnace: 3, cobblestone: 6 })
    expect(game.clientLimits.violations).toEqual({})
  })

  it('each run takes materials of one kind, and another run takes others', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_planks: 3, birch_planks: 2, spruce_planks: 1 })
    expect((await perform(craft, order('stick', 8))).result).toEqual(done)
    expect(carried()).toEqual({ oak_planks: 1, spruce_planks: 1, stick: 8 })
  })

  it('the agent crafts a pickaxe at a table that it places, and takes the table back', async () => {
    const { give, perform, carried } = stage()
    await give({ crafting_table: 1, birch_planks: 3, stick: 2, cobblestone: 5 })
    const { result, ticks } = await perform(craft, order('wooden_pickaxe', 1))
    expect(result).toEqual(done)
    expect(carried()).toEqual({ wooden_pickaxe: 1, cobblestone: 5 })
    // By hand, a crafting table takes 75 ticks to dig up.
    expect(ticks + (await takeBack(stage()))).toBeLessThan(110)
    expect(carried()).toEqual({ wooden_pickaxe: 1, crafting_table: 1, cobblestone: 5 })
  })

  it('the agent leaves its table for the next craft', async () => {
    const { give, perform, carried } = stage()
    await give({ crafting_table: 1, wooden_axe: 1, cobblestone: 6, stick: 4 })
    expect((await perform(craft, order('stone_pickaxe', 1))).result).toEqual(done)
    expect(carried().crafting_table).toBeUndefined()
    const { result, ticks } = await perform(craft, order('stone_pickaxe', 1))
    expect(result).toEqual(done)
    expect(ticks + (await takeBack(stage()))).toBeLessThan(80)
    expect(carried()).toEqual({ crafting_table: 1, wooden_axe: 1, stone_pickaxe: 2 })
    // There is nothing left to take back.
    expect((await perform(takeBackStations, {})).result).toMatchObject({
      failure: { kind: 'not-found' },
    })
  })

  it('the agent abandons a table that is faster to craft again', async () => {
    const { give, perform, carried, kind } = stage()
    await give({ crafting_table: 1, oak_planks: 8, furnace: 1, sand: 1, oak_log: 1 })
    expect((await perform(craft, order('chest', 1))).result).toEqual(done)
    expect((await perform(smelt, order('glass', 1))).result).toEqual(done)
    expect((await perform(takeBackStations, { replaced: ['furnace'] })).result).toEqual(done)
    expect(carried()).toMatchObject({ chest: 1, crafting_table: 1, glass: 1 })
    expect(carried().furnace).toBeUndefined()
    const around = [-2, -1, 0, 1, 2]
    const stands = around.some((x) => around.some((z) => kind(x, 0, z) === 'furnace'))
    expect(stands).toBe(true)
    expect((await perform(takeBackStations, {})).result).toMatchObject({
      failure: { kind: 'not-found' },
    })
  })

  it('the agent takes its table along when an interruption leads it away', async () => {
    const { give, perform, carried, body } = stage()
    await give({ crafting_table: 1, oak_planks: 8 })
    expect((await perform(craft, order('chest', 1))).result).toEqual(done)
    const off = new AbortController()
    body.clock.wait(30).then(() => off.abort(new Interrupt('hurt', 'a zombie')))
    const first = await perform(takeBackStations, {}, { signal: off.signal })
    expect(first.result).toMatchObject({ failure: { kind: 'hurt' } })
    expect(carried()).toEqual({ chest: 1 })
    await takeBack(stage())
    expect(carried()).toEqual({ chest: 1, crafting_table: 1 })
  })

  it('the agent works at a table that it did not place, and leaves it', async () => {
    const { give, block, kind, perform, carried, simulation } = stage()
    block(6, 0, 3, 'crafting_table')
    await give({ oak_planks: 8 })
    await simulation.advance(5)
    expect((await perform(craft, order('chest', 1))).result).toEqual(done)
    expect((await perform(takeBackStations, {})).result).toMatchObject({
      failure: { kind: 'not-found' },
    })
    expect(carried()).toEqual({ chest: 1 })
    expect(kind(6, 0, 3)).toBe('crafting_table')
  })

  it('the agent digs out room for its table if there is none', async () => {
    const { give, fill, stand, perform, carried } = stage()
    fill([-3, 0, -3], [3, 4, 3], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ crafting_table: 1, oak_planks: 8, wooden_pickaxe: 1 })
    await stand(0, 0, 0)
    expect((await perform(craft, order('chest', 1))).result).toEqual(done)
    await takeBack(stage())
    expect(carried()).toMatchObject({ chest: 1, crafting_table: 1 })
  })

  it('the agent throws junk away to make room for the product', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_log: 2, gravel: 64 * 35 })
    expect((await perform(craft, order('planks', 4))).result).toEqual(done)
    expect(carried()).toEqual({ oak_log: 1, oak_planks: 4, gravel: 64 * 34 })
  })

  it('a failure says what a craft lacks', async () => {
    const { give, perform, carried } = stage()
    await give({ oak_planks: 7 })
    const failure = async (item: string, count = 1) => {
      const { result } = await perform(craft, order(item, count))
      return result.ok ? undefined : result.failure
    }
    expect(await failure('chest')).toEqual({
      kind: 'missing-material',
      detail: 'chest needs planks: 1 more',
    })
    expect(await failure('wooden_slab', 6)).toEqual({
      kind: 'no-table',
      detail: 'wooden_slab needs a crafting_table',
    })
    expect(await failure('dirt')).toEqual({
      kind: 'not-found',
      detail: 'there is no way to get dirt like this',
    })
    expect(carried()).toEqual({ oak_planks: 7 })
  })

  it('the agent smelts ingots in a furnace that it places and takes back, with minimal fuel', async () => {
    const { give, perform, carried } = stage()
    await give({ [ore]: 4, oak_planks: 5, furnace: 1, stone_pickaxe: 1 })
    const { result, ticks } = await perform(smelt, order('iron_ingot', 3))
    expect(result).toEqual(done)
    expect(ticks + (await takeBack(stage()))).toBeLessThan(3 * SMELTING_TICKS + 80)
    expect(carried()).toEqual({
      [ore]: 1,
      iron_ingot: 3,
      // Three times 200 ticks, at 300 ticks a plank.
      oak_planks: 3,
      furnace: 1,
      stone_pickaxe: 1,
    })
  })

  it('the agent shares the work between several furnaces, and takes one of them back', async () => {
    const { give, perform, carried } = stage()
    await give({ [ore]: 3, oak_planks: 3, furnace: 3, stone_pickaxe: 1 })
    const { result, ticks } = await perform(parallelSmelt, order('iron_ingot', 3))
    expect(result).toEqual(done)
    expect(ticks + (await takeBack(stage()))).toBeLessThan(SMELTING_TICKS + 3 * 50)
    expect(carried()).toEqual({ iron_ingot: 3, furnace: 1, stone_pickaxe: 1 })
  })

  it('the agent keeps all furnaces busy while there is more to smelt, and takes one of them back', async () => {
    const { give, perform, carried } = stage()
    await give({ [ore]: 6, oak_planks: 3, birch_log: 3, furnace: 3, stone_pickaxe: 1 })
    expect((await perform(smelt, order('iron_ingot', 3))).result).toEqual(done)
    const { result, ticks } = await perform(smelt, order('iron_ingot', 3))
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(SMELTING_TICKS + 3 * 20)
    await takeBack(stage())
    expect(carried()).toEqual({
      iron_ingot: 6,
      birch_log: 2,
      birch_planks: 1,
      furnace: 1,
      stone_pickaxe: 1,
    })
  })

  it('the agent leaves a furnace that it placed but has not seen yet, where there is little room', async () => {
    const { give, perform, carried, fill, block, player, simulation } = stage()
    fill([-3, 0, -3], [3, 3, 3], 'stone')
    for (const [x, y, z] of [
      [0, 0, 0],
      [0, 1, 0],
      [-1, 1, 0],
      [0, 1, -1],
    ] as const)
      block(x, y, z, 'air')
    await simulation.advance(5)
    await give({ [ore]: 3, coal: 3, furnace: 3, stone_pickaxe: 1 })
    const resume = sendBlocksLate(player)
    const { result, ticks } = await perform(smelt, order('iron_ingot', 3))
    resume()
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(SMELTING_TICKS + 100)
    // The agent takes none of them back: each stands where it was placed.
    expect(carried()).toEqual({ iron_ingot: 3, stone_pickaxe: 1, cobblestone: 1 })
  })

  it('the agent burns what it has: coal in one furnace and planks in the others', async () => {
    const { give, perform, carried } = stage()
    await give({ [ore]: 3, coal: 1, oak_planks: 1, birch_planks: 1, furnace: 3 })
    const { result, ticks } = await perform(parallelSmelt, order('iron_ingot', 3))
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(2 * SMELTING_TICKS)
    expect(carried()).toEqual({ iron_ingot: 3 })
  })

  it('the agent waits for a product that a late server has yet to show', async () => {
    const { give, perform, carried, bot, body } = stage()
    await give({ oak_log: 1 })
    const sync = bot._syncWindow
    bot._syncWindow = async (window) => {
      await sync?.call(bot, window)
      const shown = bot.inventory.items().find(({ name }) => name.endsWith('planks'))
      if (!shown) return
      bot.inventory.updateSlot(shown.slot, null)
      void body.clock.wait(5).then(() => bot.inventory.updateSlot(shown.slot, shown))
    }
    const { result } = await perform(craft, order('planks', 4))
    if (sync) bot._syncWindow = sync
    expect(result).toEqual(done)
    expect(carried()).toEqual({ oak_planks: 4 })
  })

  it('the agent shares fuel between the furnaces that it has', async () => {
    const { give, perform, carried } = stage()
    // Enough for shares of two, one and one, in three furnaces, and for all in one.
    await give({ [ore]: 4, oak_planks: 3, stick: 2, furnace: 2 })
    expect((await perform(parallelSmelt, order('iron_ingot', 4))).result).toEqual(done)
    expect(carried().iron_ingot).toBe(4)
  })

  it('the agent turns logs into planks to burn them', async () => {
    const { give, perform, carried } = stage()
    await give({ [ore]: 3, birch_log: 2, furnace: 3, stone_pickaxe: 1 })
    const { result, ticks } = await perform(smelt, order('iron_ingot', 3))
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(2 * SMELTING_TICKS)
    await takeBack(stage())
    expect(carried()).toEqual({
      iron_ingot: 3,
      birch_log: 1,
      birch_planks: 1,
      furnace: 1,
      stone_pickaxe: 1,
    })
  })

  it('the agent smelts logs to charcoal', async () => {
    const { give, perform, carried } = stage()
    await give({ birch_log: 2, oak_planks: 1, furnace: 1, wooden_pickaxe: 1 })
    expect((await perform(smelt, order('coals', 1))).result).toEqual(done)
    await takeBack(stage())
    expect(carried()).toEqual({ birch_log: 1, charcoal: 1, furnace: 1, wooden_pickaxe: 1 })
  })

  it('the agent leaves a furnace that it has no pickaxe for', async () => {
    const { give, perform, carried } = stage()
    await give({ sand: 1, coal: 2, furnace: 1 })
    const { result, ticks } = await perform(smelt, order('glass', 1))
    expect(result).toEqual(done)
    await takeBack(stage())
    expect(carried()).toEqual({ glass: 1, coal: 1 })
    expect(ticks).toBeLessThan(SMELTING_TICKS + 40)
  })

  it('the agent leaves the furnace burning at an interruption, and returns for the rest', async () => {
    const { give, perform, carried, body, simulation } = stage()
    await give({ sand: 2, oak_planks: 2, furnace: 1, wooden_pickaxe: 1 })
    const off = new AbortController()
    body.clock.wait(250).then(() => off.abort(new Interrupt('hurt', 'a zombie')))
    const first = await perform(smelt, order('glass', 2), { signal: off.signal })
    expect(first.result).toMatchObject({ failure: { kind: 'hurt' } })
    expect(carried()).toEqual({ wooden_pickaxe: 1 })
    await simulation.advance(100)
    const { result, ticks } = await perform(smelt, order('glass', 2))
    expect(result).toEqual(done)
    expect(ticks + (await takeBack(stage()))).toBeLessThan(150)
    expect(carried()).toEqual({ glass: 2, furnace: 1, wooden_pickaxe: 1 })
  })

  it.each([1, 3])(
    'the agent returns to %i of its furnaces after it was carried away',
    async (furnace) => {
      const { give, perform, carried, body, game, player, at } = stage()
      await give({ [ore]: 3, coal: 3, furnace })
      body.clock.wait(120).then(() => game.movement.teleport(player, at(9.5, 0, 9.5)))
      const { result, ticks } = await perform(smelt, order('iron_ingot', 3))
      expect(result).toEqual(done)
      expect(ticks).toBeLessThan((3 / furnace) * SMELTING_TICKS + 200)
      expect(carried()).toMatchObject({ iron_ingot: 3 })
    },
  )

  it('the agent takes out items that it did not put in', async () => {
    const { give, block, perform, carried, simulation } = stage()
    block(2, 0, 0, 'furnace')
    await give({ sand: 4, oak_planks: 4 })
    await simulation.advance(5)
    const off = new AbortController()
    stage()
      .body.clock.wait(40)
      .then(() => off.abort(new Interrupt('interrupted', 'enough')))
    await perform(smelt, order('glass', 2), { signal: off.signal })
    await give({ [ore]: 1 })
    expect((await perform(smelt, order('iron_ingot', 1))).result).toEqual(done)
    expect(carried()).toMatchObject({ iron_ingot: 1 })
    expect(carried().sand ?? 0).toBeGreaterThanOrEqual(3)
  })

  it('the agent knows of its own furnaces only what it has seen', async () => {
    const { block, fill, context, at, simulation } = stage()
    block(6, 0, 0, 'furnace')
    block(0, 0, 6, 'furnace')
    for (const place of [at(6, 0, 0), at(0, 0, 6)]) context.agentState.stations.add(place)
    await simulation.advance(5)
    expect(ownStations(context, 'furnace')).toHaveLength(2)
    fill([4, 0, -4], [4, 4, 4], 'stone')
    await simulation.advance(5)
    block(6, 0, 0, 'air')
    block(0, 0, 6, 'air')
    await simulation.advance(5)
    // One furnace was removed behind a wall, the other in sight of the agent.
    expect(ownStations(context, 'furnace')).toEqual([at(6, 0, 0)])
  })

  it('a failure says what smelting lacks', async () => {
    const { give, perform, player } = stage()
    const failure = async () => {
      const { result } = await perform(smelt, order('iron_ingot', 2))
      return result.ok ? undefined : result.failure.kind
    }
    await give({ [ore]: 1, furnace: 1 })
    expect(await failure()).toBe('missing-material')
    await give({ [ore]: 1, oak_planks: 1 })
    expect(await failure()).toBe('no-fuel')
    player.inventory.takeAll()
    await give({ [ore]: 2, oak_planks: 2 })
    expect(await failure()).toBe('no-furnace')
  })
})

describe.each(ERAS)('crafting after death on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent crafts in its next life, although it died with an item on the cursor', async () => {
    const { give, block, at, run, body, player, perform, carried, simulation } = stage()
    block(1, 0, 1, 'crafting_table')
    await give({ cobblestone: 8, stick: 4 })
    const signal = new AbortController().signal
    const table = await run(openWindow(body, at(1, 0, 1), signal))
    await run(table?.lay('cobblestone', [1, 2, 3]) ?? Promise.resolve(false))
    const laying = table?.lay('stick', [5, 8])
    player.vitals.hurt(100, 'mob')
    await run(laying ?? Promise.resolve(false))
    await run(table?.close() ?? Promise.resolve())
    await simulation.advance(80)
    await give({ oak_log: 2 })
    expect((await perform(craft, order('planks', 8))).result).toEqual(done)
    expect(carried()).toEqual({ oak_planks: 8 })
  })
})

/**
 * Sends block changes at the end of a tick, after changes of the inventory, as some servers do.
 * @returns a function that ends this.
 */
function sendBlocksLate({ connection: { client: line } }: Player): () => void {
  const { write } = line
  line.write = (packet, fields) => {
    if (packet === 'block_change') setTimeout(() => write.call(line, packet, fields), 1)
    else write.call(line, packet, fields)
  }
  return () => {
    line.write = write
  }
}

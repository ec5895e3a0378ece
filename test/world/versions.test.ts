import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { stacksOf } from '#world/windows/stacks'
import { floorIn } from '../support/floor.ts'
import { type Practice, practice } from '../support/practice.ts'
import { casesFor, PLAYED_VERSIONS, VERSIONS } from '../support/versions.ts'

let session: Practice | undefined
afterEach(() => session?.close())

describe.each(casesFor({ all: VERSIONS, some: PLAYED_VERSIONS }))('on %s', (version) => {
  const isPlayed = (PLAYED_VERSIONS as readonly string[]).includes(version)
  const more = isPlayed ? ', crafts up to a stone pickaxe, smelts, stores and sleeps' : ''
  it(`a player spawns on the ground and digs${more}`, async () => {
    session = await practice({ version, time: 13_000 })
    const { bot, run, simulation, world } = session
    expect(bot.entity.position.distanceTo(world.terrain.spawn)).toBeLessThan(2)
    expect(bot.entity.onGround).toBe(true)
    expect(bot.health).toBe(20)
    expect(bot.blockAt(bot.entity.position.offset(0, -1, 0))?.boundingBox).toBe('block')

    const floor = floorIn(session, 5)
    floor.teleport(0, 0, 0)
    await simulation.advance(10)
    const { registry } = floor.game
    const stacks = stacksOf(registry)
    const named = (name: string) => stacks.make(name).type
    const block = (x: number, y: number, z: number) => {
      const there = bot.blockAt(floor.at(x, y, z))
      if (!there) throw new Error('the block is not loaded')
      return there
    }
    const craft = async (name: string, count: number, table?: ReturnType<typeof block>) => {
      const { metadata } = stacks.make(name)
      const variant = registry.flattened ? null : metadata
      const [recipe] = bot.recipesFor(named(name), variant, 1, table ?? null)
      if (!recipe) throw new Error(`no recipe for ${name}`)
      await run(bot.craft(recipe, count, table))
    }
    const take = async (name: string, x: number, y: number, z: number) => {
      floor.block(x, y, z, name)
      await simulation.advance(3)
      await run(bot.dig(block(x, y, z)))
      floor.teleport(x, y, z)
      await simulation.advance(20)
    }

    const give = async (slot: number, name: string, count = 1) => {
      floor.player.inventory.set(slot, stacks.make(name, count))
      await simulation.advance(2)
    }

    await take('oak_log', 2, 0, 0)
    expect(carried(bot)).toEqual({ [bot.registry.items[named('oak_log')]?.name ?? '']: 1 })
    if (!isPlayed) return
    await give(36, 'oak_log', 3)
    await craft('oak_planks', 3)
    await craft('stick', 1)
    await craft('crafting_table', 1)
    await run(bot.equip(named('crafting_table'), 'hand'))
    await run(bot.placeBlock(block(2, -1, -2), new Vec3(0, 1, 0)))
    await craft('wooden_pickaxe', 1, block(2, 0, -2))
    await run(bot.equip(named('wooden_pickaxe'), 'hand'))
    await take('stone', 0, 0, 2)
    expect(carried(bot)).toMatchObject({ cobblestone: 1 })
    await give(44, 'cobblestone', 2)
    floor.teleport(1, 0, -1)
    await simulation.advance(5)
    await craft('stone_pickaxe', 1, block(2, 0, -2))

    floor.block(0, 0, -3, 'furnace', { facing: 'south' })
    floor.block(2, 0, -4, 'chest', { facing: 'south' })
    const ore = registry.hasItem('raw_iron') ? 'raw_iron' : 'iron_ore'
    await give(43, ore)
    await give(44, 'coal')
    const furnace = await run(bot.openFurnace(block(0, 0, -3)))
    await run(furnace.putInput(named(ore), null, 1))
    await run(furnace.putFuel(named('coal'), null, 1))
    await simulation.advance(210)
    await run(furnace.takeOutput())
    furnace.close()
    const chest = await run(bot.openContainer(block(2, 0, -4)))
    await run(chest.deposit(named('iron_ingot'), null, 1))
    chest.close()
    await simulation.advance(5)
    expect(carried(bot)).toMatchObject({ stone_pickaxe: 1 })
    expect(carried(bot).iron_ingot).toBeUndefined()
    const again = await run(bot.openContainer(block(2, 0, -4)))
    expect(again.containerItems().map(({ name }) => name)).toEqual(['iron_ingot'])
    again.close()

    floor.block(-2, 0, 0, 'red_bed', { part: 'foot', facing: 'west' })
    floor.block(-3, 0, 0, 'red_bed', { part: 'head', facing: 'west' })
    floor.teleport(-1, 0, 0)
    await simulation.advance(5)
    await run(bot.sleep(block(-2, 0, 0)))
    await simulation.advance(120)
    expect(bot.isSleeping).toBe(false)
    expect(floor.game.time.ofDay).toBeLessThan(1000)
  }, 30_000)
})

function carried(bot: Bot): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name, count } of bot.inventory.items()) counts[name] = (counts[name] ?? 0) + count
  return counts
}

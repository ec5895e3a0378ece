import { afterEach, describe, expect, it } from 'vitest'
import { practice } from './support/practice.ts'
import { type Windows, windows } from './support/windows.ts'

let session: Windows | undefined
afterEach(() => session?.close())

function recipeFor({ bot, stacks }: Windows, name: string, table: boolean) {
  const { type, metadata } = stacks.make(name)
  const [recipe] = bot.recipesAll(type, bot.registry.blocksByName.birch_log ? null : metadata, table)
  const found = bot.recipesFor(type, metadata, 1, table)[0] ?? recipe
  if (!found) throw new Error(`no recipe for ${name}`)
  return found
}

describe.each(['1.12.2', '1.16.5', '1.21.4'])('crafting on %s', (version) => {
  it('makes a pickaxe from logs, by way of planks, sticks and a table', async () => {
    session = await windows(await practice({ version }))
    const { bot, give, run, block, carried, believed } = session
    await give(['oak_log', 3])
    const craft = async (name: string, times: number, table = false) => {
      const at = table && session ? await session.block('crafting_table') : undefined
      const { type, metadata } = (session as Windows).stacks.make(name)
      const [recipe] = bot.recipesFor(type, metadata, 1, table)
      if (!recipe) throw new Error(`no recipe for ${name}`)
      await run(bot.craft(recipe, times, at as never))
      await session?.simulation.advance(3)
    }
    await craft('oak_planks', 3)
    expect(carried()).toEqual({ oak_planks: 12 })
    await craft('stick', 1)
    expect(carried()).toEqual({ oak_planks: 10, stick: 4 })
    await craft('crafting_table', 1)
    expect(carried()).toEqual({ oak_planks: 6, stick: 4, crafting_table: 1 })
    await craft('wooden_pickaxe', 2, true)
    expect(carried()).toEqual({ crafting_table: 1, wooden_pickaxe: 2 })
    expect(believed()).toEqual(carried())
    void block
    void recipeFor
  })
})

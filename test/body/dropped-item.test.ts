import type { Item } from 'prismarine-item'
import { afterEach, describe, expect, it } from 'vitest'
import { droppedItem } from '#body/dropped-item'
import { type Practice, practice } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

let scene: Practice | undefined

afterEach(() => scene?.close())

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('an item entity in %s', (version) => {
  it('has no stack when it spawns, and then the stack that the server sends', async () => {
    scene = await practice({ version })
    const { bot, run, simulation } = scene
    const below = bot.blockAt(bot.entity.position.offset(0, -1, 0))
    if (!below) throw new Error('there is no ground')
    let appeared: Item | null | undefined
    bot.on('entitySpawn', (entity) => {
      if (entity.name === 'item') appeared ??= droppedItem(bot, entity)
    })
    await run(bot.dig(below))
    await simulation.advance(2)
    const items = Object.values(bot.entities).map((entity) => droppedItem(bot, entity))
    expect(appeared).toBeNull()
    expect(items.flatMap((item) => item?.name ?? [])).toEqual(['dirt'])
  })
})

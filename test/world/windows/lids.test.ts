import type { Bot } from 'mineflayer'
import type { Block } from 'prismarine-block'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinAs, type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice
let ann: Bot

describe.each(versionsFor('1.12.2', '1.16.5', '26.1'))('chests on %s', (version) => {
  beforeEach(async () => {
    session = await practice({ version, terrain: 'flat' })
    ann = await joinAs(session, 'Ann')
    await session.simulation.advance(20)
  })
  afterEach(async () => {
    ann.end()
    await session.close()
  })

  it('show every player that another one looks inside', async () => {
    const { bot, simulation, world, run } = session
    const place = bot.entity.position.floored().offset(2, 0, 0)
    world.game.editor.setBlock(place, world.game.registry.blockState('chest', { facing: 'west' }))
    await simulation.advance(5)
    const seen: [position: string, viewers: number][] = []
    ann.on('chestLidMove', (block: Block, viewers: number) => {
      seen.push([String(block.position), viewers])
    })
    const block = bot.blockAt(place)
    if (!block) throw new Error('the chest is not loaded')
    const chest = await run(bot.openContainer(block))
    await simulation.advance(5)
    expect(seen).toEqual([[String(place), 1]])
    chest.close()
    await simulation.advance(5)
    expect(seen).toEqual([
      [String(place), 1],
      [String(place), 0],
    ])
  })

  it('close the lid of a player who leaves', async () => {
    const { bot, simulation, world, run } = session
    const place = bot.entity.position.floored().offset(2, 0, 0)
    world.game.editor.setBlock(place, world.game.registry.blockState('chest', { facing: 'west' }))
    await simulation.advance(5)
    const seen: number[] = []
    bot.on('chestLidMove', (_: Block, viewers: number) => {
      seen.push(viewers)
    })
    const block = ann.blockAt(place)
    if (!block) throw new Error('the chest is not loaded')
    await run(ann.openContainer(block))
    await simulation.advance(5)
    ann.end()
    await simulation.advance(5)
    expect(seen).toEqual([1, 0])
  })
})

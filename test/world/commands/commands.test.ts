import type { Bot } from 'mineflayer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinAs, type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice
let ann: Bot

/** What a player hears in answer to a line. */
async function say(bot: Bot, line: string): Promise<string[]> {
  const heard: string[] = []
  const listen = (text: string) => void heard.push(text)
  bot.on('messagestr', listen)
  bot.chat(line)
  await session.simulation.advance(4)
  bot.off('messagestr', listen)
  return heard
}

/** The game's own text for a key, or for the key that it had before 1.13. */
function text(now: string, before: string, ...values: (string | number)[]): string {
  const { language } = ann.registry as unknown as { language: Readonly<Record<string, string>> }
  const format = language[`commands.${now}`] ?? language[`commands.${before}`] ?? ''
  return values.reduce<string>((filled, value) => filled.replace('%s', String(value)), format)
}

describe.each(versionsFor('26.1', '1.12.2', '1.16.5', '1.19', '1.20.6'))('on %s', (version) => {
  beforeEach(async () => {
    session = await practice({ version, operators: ['ann'] })
    ann = await joinAs(session, 'Ann')
    await session.simulation.advance(20)
  })
  afterEach(async () => {
    ann.end()
    await session.close()
  })

  it('an operator gives, moves, builds, summons, and sets time, mode and difficulty', async () => {
    const { bot, simulation } = session
    const old = version === '1.12.2'
    const [count, diamonds] = old ? ['[Diamond]', 70] : [70, '[Diamond]']
    expect(await say(ann, '/give tester minecraft:diamond 70')).toEqual([
      text('give.success.single', 'give.success', count, diamonds, 'tester'),
    ])
    expect(bot.inventory.items().map(({ name, count }) => [name, count])).toEqual([
      ['diamond', 64],
      ['diamond', 6],
    ])
    expect(await say(ann, '/clear tester')).toEqual([
      text('clear.success.single', 'clear.success', ...(old ? ['tester', 70] : [70, 'tester'])),
    ])
    expect(bot.inventory.items()).toEqual([])

    expect(await say(ann, '/fill ~-2 150 ~-2 ~2 150 ~2 stone')).toEqual([
      text('fill.success', 'fill.success', 25),
    ])
    const { x, z } = ann.entity.position
    expect(await say(ann, `/tp ~ 151 ~`)).toEqual([
      `Teleported Ann to ${x.toFixed(1)}, 151.0, ${z.toFixed(1)}`,
    ])
    await simulation.advance(10)
    expect(ann.entity.position.y).toBe(151)
    expect(ann.entity.onGround).toBe(true)
    expect(ann.blockAt(ann.entity.position.offset(0, -1, 0))?.name).toBe('stone')
    expect(await say(ann, '/tp tester Ann')).toEqual(['Teleported tester to Ann'])
    await simulation.advance(10)
    expect(bot.entity.position.distanceTo(ann.entity.position)).toBeLessThan(0.1)

    expect(await say(ann, '/summon cow ~1 ~ ~1')).toEqual([
      text('summon.success', 'summon.success', 'Cow'),
    ])
    expect(Object.values(ann.entities).some(({ name }) => name === 'cow')).toBe(true)
    expect(await say(ann, '/time set night')).toEqual(['Set the time to 13000'])
    expect(ann.time.timeOfDay).toBeGreaterThanOrEqual(13_000)
    const { day } = ann.time
    await say(ann, '/time add 24000')
    expect(ann.time.day).toBe(day + 1)
    expect(await say(ann, '/difficulty hard')).toEqual([
      text('difficulty.success', 'difficulty.success', 'Hard'),
    ])
    expect(await say(ann, '/gamemode creative')).toEqual(['Set own game mode to Creative Mode'])
    expect(ann.game.gameMode).toBe('creative')
    // mineflayer ignores the packet of older versions.
    const isHeard = bot.supportFeature('playerInfoActionIsBitfield')
    expect(bot.players.Ann?.gamemode).toBe(isHeard ? 1 : 0)
    let deaths = 0
    bot.on('death', () => void deaths++)
    expect(await say(ann, '/kill tester')).toEqual([
      expect.stringMatching(/^tester (was killed|fell out of the world)$/),
      'Killed tester',
    ])
    expect(deaths).toBe(1)
  })

  it('an operator reads what is wrong with a command', async () => {
    expect(await say(ann, '/give Ann dimond')).toEqual(["Unknown item 'minecraft:dimond'"])
    expect(await say(ann, '/give Zoe diamond')).toEqual(['No player was found'])
    expect(await say(ann, '/give')).toHaveLength(1)
    expect(await say(ann, '/tp 1 2')).toEqual(['Incomplete command: the coordinate z is missing'])
    expect(await say(ann, '/fill 0 0 0 99 99 99 stone')).toEqual([
      'Too many blocks in the specified area (maximum 32768, specified 1000000)',
    ])
    expect(await say(ann, '/time set soon')).toEqual(["Unknown time 'soon'"])
    expect(await say(ann, '/tp 9e99 1 1')).toEqual(["Expected a coordinate, found '9e99'"])
  })

  it('an operator stops the daylight cycle, sends texts, and completes arguments', async () => {
    const { simulation } = session
    await say(ann, '/time set 6000')
    expect(await say(ann, '/gamerule doDaylightCycle false')).toHaveLength(1)
    await simulation.advance(100)
    expect(ann.time.doDaylightCycle).toBe(false)
    const { timeOfDay } = ann.time
    expect(timeOfDay).toBeLessThan(6100)
    await simulation.advance(100)
    expect(ann.time.timeOfDay).toBe(timeOfDay)
    await say(ann, '/gamerule minecraft:advance_time true')
    await simulation.advance(100)
    expect(ann.time.doDaylightCycle).toBe(true)
    expect(ann.time.timeOfDay).toBeGreaterThan(timeOfDay)

    const greeting = '{"translate":"chat.type.text","with":["Bo",{"text":"Hi!","color":"red"}]}'
    expect(await say(ann, `/tellraw @s ${greeting}`)).toEqual(['<Bo> Hi!'])
    for (const wrong of ['{', '{}', '[1]', '5', 'null', '{"text":"a","extra":[[]]}'])
      expect((await say(ann, `/tellraw @s ${wrong}`))[0]).toMatch(/^Invalid chat component/)

    const completed = (await session.run(ann.tabComplete('/weather '))) as unknown[]
    const words = completed.map((match) =>
      typeof match === 'string' ? match : (match as { match: string }).match,
    )
    expect(words).toEqual(['clear', 'rain', 'thunder'])
  })

  it.runIf(version === '1.12.2')('an operator names blocks as the version does', async () => {
    const place = ann.entity.position.floored().offset(2, 3, 0)
    for (const [block, name, metadata] of [
      ['grass', 'grass', 0],
      ['minecraft:log 1', 'log', 1],
      ['oak_log[axis=x]', 'log', 4],
    ] as const) {
      await say(ann, `/setblock ~2 ~3 ~ ${block}`)
      expect(ann.blockAt(place)).toMatchObject({ name, metadata })
    }
  })

  it('others can only talk, and every command leaves the world running', async () => {
    const { bot, world } = session
    const refusal =
      version === '1.12.2'
        ? ['You do not have permission to use this command']
        : ['Unknown or incomplete command, see below for error', 'give<--[HERE]']
    expect(await say(bot, '/give tester diamond')).toEqual(refusal)
    expect(bot.inventory.items()).toEqual([])
    for (const line of ['/', '/nothing', '/constructor', '/give ', '/ give']) await say(bot, line)
    const whispers: string[][] = []
    bot.on('whisper', (name, text) => void whispers.push([name, text]))
    ann.whisper('tester', 'quiet')
    await session.simulation.advance(10)
    expect(whispers).toEqual([['Ann', 'quiet']])
    expect([...world.game.players]).toHaveLength(2)
    if (version !== '1.12.2') {
      const matches = (await session.run(bot.tabComplete('/he'))) as unknown as { match: string }[]
      expect(matches.map(({ match }) => match)).toEqual(['help'])
    }
  })
})

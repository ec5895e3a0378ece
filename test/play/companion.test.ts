import { type Duplex, PassThrough } from 'node:stream'
import type { Bot } from 'mineflayer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentSettings } from '#api/play-options'
import { GameClock } from '#clock/game-clock'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Companion } from '#play/companion'
import { Memory } from '#play/memory'
import type { Player } from '#world/player'
import { stacksOf } from '#world/windows/stacks'
import { plantGrove } from '../support/grove.ts'
import { joinAs, type Practice, practice } from '../support/practice.ts'

const VERSION = '1.16.5'

/** A connection that the server refuses. */
function refused(): Duplex {
  const line = new PassThrough()
  setTimeout(() => line.destroy(new Error('connect ECONNREFUSED')), 50)
  return line
}

describe('the companion', () => {
  let session: Practice
  let ann: Bot
  let companion: Companion
  let memory: Memory
  let said: string[]
  /** Whether the server refuses connections. */
  let isDown: boolean

  const start = async (perception: PerceptionMode = 'loaded') => {
    const { Companion } = await import('#play/companion')
    companion = new Companion({
      connection: {
        ...{ host: '127.0.0.1', port: session.world.port, version: VERSION, username: 'Delver' },
        auth: 'offline',
        connect: () => (isDown ? refused() : session.world.connect()),
      },
      settings: agentSettings({ perception, builds: 'respect' }),
      clock: new GameClock(),
      memory,
      onUncaught: () => () => {},
      obeys: (player) => player === 'Ann',
      onSaid: (text) => said.push(text),
    })
    await session.run(companion.joined)
    await session.simulation.advance(40)
  }

  beforeEach(async () => {
    said = []
    isDown = false
    session = await practice({ version: VERSION })
    plantGrove(session.world)
    memory = await Memory.open(':memory:', { notice: () => {} })
    ann = await joinAs(session, 'Ann')
    await start()
  })
  afterEach(async () => {
    await session.run(companion.leave())
    ann.end()
    memory.close()
    await session.close()
  })

  const playerOf = (name: string): Player => {
    const player = [...session.world.game.players].find((one) => one.name === name)
    if (!player) throw new Error(`no player ${name}`)
    return player
  }
  const give = (name: string, item: string, count: number) =>
    playerOf(name).inventory.give(stacksOf(session.world.game.registry).make(item, count))
  const until = async (condition: () => boolean, ticks = 6000) => {
    for (let waited = 0; waited < ticks && !condition(); waited += 5)
      await session.simulation.advance(5)
    expect([condition(), said]).toEqual([true, said])
  }
  const heard = (pattern: RegExp) => () => said.some((text) => pattern.test(text))

  it('greets in one line, and is silent until it is addressed', async () => {
    ann.chat('what a nice day')
    await session.simulation.advance(100)
    expect(said).toEqual(['Hello, I am Delver. Say "help" for what I can do.'])
    ann.chat('Delver, fly to the moon')
    await until(heard(/do not understand|Do you mean/), 100)
  })

  it('obeys the named player only', async () => {
    session.bot.chat('get 3 logs')
    session.bot.chat('<Ann> get 3 logs')
    await session.simulation.advance(60)
    expect(companion.orders).toEqual([])
    ann.chat('what do you have')
    await until(heard(/^I carry nothing/), 100)
  })

  it('gets items, brings them, and says so when the inventory shows it', async () => {
    ann.chat('bring 2 logs')
    await until(heard(/^Done: I gave 2 log to Ann/), 12_000)
    expect(companion.orders).toEqual([])
  })

  it('presses no key within two ticks of "stop", is at rest within eight, and continues when told to', async () => {
    const { x, z } = playerOf('Delver').position.floored().offset(60, 0, 0)
    companion.hear(`go to ${x} ${z}`, 'Ann')
    companion.hear('get 20 logs', 'Ann')
    await session.simulation.advance(60)
    ann.chat('stop')
    await until(heard(/^I stand still\. 1 order on hold/), 10)
    // Without a key, a player on the ground keeps 0.546 of its speed in a tick, and in the air 0.91.
    await session.simulation.advance(2)
    const speeds: number[] = []
    for (let tick = 0; tick < 40; tick++) {
      const before = playerOf('Delver').position.clone()
      await session.simulation.advance(1)
      speeds.push(playerOf('Delver').position.xzDistanceTo(before))
    }
    for (const [index, speed] of speeds.slice(1).entries())
      expect([index, speed <= 0.92 * (speeds[index] ?? 0) + 1e-3]).toEqual([index, true])
    expect(Math.max(...speeds.slice(8))).toBe(0)
    expect(companion.orders).toMatchObject([{ held: true }])
    ann.chat('continue')
    await session.simulation.advance(20)
    expect(companion.orders).toMatchObject([{ held: false }])
  })

  it('asks which one, and takes the answer', async () => {
    give('Delver', 'stone_pickaxe', 1)
    give('Delver', 'iron_pickaxe', 1)
    await session.simulation.advance(20)
    ann.chat('Delver, give me the pickaxe')
    await until(heard(/^Which pickaxe/), 100)
    ann.chat('the iron one')
    await until(heard(/^I gave 1 iron_pickaxe to Ann/))
  })

  it('keeps its orders over a restart', async () => {
    ann.chat('get 20 logs')
    await session.simulation.advance(40)
    await session.run(companion.leave())
    await start()
    expect(companion.orders).toMatchObject([{ order: { name: 'get', args: { item: 'log' } } }])
  })

  it('follows, comes and remembers places', async () => {
    ann.chat('this is home')
    await until(heard(/^I remember home/), 200)
    ann.chat('follow me')
    await until(() => companion.orders[0]?.order.name === 'follow', 100)
    ann.chat('come')
    await until(heard(/^I am here, Ann/))
    ann.chat('go home')
    await until(heard(/^I am home/))
  })

  it('goes straight to the ore that it saw in an earlier run', async () => {
    const { editor, registry } = session.world.game
    await session.run(companion.leave())
    memory.forgetAll('sightings')
    await start('seen')
    const { x, z } = playerOf('Delver').position.floored().offset(100, 0, 0)
    companion.hear(`go to ${x} ${z}`, null)
    await until(heard(/^I am at /), 4000)
    const ore = playerOf('Delver').position.floored().offset(2, 0, 0)
    editor.setBlock(ore, registry.blockState('emerald_ore'))
    await session.simulation.advance(20)
    await session.run(companion.leave())
    expect(memory.all('sightings')).toContainEqual(
      expect.objectContaining({ block: 'emerald_ore', x: ore.x, y: ore.y, z: ore.z }),
    )

    await start('seen')
    expect(playerOf('Delver').position.distanceTo(ore)).toBeGreaterThan(64)
    companion.hear('where is the nearest emerald ore', null)
    expect(said.at(-1)).toBe(`I saw emerald_ore at ${ore.x} ${ore.y} ${ore.z}.`)
    give('Delver', 'iron_pickaxe', 1)
    await session.simulation.advance(20)
    companion.hear('get 1 emerald', null)
    await until(heard(/^Done: I have 1 emerald\./), 1500)
    await session.run(companion.leave())
    expect(memory.all('sightings').some(({ block }) => block === 'emerald_ore')).toBe(false)
    await start()
  })

  it('remembers what chests hold, and where it saw players', async () => {
    give('Delver', 'chest', 1)
    give('Delver', 'dirt', 5)
    await session.simulation.advance(20)
    companion.hear('place the chest', null)
    await until(heard(/^I placed chest/))
    companion.hear('put the dirt in the chest', null)
    await until(heard(/^It is in the chest/))
    await session.run(companion.leave())
    expect(memory.all('chests')).toMatchObject([{ contents: { dirt: 5 } }])
    expect(memory.all('people').map(({ name }) => name)).toContain('Ann')
    await start()
    companion.hear('what is in the chest', null)
    expect(said.at(-1)).toMatch(/^Chests: .*: 5 dirt\.$/)
    ann.end()
    await session.simulation.advance(20)
    companion.hear('where is Ann', null)
    expect(said.at(-1)).toMatch(/^I last saw Ann at -?\d+ \d+ -?\d+, 1 minute ago\.$/)
  })

  it('returns after an outage of ten minutes, and continues its order', async () => {
    companion.hear('get 20 logs', null)
    await session.simulation.advance(40)
    isDown = true
    playerOf('Delver').kick('the server has a long break')
    await session.simulation.advance(12_000)
    expect(companion.orders).toMatchObject([{ order: { name: 'get' } }])
    isDown = false
    await session.simulation.advance(1400)
    expect(playerOf('Delver').name).toBe('Delver')
    await until(heard(/^Done: I have 20 log/), 12_000)
  })

  it('goes home at dusk when it has nothing to do, and not after "stop"', async () => {
    const { position } = playerOf('Delver')
    const home = position.floored().offset(24, 0, 0)
    const distance = () => playerOf('Delver').position.xzDistanceTo(home)
    const place = { x: home.x, y: position.floored().y, z: home.z, dimension: 'overworld' }
    memory.remember('places', 'home', { ...place, name: 'home', radius: 0 })
    await session.simulation.advance(300)
    expect(distance()).toBeGreaterThan(20)
    companion.hear('stop', null)
    session.world.game.time.ofDay = 11_600
    await session.simulation.advance(300)
    expect(distance()).toBeGreaterThan(20)
    companion.hear('continue', null)
    await until(() => distance() < 7, 1500)
  })

  it('stands still for ten seconds after "stop", even at night, and then takes shelter', async () => {
    const { game } = session.world
    // The server names it when a player joins.
    game.difficulty.level = 'normal'
    await session.run(companion.leave())
    await start()
    const delver = playerOf('Delver')
    const begun = delver.position.clone()
    companion.hear('stop', null)
    game.time.ofDay = 13_000
    await session.simulation.advance(190)
    expect(delver.position).toEqual(begun)
    await until(() => begun.y - delver.position.y >= 2, 400)
  })

  it('hides from the night when it is hurt, and continues its task when it has healed', async () => {
    const { game } = session.world
    game.difficulty.level = 'normal'
    await session.run(companion.leave())
    await start()
    game.time.ofDay = 14_000
    const delver = playerOf('Delver')
    const { y } = delver.position
    delver.vitals.hurt(14, 'starve')
    companion.hear('get 20 logs', null)
    await until(heard(/^I am hurt, and it is night: I hide/), 100)
    await until(() => y - delver.position.y >= 2, 400)
    expect(companion.orders).toMatchObject([{ order: { name: 'get' }, held: false }])
    await session.simulation.advance(200)
    expect(y - delver.position.y).toBeGreaterThanOrEqual(2)
    delver.vitals.restore()
    await until(() => y - delver.position.y < 1, 1200)
    delver.vitals.hurt(14, 'starve')
    await until(() => said.filter((text) => text.startsWith('I am hurt')).length === 2, 400)
    companion.hear('continue', null)
    delver.vitals.restore()
    companion.hear('cancel everything', null)
  })

  it('keeps a supply in the chest, whenever it has nothing else to do', async () => {
    give('Delver', 'chest', 1)
    await session.simulation.advance(20)
    companion.hear('place the chest', null)
    await until(heard(/^I placed chest/))
    companion.hear('keep 4 logs in the chest', null)
    expect(said.at(-1)).toBe('When I have nothing else to do, I will keep 4 log in a chest.')
    const stored = () => memory.all('chests').flatMap(({ contents }) => Object.entries(contents))
    await until(() => stored().some(([kind, count]) => /_log$/.test(kind) && count >= 4), 9000)
    companion.hear('stop keeping logs', null)
    expect(said.at(-1)).toBe('I no longer keep log.')
    companion.hear('what is next', null)
    expect(said.at(-1)).toBe('Nothing waits.')
  })
})

it.each([true, false])(
  'the companion reads the lines of a server that names no speaker: %s',
  async (readsLines) => {
    const session = await practice({ version: VERSION, seed: 3, operators: ['Ann'] })
    const memory = await Memory.open(':memory:', { notice: () => {} })
    const ann = await joinAs(session, 'Ann')
    const { Companion } = await import('#play/companion')
    const companion = new Companion({
      connection: {
        ...{ host: '127.0.0.1', port: session.world.port, version: VERSION, username: 'Delver' },
        auth: 'offline',
        connect: () => session.world.connect(),
      },
      settings: agentSettings({ perception: 'loaded', builds: 'respect' }),
      clock: new GameClock(),
      memory,
      onUncaught: () => () => {},
      obeys: (player) => player === 'Ann',
      readsLines,
      onSaid: () => {},
    })
    await session.run(companion.joined)
    await session.simulation.advance(40)
    for (const text of [
      '<tester> get 1 dirt',
      '* tester <Ann> get 1 dirt',
      '<constructor> get 1 dirt',
    ])
      ann.chat(`/tellraw Delver ${JSON.stringify({ text })}`)
    // The server names the speaker of this one, whatever its text is.
    session.bot.chat('<Ann> get 1 dirt')
    await session.simulation.advance(60)
    expect(companion.orders).toEqual([])
    ann.chat(`/tellraw Delver ${JSON.stringify({ text: '<Ann> get 20 logs' })}`)
    await session.simulation.advance(60)
    expect(companion.orders.map(({ by }) => by)).toEqual(readsLines ? ['Ann'] : [])
    await session.run(companion.leave())
    ann.end()
    memory.close()
    await session.close()
  },
)

it('the companion obeys whispers on a server that cancels public chat', async () => {
  const session = await practice({ version: VERSION, seed: 3, faults: ['cancel-chat'] })
  const memory = await Memory.open(':memory:', { notice: () => {} })
  const ann = await joinAs(session, 'Ann')
  const { Companion } = await import('#play/companion')
  const companion = new Companion({
    connection: {
      ...{ host: '127.0.0.1', port: session.world.port, version: VERSION, username: 'Delver' },
      auth: 'offline',
      connect: () => session.world.connect(),
    },
    settings: agentSettings({ perception: 'loaded', builds: 'respect' }),
    clock: new GameClock(),
    memory,
    onUncaught: () => () => {},
    obeys: (player) => player === 'Ann',
    onSaid: () => {},
  })
  await session.run(companion.joined)
  await session.simulation.advance(40)
  ann.chat('get 20 logs')
  await session.simulation.advance(60)
  expect(companion.orders).toEqual([])
  ann.chat('/tell Delver get 20 logs')
  await session.simulation.advance(60)
  expect(companion.orders).toMatchObject([{ order: { name: 'get' } }])
  await session.run(companion.leave())
  ann.end()
  memory.close()
  await session.close()
})

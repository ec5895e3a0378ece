import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentSettings } from '#api/play-options'
import { GameClock } from '#clock/game-clock'
import type { Companion } from '#play/companion'
import { Memory } from '#play/memory'
import { SchematicShelf } from '#play/schematics/shelf'
import { billOf } from '#skills/building/blueprint'
import type { Player } from '#world/player'
import { stacksOf } from '#world/windows/stacks'
import { differences, packagedBlueprint, spongeFile } from '../support/blueprints.ts'
import { joinAs, type Practice, practice } from '../support/practice.ts'

const VERSION = '1.16.5'
/** Limit on one test (ms). */
const TEST_MS = 240_000

describe('a companion that builds from a file', () => {
  let session: Practice
  let ann: Bot
  let companion: Companion
  let memory: Memory
  let said: string[]

  const start = async (schematics?: SchematicShelf) => {
    const { Companion } = await import('#play/companion')
    companion = new Companion({
      connection: {
        ...{ host: '127.0.0.1', port: session.world.port, version: VERSION, username: 'Delver' },
        auth: 'offline',
        connect: () => session.world.connect(),
      },
      settings: agentSettings({ perception: 'player', builds: 'respect' }),
      clock: new GameClock(),
      memory,
      onUncaught: () => () => {},
      obeys: (player) => player === 'Ann',
      onSaid: (text) => said.push(text),
      ...(schematics && { schematics }),
    })
    await session.run(companion.joined)
    await session.simulation.advance(40)
  }

  beforeEach(async () => {
    said = []
    session = await practice({ version: VERSION })
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

  const player = (name: string): Player => {
    const found = [...session.world.game.players].find((one) => one.name === name)
    if (!found) throw new Error(`no player ${name}`)
    return found
  }
  const give = async (items: Readonly<Record<string, number>>) => {
    const stacks = stacksOf(session.world.game.registry)
    for (const [item, count] of Object.entries(items)) {
      const size = session.world.game.registry.stackSize(item)
      for (let left = count; left > 0; left -= size)
        player('Delver').inventory.give(stacks.make(item, Math.min(size, left)))
    }
    await session.simulation.advance(10)
  }
  const until = async (condition: () => boolean, ticks = 6000) => {
    for (let waited = 0; waited < ticks && !condition(); waited += 5)
      await session.simulation.advance(5)
    expect([condition(), said]).toEqual([true, said])
  }
  const heard = (pattern: RegExp) => () => said.some((text) => pattern.test(text))
  const site = () => companion.orders[0]?.progress?.site
  const blueprint = () => packagedBlueprint(session.world.game.registry, 'hut')
  const wrong = ({ x, y, z }: { x: number; y: number; z: number }) =>
    differences(session.world.game, blueprint(), new Vec3(x, y, z))

  it(
    'continues after "stop", a kick and a restart, and what stands counts',
    async () => {
      await give({ ...billOf(session.world.game.registry, blueprint().blocks), dirt: 32 })
      ann.chat('build a hut')
      await until(() => site() !== undefined, 600)
      const place = site()
      if (!place) throw new Error('no site')
      const left = () => wrong(place).length
      const interrupt = async (built: number) => {
        await until(() => left() <= 109 - built)
        return left()
      }
      await interrupt(20)
      ann.chat('stop')
      await until(heard(/^I stand still/), 20)
      const atStop = left()
      await session.simulation.advance(100)
      expect(left()).toBe(atStop)
      ann.chat('continue')
      const atKick = await interrupt(45)
      player('Delver').kick('the server has a hiccup')
      await session.simulation.advance(600)
      expect(left()).toBeLessThanOrEqual(atKick)
      await interrupt(70)
      const atRestart = left()
      await session.run(companion.leave())
      expect(left()).toBeLessThanOrEqual(atRestart)
      await start()
      expect(site()).toEqual(place)
      await until(heard(/^Done: hut stands, 10[89] of 109 blocks as planned/), 9000)
      expect(wrong(place)).toEqual([])
      expect(companion.orders).toEqual([])
    },
    TEST_MS,
  )

  it('asks which schematic, and takes the answer', async () => {
    ann.chat('Delver, build a house')
    await until(heard(/^I have no schematic called house\. .* 1 bridge, 2 hut, 3 watchtower/), 100)
    ann.chat('the hut')
    await until(() => companion.orders[0]?.order.name === 'build', 100)
    expect(companion.orders[0]?.order.args).toEqual({ schematic: 'hut', at: null })
  })

  it('says which material it cannot get, and what stands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'schematics-'))
    writeFileSync(join(folder, 'post.schem'), spongeFile(['cobblestone', 'sponge']))
    await session.run(companion.leave())
    await start(new SchematicShelf([folder]))
    await give({ cobblestone: 1, dirt: 32 })
    companion.hear('build post', null)
    await until(
      heard(/^I could not build post\. post: 1 of 2 blocks as planned\. I could not get sponge: /),
    )
  })

  it(
    'builds in the wood that it has',
    async () => {
      const { registry } = session.world.game
      const bill = billOf(registry, packagedBlueprint(registry, 'bridge').blocks)
      const birch = Object.entries(bill).map(([item, count]) => [
        item.replace('oak', 'birch'),
        count,
      ])
      await give({ ...Object.fromEntries(birch), birch_log: 8, dirt: 32 })
      companion.hear('build bridge', null)
      await until(heard(/^Done: bridge stands, 47 of 47 blocks as planned/), 3000)
      expect(said.join()).toContain('birch_planks')
    },
    TEST_MS,
  )
})

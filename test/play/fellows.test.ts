import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Companion } from '#play/companion'
import { joinCompanion, shortMemory } from '../support/companion.ts'
import { plantGrove } from '../support/grove.ts'
import { joinAs, type Practice, practice } from '../support/practice.ts'
import { longIt } from '../support/versions.ts'

describe('two companions in one world', () => {
  let session: Practice
  const companions = new Map<string, Companion>()
  const said = new Map<string, string[]>()

  const join = async (name: string) => {
    const lines: string[] = []
    said.set(name, lines)
    const memory = await shortMemory()
    const companion = await joinCompanion(session, {
      ...{ name, perception: 'seen', memory, said: lines },
      obeys: () => true,
    })
    companions.set(name, companion)
    await session.simulation.advance(20)
  }

  beforeEach(async () => {
    session = await practice()
    plantGrove(session.world)
    await join('Delver')
    await join('Digger')
    await session.simulation.advance(60)
  })
  afterEach(async () => {
    for (const companion of companions.values()) await session.run(companion.leave())
    companions.clear()
    await session.close()
  })

  const orders = (name: string) => companions.get(name)?.orders.map(({ order }) => order.name)

  it('answer to their names, and to "everyone"', async () => {
    session.bot.chat('Digger, stay')
    await session.simulation.advance(20)
    expect([orders('Delver'), orders('Digger')]).toEqual([[], ['stay']])
    session.bot.chat('Delver, get 9 logs')
    await session.simulation.advance(20)
    expect([orders('Delver'), orders('Digger')]).toEqual([['get'], ['stay']])
    session.bot.chat('everyone, stay')
    await session.simulation.advance(20)
    expect([orders('Delver')?.[0], orders('Digger')?.[0]]).toEqual(['stay', 'stay'])
  })

  it('greet each other once, and do not obey each other', async () => {
    const greetings = (name: string) => said.get(name)?.filter((text) => /^Hello/.test(text)).length
    expect([greetings('Delver'), greetings('Digger')]).toEqual([2, 1])
    const miner = await joinAs(session, 'Miner')
    miner.chat('everyone, stay')
    await session.simulation.advance(40)
    expect([orders('Delver'), orders('Digger')]).toEqual([['stay'], ['stay']])
    session.bot.chat('everyone, continue')
    miner.chat('Hello, I am Miner. Say "help" for what I can do.')
    await session.simulation.advance(40)
    miner.chat('everyone, stay')
    await session.simulation.advance(40)
    expect([orders('Delver'), orders('Digger')]).toEqual([[], []])
    miner.end()
  })

  longIt('take their logs from different trees', async () => {
    const { level, registry, players } = session.world.game
    /** The companions that dug logs of each trunk. */
    const diggers = new Map<string, Set<string>>()
    level.on('change', ({ x, y, z, before }) => {
      if (!registry.blockName(before).endsWith('_log')) return
      const near = [...players]
        .filter(({ name }) => companions.has(name))
        .sort((a, b) => away(a.position) - away(b.position))[0]
      const key = `${x} ${z}`
      diggers.set(key, (diggers.get(key) ?? new Set()).add(near?.name ?? ''))
      function away(at: { x: number; y: number; z: number }) {
        return Math.hypot(at.x - x, at.y - y, at.z - z)
      }
    })
    session.bot.chat('everyone, get 4 logs')
    // One may pick up what the other dug.
    const isDone = (name: string) => said.get(name)?.some((text) => /^Done: I have \d/.test(text))
    for (let waited = 0; waited < 4000 && !(isDone('Delver') && isDone('Digger')); waited += 20)
      await session.simulation.advance(20)
    expect([isDone('Delver'), isDone('Digger')]).toEqual([true, true])
    expect([...diggers].filter(([, names]) => names.size > 1)).toEqual([])
  })
})

import type { Bot } from 'mineflayer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinAs, type Practice, practice } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

let session: Practice
let ann: Bot

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5', '1.18.2', '1.19.4', '1.20.6'))(
  'on %s, a player',
  (version) => {
    beforeEach(async () => {
      session = await practice({ version })
      ann = await joinAs(session, 'Ann')
      await session.simulation.advance(20)
    })
    afterEach(async () => {
      ann.end()
      await session.close()
    })

    it('is in the list of players of everybody, itself included, until it leaves', async () => {
      const { bot } = session
      expect(Object.keys(bot.players).sort()).toEqual(['Ann', 'tester'])
      expect(Object.keys(ann.players).sort()).toEqual(['Ann', 'tester'])
      expect(ann.player?.gamemode).toBe(0)
      const left: string[] = []
      bot.on('playerLeft', ({ username }) => void left.push(username))
      ann.end()
      await session.simulation.advance(5)
      expect(left).toEqual(['Ann'])
      expect(Object.keys(bot.players)).toEqual(['tester'])
      expect(bot.players.Ann?.entity).toBeUndefined()
    })

    it('is seen where it is, with what it does, holds and wears', async () => {
      const { bot, simulation, world } = session
      const seen = () => bot.players.Ann?.entity
      expect(seen()?.position.distanceTo(ann.entity.position)).toBeLessThan(0.1)
      ann.setControlState('forward', true)
      ann.setControlState('sneak', true)
      await simulation.advance(20)
      ann.setControlState('forward', false)
      await simulation.advance(5)
      expect(seen()?.position.distanceTo(ann.entity.position)).toBeLessThan(0.1)
      expect(seen()).toMatchObject({ crouching: true })
      const swings: string[] = []
      bot.on('entitySwingArm', ({ username }) => void swings.push(username ?? ''))
      ann.swingArm('right')
      const { players, registry } = world.game
      const player = [...players].find(({ name }) => name === 'Ann')
      const { stacksOf } = await import('#world/windows/stacks')
      player?.inventory.set(36, stacksOf(registry).make('diamond_pickaxe'))
      player?.inventory.set(8, stacksOf(registry).make('iron_boots'))
      await simulation.advance(5)
      expect(swings).toEqual(['Ann'])
      expect(seen()?.heldItem?.name).toBe('diamond_pickaxe')
      expect(seen()?.equipment[2]?.name).toBe('iron_boots')
      player?.inventory.takeAll()
      await simulation.advance(5)
      expect(seen()?.heldItem ?? null).toBeNull()
    })

    it('picks up what another throws, and sees the blocks that another breaks', async () => {
      const { bot, simulation, world } = session
      const { players, registry, level, movement } = world.game
      const [tester, other] = [...players]
      if (!tester || !other) throw new Error('two players are missing')
      const { stacksOf } = await import('#world/windows/stacks')
      tester.inventory.set(36, stacksOf(registry).make('diamond', 3))
      await simulation.advance(5)
      const thrown = bot.tossStack(bot.inventory.slots[36] as never)
      await simulation.run(thrown)
      const collected: string[] = []
      bot.on('playerCollect', ({ username }) => void collected.push(username ?? ''))
      await simulation.advance(45)
      const [item] = world.game.items.all
      if (item) movement.teleport(other, item.position)
      await simulation.advance(20)
      expect(ann.inventory.items().map(({ name, count }) => [name, count])).toEqual([
        ['diamond', 3],
      ])
      expect(collected).toEqual(['Ann'])
      const below = bot.entity.position.offset(0, -1, 0).floored()
      level.set(below.x, below.y, below.z, registry.blockState('glass'))
      await simulation.advance(3)
      expect(ann.blockAt(below)?.name).toBe('glass')
    })

    it('is hurt and knocked back by the attacks of another within reach', async () => {
      const { bot, simulation, world } = session
      const [tester, other] = [...world.game.players]
      if (!tester || !other || !bot.players.Ann?.entity) throw new Error('a player is missing')
      world.game.movement.teleport(other, tester.position.clone())
      await simulation.advance(20)
      bot.attack(bot.players.Ann.entity)
      await simulation.advance(3)
      expect(ann.health).toBe(19)
      expect(other.vitals.health).toBe(19)
      world.game.movement.teleport(other, tester.position.offset(0, 0, 5))
      await simulation.advance(20)
      bot.attack(bot.players.Ann.entity)
      await simulation.advance(3)
      // It has healed, and took no damage again.
      expect(other.vitals.health).toBe(20)
    })

    it('hears what others say, as they said it', async () => {
      const { bot, simulation } = session
      const heard: [string, string][] = []
      ann.on('chat', (name, text) => void heard.push([name, text]))
      const lines: string[] = []
      ann.on('messagestr', (line) => void lines.push(line))
      bot.chat('hello &cworld')
      await simulation.advance(5)
      expect(heard).toEqual([['tester', 'hello &cworld']])
      const ben = await joinAs(session, 'Ben')
      await simulation.advance(5)
      ben.end()
      await simulation.advance(5)
      expect(lines).toEqual(['<tester> hello &cworld', 'Ben joined the game', 'Ben left the game'])
    })
  },
)

import type { Bot } from 'mineflayer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { MOB_KINDS } from '#world/mobs/mob-kinds'
import { deathMessage } from '#world/survival/death-messages'
import type { Attacker, DamageCause } from '#world/vitals'
import { stacksOf } from '#world/windows/stacks'
import { type Floor, floorIn } from '../../support/floor.ts'
import { joinAs, type Practice, practice } from '../../support/practice.ts'
import { casesFor, VERSIONS, versionsFor } from '../../support/versions.ts'

const NIGHT = 14_000
/** A player dies within this time (ticks). */
const SOON = 800
/** Damage immunity after damage, and the time to respawn (ticks). */
const IMMUNITY_TICKS = 12
const RESPAWN_TICKS = 60

const CAUSES: Record<DamageCause, true> = {
  ...{ fall: true, 'high-fall': true, drown: true, lava: true, fire: true, burning: true },
  ...{ cactus: true, suffocate: true, cramming: true, starve: true, void: true, kill: true },
  ...{ mob: true, arrow: true, fireball: true, explosion: true, bed: true, lightning: true },
  magic: true,
}

describe.each(casesFor({ all: VERSIONS, some: ['1.12.2', '1.13.2', '1.16.5', '26.1'] as const }))(
  'the message about a death on %s',
  (version) => {
    const registry = registryFor(version)
    const text = (key: string) => (registry.data.language as Record<string, string>)[key]
    const message = (cause: DamageCause, by?: Attacker, opponent?: Attacker) =>
      deathMessage(registry, 'Ann', { cause, by, opponent }) as {
        translate: string
        with: { text?: string; translate?: string }[]
      }

    it.each(Object.keys(CAUSES) as DamageCause[])('is known to the client for %s', (cause) => {
      for (const attacker of [undefined, { name: 'Ben' }, { type: 'zombie' }]) {
        expect(text(message(cause, attacker).translate)).toContain('%1$s')
        expect(text(message(cause, undefined, attacker).translate)).toContain('%1$s')
      }
    })

    it('names every kind of mob', () => {
      for (const { name, oldName } of Object.values(MOB_KINDS)) {
        const type = [name, oldName].find((one) => one && registry.data.entitiesByName[one])
        if (!type) continue
        const [, killer] = message('mob', { type }).with
        expect(text(killer?.translate ?? ''), type).toMatch(/^[A-Z]/)
      }
    })
  },
)

describe.each(versionsFor('1.20.4', '1.12.2', '1.16.5', '26.1'))(
  'on %s, everybody reads that a player',
  (version) => {
    let session: Practice
    let floor: Floor
    let ben: Bot
    let read: string[]
    beforeAll(async () => {
      session = await practice({ version, difficulty: 'normal', time: NIGHT })
      floor = floorIn(session, 9)
      ben = await joinAs(session, 'Ben')
      ben.on('messagestr', (text) => void read.push(text))
    })
    afterAll(async () => {
      ben.end()
      await session.close()
    })
    beforeEach(async () => {
      read = []
      const { simulation, world } = session
      for (const mob of [...world.game.population]) world.game.population.remove(mob)
      floor.fill([-9, 0, -9], [9, 6, 9], 'air')
      world.game.time.ofDay = NIGHT
      await simulation.advance(RESPAWN_TICKS)
      floor.teleport(0, 0, 0)
      await simulation.advance(5)
    })

    /** Leaves the player a bit of health. */
    const weaken = async (health: number) => {
      floor.player.vitals.hurt(20 - health, 'starve')
      await session.simulation.advance(IMMUNITY_TICKS)
    }
    const message = async () => {
      for (let tick = 0; tick < SOON && read.length === 0; tick += 5)
        await session.simulation.advance(5)
      return read
    }

    it('was slain by a zombie', async () => {
      await weaken(2)
      floor.game.mobs.spawn('zombie', floor.at(2, 0, 0))
      expect(await message()).toEqual(['tester was slain by Zombie'])
    })

    it('was shot by a skeleton', async () => {
      await weaken(1)
      floor.game.mobs.spawn('skeleton', floor.at(6, 0, 0))
      expect(await message()).toEqual(['tester was shot by Skeleton'])
    })

    it('was blown up by a creeper', async () => {
      await weaken(2)
      floor.game.mobs.spawn('creeper', floor.at(2, 0, 0))
      expect(await message()).toEqual(['tester was blown up by Creeper'])
      floor.fill([-9, -1, -9], [9, -1, 9], 'stone')
    })

    it('was slain by another player', async () => {
      const { game, player } = floor
      const other = [...game.players].find(({ name }) => name === 'Ben')
      if (!other) throw new Error('Ben is missing')
      other.inventory.set(36, stacksOf(game.registry).make('diamond_sword'))
      game.movement.teleport(other, player.position.offset(1, 0, 0))
      await weaken(0.5)
      await session.simulation.advance(5)
      const victim = ben.players.tester?.entity
      if (!victim) throw new Error('Ben does not see the player')
      ben.attack(victim)
      expect(await message()).toEqual(['tester was slain by Ben'])
      game.movement.teleport(other, floor.at(0, 0, 9))
    })

    it('fell', async () => {
      floor.teleport(0, 40, 0)
      expect(await message()).toEqual(['tester fell from a high place'])
    })

    it('fell during a fight', async () => {
      floor.player.vitals.hurt(2, 'mob', floor.at(1, 0, 0), { id: 0, type: 'zombie' })
      floor.teleport(0, 40, 0)
      expect(await message()).toEqual(['tester was doomed to fall by Zombie'])
    })

    it('hit the ground too hard', async () => {
      await weaken(0.5)
      floor.teleport(0, 4.9, 0)
      expect(await message()).toEqual(['tester hit the ground too hard'])
    })

    it('drowned', async () => {
      await weaken(2)
      floor.fill([-1, 0, -1], [1, 6, 1], 'stone')
      floor.fill([0, 0, 0], [0, 5, 0], 'water')
      expect(await message()).toEqual(['tester drowned'])
    })

    it('swam in lava', async () => {
      await weaken(2)
      floor.fill([-1, 0, -1], [1, 3, 1], 'stone')
      floor.fill([0, 0, 0], [0, 1, 0], 'lava')
      expect(await message()).toEqual(['tester tried to swim in lava'])
    })

    it('swam in lava during a fight', async () => {
      floor.player.vitals.hurt(18, 'mob', floor.at(1, 0, 0), { id: 0, type: 'zombie' })
      floor.fill([-1, 0, -1], [1, 3, 1], 'stone')
      floor.fill([0, 0, 0], [0, 1, 0], 'lava')
      expect(await message()).toEqual(['tester tried to swim in lava to escape Zombie'])
    })
  },
)

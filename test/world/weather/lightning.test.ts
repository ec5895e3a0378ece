import { Vec3 } from 'vec3'
import { describe, expect, it, vi } from 'vitest'
import { stacksOf } from '#world/windows/stacks'
import { FADE_TICKS, outdoors } from '../../support/outside.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

/** The longest that a bolt lasts (ticks). */
const BOLT_TICKS = 60

const outside = outdoors()

describe('lightning', () => {
  it('strikes each chunk near a player once in 100,000 ticks of a thunderstorm', async () => {
    const { game } = await outside('1.16.5', 'peaceful')
    const { simulation, world } = game
    const { editor, lightning, players } = world.game
    const strike = vi.spyOn(lightning, 'strike').mockImplementation(() => {})
    const storm = (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) lightning.step()
    }
    storm(100_000)
    expect(strike).not.toHaveBeenCalled()
    editor.setWeather('thunder')
    await simulation.advance(FADE_TICKS)
    const [player] = players
    let chunks = 0
    for (let dx = -8; dx <= 8; dx++)
      for (let dz = -8; dz <= 8; dz++) {
        const { x, z } = player?.position.offset(dx * 16, 0, dz * 16).floored() ?? new Vec3(0, 0, 0)
        if (player?.knowsColumn(x, z)) chunks++
      }
    expect(chunks).toBeGreaterThan(30)
    storm(1_000_000)
    const perChunk = strike.mock.calls.length / chunks
    expect(perChunk).toBeGreaterThan(8)
    expect(perChunk).toBeLessThan(12)
  })

  longIt('strikes the player who stands near, unless there is a roof', async () => {
    const { game, ground } = await outside('1.16.5', 'peaceful')
    const { simulation, world } = game
    const { editor, lightning } = world.game
    editor.setWeather('thunder')
    await simulation.advance(FADE_TICKS)
    const strike = vi.spyOn(lightning, 'strike').mockImplementation(() => {})
    const hits = () =>
      strike.mock.calls.filter(([place]) => place.distanceTo(ground.player.position) < 0.5).length
    for (let tick = 0; tick < 2_000_000; tick++) lightning.step()
    // The 7 by 7 columns around the player, of the 256 of a chunk that is struck 20 times.
    expect(hits()).toBeGreaterThan(0)
    strike.mockClear()
    ground.fill(new Vec3(-1, 4, -1), new Vec3(1, 4, 1), 'glass')
    for (let tick = 0; tick < 2_000_000; tick++) lightning.step()
    expect(hits()).toBe(0)
  })

  it.each(versionsFor('1.16.5', '1.12.2', '1.15.2', '1.21.4', '26.1'))(
    'of %s is seen, harms and burns',
    async (version) => {
      const { game, ground } = await outside(version, 'normal')
      const { bot, simulation, world } = game
      const { items, lightning, population, mobs, registry } = world.game
      const seen: string[] = []
      bot.on('entitySpawn', ({ name }) => {
        seen.push(name ?? '?')
      })
      let isTold = false
      bot._client.on('spawn_entity_weather', () => {
        isTold = true
      })
      const place = ground.at(new Vec3(2, 0, 2))
      const pig = mobs.spawn('pig', ground.at(new Vec3(4, 0, 3)))
      const creeper = mobs.spawn('creeper', ground.at(new Vec3(3, 0, 4)))
      const cow = mobs.spawn('cow', ground.at(new Vec3(9, 0, 9)))
      items.drop(stacksOf(registry).make('dirt'), place, { velocity: new Vec3(0, 0, 0) })
      lightning.strike(place)
      await simulation.advance(2)
      expect(isTold || seen.includes('lightning_bolt')).toBe(true)
      expect(ground.player.vitals.health).toBe(15)
      expect(items.count).toBe(0)
      expect([population.has(pig.id), creeper.charged]).toEqual([false, true])
      expect([creeper.health, cow.health]).toEqual([15, 10])
      const names = [...population].map(({ kind }) => kind.name)
      expect(names).toContain('zombified_piglin')
      const { x, y, z } = place.floored()
      expect(world.game.level.name(x, y, z)).toBe('fire')
      await simulation.advance(BOLT_TICKS)
      expect(Object.values(bot.entities).map(({ name }) => name)).not.toContain('lightning_bolt')
    },
  )

  it('lights no fire on easy', async () => {
    const { game, ground } = await outside('1.16.5', 'easy')
    const place = ground.at(new Vec3(2, 0, 2))
    game.world.game.lightning.strike(place)
    await game.simulation.advance(BOLT_TICKS)
    const { x, y, z } = place.floored()
    expect(game.world.game.level.name(x, y, z)).toBe('air')
  })

  it('doubles the power of a creeper', async () => {
    const { game, ground } = await outside('1.16.5', 'normal')
    const { simulation, world } = game
    const { mobs, level, population } = world.game
    const craterOf = async (isCharged: boolean, at: Vec3) => {
      const creeper = mobs.spawn('creeper', ground.at(at))
      creeper.charged = isCharged
      await ground.put(at.offset(2, 0, 0))
      for (let waited = 0; waited < 300 && population.has(creeper.id); waited += 10)
        await simulation.advance(10)
      await ground.heal()
      let gone = 0
      for (let dx = -5; dx <= 5; dx++)
        for (let dz = -5; dz <= 5; dz++) {
          const { x, y, z } = ground.at(at.offset(dx, -1, dz)).floored()
          if (level.name(x, y, z) === 'air') gone++
        }
      return gone
    }
    const plain = await craterOf(false, new Vec3(-6, 0, -6))
    const charged = await craterOf(true, new Vec3(6, 0, 6))
    expect(plain).toBeGreaterThan(0)
    expect(charged).toBeGreaterThan(2 * plain)
  })
})

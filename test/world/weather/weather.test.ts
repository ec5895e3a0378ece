import type { Bot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { traitsOf } from '#world/block-traits'
import { LightMeter } from '#world/mobs/light'
import { SpawnRules } from '#world/mobs/spawn-rules'
import { Players } from '#world/players'
import { Weather } from '#world/weather/weather'
import { WorldTime } from '#world/world-time'
import { FADE_TICKS, outdoors } from '../../support/outside.ts'
import { joinAs } from '../../support/practice.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

/** What a client knows of the weather. */
function skyOf(bot: Bot): [isRaining: boolean, rain: number, thunder: number] {
  // The types of mineflayer lack the level of rain.
  const { rainState } = bot as Bot & { rainState: number }
  return [bot.isRaining, rainState, bot.thunderState]
}
const NOON = 6000

const outside = outdoors()

describe('the weather of a world', () => {
  longIt('changes as often as in the game', () => {
    const firsts: number[] = []
    let rainy = 0
    let stormy = 0
    let ticks = 0
    for (let seed = 0; seed < 40; seed++) {
      const time = new WorldTime()
      const weather = new Weather({
        ...{ time, players: new Players() },
        random: seedrandom(`weather ${seed}`),
      })
      let first = 0
      for (; time.tick < 500_000; time.step()) {
        if (weather.isRaining) rainy++
        if (weather.isThundering) stormy++
        if (weather.isRaining && first === 0) first = time.tick
      }
      firsts.push(first)
      ticks += time.tick
    }
    // No rain before half a day; rain lasts 12,000 to 24,000 ticks, and dry weather 12,000 to 180,000.
    expect(Math.min(...firsts)).toBeGreaterThan(12_000)
    expect(Math.max(...firsts)).toBeLessThan(181_000)
    expect(rainy / ticks).toBeGreaterThan(0.12)
    expect(rainy / ticks).toBeLessThan(0.2)
    expect(stormy / ticks).toBeGreaterThan(0.004)
    expect(stormy / ticks).toBeLessThan(0.03)
  })

  it.each(versionsFor('26.1', '1.12.2', '1.16.5', '1.21.4'))(
    'of %s reaches players, also those who join later',
    async (version) => {
      const { game } = await outside(version)
      const { bot, simulation, world } = game
      world.game.editor.setWeather('thunder')
      await simulation.advance(FADE_TICKS)
      expect(skyOf(bot)).toEqual([true, 1, 1])
      const late = await joinAs(game, 'Late')
      await simulation.advance(5)
      expect(skyOf(late)).toEqual([true, 1, 1])
      late.end()
      world.game.editor.setWeather('clear')
      await simulation.advance(FADE_TICKS)
      expect(skyOf(bot)).toEqual([false, 0, 0])
    },
  )
})

describe('rain', () => {
  it('puts out fires under the sky, and not under glass', async () => {
    const { game, ground } = await outside()
    const { simulation, world } = game
    const { level, editor } = world.game
    editor.setWeather('rain')
    await simulation.advance(FADE_TICKS)
    const row = (z: number) => [-9, -5, -1, 3, 7].map((x) => new Vec3(x, 1, z))
    const open = [...row(-10), ...row(-6)]
    const roofed = [...row(6), ...row(10)]
    ground.fill(new Vec3(-12, 4, 3), new Vec3(12, 4, 12), 'glass')
    for (const place of [...open, ...roofed]) {
      ground.block(place.offset(0, -1, 0), 'oak_log')
      ground.block(place, 'fire')
    }
    await simulation.advance(300)
    /** Logs that the fire left. */
    const saved = (places: readonly Vec3[]) =>
      places.filter((place) => {
        const { x, y, z } = ground.at(place).floored()
        return level.name(x, y, z) === 'air' && level.name(x, y - 1, z) === 'oak_log'
      }).length
    expect(saved(roofed)).toBe(0)
    expect(saved(open)).toBeGreaterThanOrEqual(6)
  })

  it('does not fall in deserts, and is snow in frozen biomes and high in mountains', async () => {
    const { game } = await outside()
    const { world, simulation } = game
    const { sky, editor } = world.game
    editor.setWeather('rain')
    await simulation.advance(FADE_TICKS)
    const { x, z } = world.terrain.spawn.floored().offset(30, 0, 0)
    const falls = (biome: string, y: number) => {
      world.terrain.biome = () => biome
      return sky.rainsOn(x, y, z)
    }
    const wet = ['plains', 'forest', 'swamp', 'taiga']
    expect(wet.every((biome) => falls(biome, 80))).toBe(true)
    expect(falls('mountains', 80)).toBe(true)
    expect(falls('mountains', 120)).toBe(false)
    const dry = ['desert', 'savanna', 'badlands', 'snowy_tundra', 'frozen_river']
    expect(dry.some((biome) => falls(biome, 80))).toBe(false)
    expect(falls('plains', 0)).toBe(false)
  })

  it('wets farmland', async () => {
    const { game, ground } = await outside()
    const { simulation, world } = game
    world.game.editor.setWeather('rain')
    ground.block(new Vec3(3, 0, 0), 'farmland', { moisture: '0' })
    ground.block(new Vec3(3, 1, 0), 'wheat', { age: '0' })
    const { x, y, z } = ground.at(new Vec3(3, 0, 0)).floored()
    const moisture = () => {
      const { level, registry } = world.game
      return Number(registry.blockProperties(level.state(x, y, z)).moisture)
    }
    for (let waited = 0; waited < 12_000 && moisture() !== 7; waited += 100)
      await simulation.advance(100)
    expect(moisture()).toBe(7)
  })
})

describe('a thunderstorm', () => {
  it('lets monsters spawn and live by day', async () => {
    const { game, ground } = await outside('1.16.5', 'normal')
    const { simulation, world } = game
    const { level, time, sky, editor, mobs } = world.game
    time.ofDay = NOON
    const light = new LightMeter(level, traitsOf(level.registry))
    const random = seedrandom('storm')
    const rules = new SpawnRules({ level, time, seed: 1, random, light, sky })
    const allowed = () => {
      let count = 0
      for (let i = 0; i < 1000; i++)
        if (rules.allow('zombie', ground.at(new Vec3(0, 0, 0)), true, () => 'plains')) count++
      return count
    }
    expect(allowed()).toBe(0)
    editor.setWeather('thunder')
    await simulation.advance(FADE_TICKS)
    // Sky light 15 passes a random limit below 32, and 15 - 10 a random limit below 8.
    expect(allowed() / 1000).toBeCloseTo((17 / 32) * (3 / 8), 1)
    const zombie = mobs.spawn('zombie', ground.at(new Vec3(8, 0, 8)))
    await simulation.advance(100)
    expect([zombie.burningUntil, zombie.health]).toEqual([0, 20])
    editor.setWeather('clear')
    await simulation.advance(FADE_TICKS + 40)
    expect(zombie.burningUntil).toBeGreaterThan(0)
  })

  it('lets players sleep by day, and ends when they wake', async () => {
    const { game, ground } = await outside()
    const { bot, simulation, world } = game
    const { time, editor } = world.game
    ground.block(new Vec3(2, 0, 0), 'red_bed', { part: 'head', facing: 'east' })
    ground.block(new Vec3(1, 0, 0), 'red_bed', { part: 'foot', facing: 'east' })
    await simulation.advance(4)
    const bed = bot.blockAt(ground.at(new Vec3(2, 0, 0)))
    if (!bed) throw new Error('no bed')
    editor.setWeather('thunder')
    await simulation.advance(FADE_TICKS)
    const before = time.sinceSunrise
    await game.run(bot.sleep(bed))
    await simulation.advance(120)
    expect(bot.isSleeping).toBe(false)
    expect(time.sinceSunrise - before).toBeGreaterThan(20_000)
    await simulation.advance(FADE_TICKS)
    expect([world.game.sky.weather.isRaining, bot.isRaining]).toEqual([false, false])
  })
})

/** Figures of the weather beside the game's: `npx node bench/weather-figures.ts [seeds]`. */
import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { tableLines } from '#cli/table'
import { traitsOf } from '#world/block-traits'
import { LightMeter } from '#world/mobs/light'
import { SpawnRules } from '#world/mobs/spawn-rules'
import { Players } from '#world/players'
import { Weather, type WeatherKind } from '#world/weather/weather'
import { WorldTime } from '#world/world-time'
import { emptyWorld } from '../test/support/practice.ts'

const [seeds = '60'] = process.argv.slice(2)
/** Time for which each seed's weather runs (ticks). */
const WEATHER_TICKS = 1_000_000
/** Number of fires and of spawn attempts. */
const FIRES = 400
const ATTEMPTS = 20_000
/** Time in which a change of the weather is complete (ticks). */
const FADE_TICKS = 110
/** Mean interval between the scheduled ticks of a fire (ticks). */
const FIRE_INTERVAL = 34.5
/** Side of the square of fires, and distance between them (blocks). */
const ROW = 20
const APART = 3

let [rain, storm] = [0, 0]
const rains: number[] = []
const dry: number[] = []
for (let seed = 1; seed <= Number(seeds); seed++) {
  const time = new WorldTime()
  const random = seedrandom(`weather ${seed}`)
  const weather = new Weather({ time, players: new Players(), random })
  let since = 0
  for (let was = false; time.tick < WEATHER_TICKS; time.step()) {
    if (weather.isRaining) rain++
    if (weather.isThundering) storm++
    if (weather.isRaining === was) continue
    ;(was ? rains : dry).push(time.tick - since)
    ;[was, since] = [weather.isRaining, time.tick]
  }
}
const ticks = Number(seeds) * WEATHER_TICKS

const { world, simulation } = await emptyWorld({ difficulty: 'normal', time: 5000 })
const { level, time, sky, editor, registry } = world.game
const middle = world.terrain.spawn.floored()

const fires = { clear: await fireTicks('clear'), rain: await fireTicks('rain') }
const spawns = { clear: await spawnShare('clear'), thunder: await spawnShare('thunder') }
await simulation.run(world.close())
simulation.uninstall()

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const range = (numbers: readonly number[]) =>
  [Math.min(...numbers), mean(numbers), Math.max(...numbers)].map(Math.round).join(', ')
const CYCLE = 'ServerLevel.advanceWeatherCycle'
const FIRE = 'FireBlock.tick'
const SPAWN = 'Monster.isDarkEnoughToSpawn'
console.log(
  tableLines([
    ['', 'the game', 'the practice world', 'source'],
    ['share of time with rain', percent(18_000 / 114_000), percent(rain / ticks), CYCLE],
    [
      'share of time with thunderstorms',
      percent((18_000 / 114_000) * (9600 / 105_600)),
      percent(storm / ticks),
      CYCLE,
    ],
    ['rain: least, mean, most (ticks)', '12000, 18000, 24000', range(rains), CYCLE],
    ['dry: least, mean, most (ticks)', '12000, 96000, 180000', range(dry), CYCLE],
    [
      'fire on stone goes out, dry (ticks)',
      gameFire(0, 0).toFixed(0),
      fires.clear.toFixed(0),
      FIRE,
    ],
    [
      'fire on stone goes out, in rain (ticks)',
      gameFire(0.2, 0.03).toFixed(0),
      fires.rain.toFixed(0),
      FIRE,
    ],
    ['zombies allowed on grass at noon', '0.0 %', percent(spawns.clear), SPAWN],
    ['the same in a thunderstorm', percent((17 / 32) * (3 / 8)), percent(spawns.thunder), SPAWN],
  ]).join('\n'),
)

/** Mean time after which fires on stone are out (ticks). */
async function fireTicks(kind: WeatherKind): Promise<number> {
  editor.setWeather(kind)
  await simulation.advance(FADE_TICKS)
  const places = Array.from({ length: FIRES }, (_, i) =>
    middle.offset((i % ROW) * APART, 40, Math.floor(i / ROW) * APART),
  )
  for (const { x, y, z } of places) {
    level.set(x, y - 1, z, registry.blockState('stone'))
    level.set(x, y, z, registry.blockState('fire', { age: '0' }))
  }
  let burnt = 0
  for (let left = FIRES; left > 0; burnt += left) {
    await simulation.advance(1)
    left = places.filter(({ x, y, z }) => level.name(x, y, z) === 'fire').length
  }
  return burnt / FIRES
}

/**
 * The same in the game. At each scheduled tick, rain puts a fire out with the given chance, which grows with its age.
 * Its age grows with a chance of a third, and without fuel it goes out once its age exceeds 3.
 */
function gameFire(chance: number, growth: number): number {
  let left = FIRE_INTERVAL
  for (let age = 3; age >= 0; age--) {
    const stays = 1 - chance - growth * age
    left = (FIRE_INTERVAL + (stays * left) / 3) / (1 - (stays * 2) / 3)
  }
  return left
}

/** Share of spawn attempts at noon on grass under the sky that the light allows. */
async function spawnShare(kind: WeatherKind): Promise<number> {
  editor.setWeather(kind)
  await simulation.advance(FADE_TICKS)
  time.ofDay = 6000
  const light = new LightMeter(level, traitsOf(registry))
  const rules = new SpawnRules({ level, time, seed: 1, random: seedrandom('spawns'), light, sky })
  const place = new Vec3(middle.x - 8, middle.y, middle.z - 8)
  let allowed = 0
  for (let i = 0; i < ATTEMPTS; i++)
    if (rules.allow('zombie', place, true, () => 'plains')) allowed++
  return allowed / ATTEMPTS
}

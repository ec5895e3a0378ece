import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { type Field, field } from '../../support/field.ts'
import { FADE_TICKS } from '../../support/outside.ts'
import { emptyWorld, type Practice, practiceIn } from '../../support/practice.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

/** Time in which frost reaches almost every column: each is picked once in 4,096 ticks. */
const LONG_TICKS = 16_000

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

async function outside(
  biome: string,
  version = '1.16.5',
): Promise<{ game: Practice; ground: Field }> {
  const { world, simulation } = await emptyWorld({ version, time: 1000 })
  // Before the first tick with a player, because the world remembers which chunks are warm.
  world.terrain.biome = () => biome
  const game = await practiceIn({ world, simulation })
  session = game
  return { game, ground: await field(game) }
}

function nameAt(game: Practice, ground: Field, place: Vec3): string {
  const { x, y, z } = ground.at(place).floored()
  return game.world.game.level.name(x, y, z)
}

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('frost in %s', (version) => {
  longIt('freezes water from its shores, and lets snow settle while it snows', async () => {
    const { game, ground } = await outside('snowy_taiga', version)
    const { simulation, world } = game
    const { frost } = world.game
    const pond = [-10, -9, -8].flatMap((x) => [-10, -9, -8].map((z) => new Vec3(x, -1, z)))
    for (const place of pond) ground.block(place, 'water')
    // Neither under a roof nor in the light of a torch.
    ground.block(new Vec3(8, 3, 8), 'glass')
    ground.block(new Vec3(-8, 0, 8), 'torch')
    const name = (x: number, y: number, z: number) => nameAt(game, ground, new Vec3(x, y, z))
    for (let tick = 0; tick < LONG_TICKS; tick++) frost.step()
    expect(pond.filter(({ x, y, z }) => name(x, y, z) === 'ice').length).toBeGreaterThanOrEqual(7)
    expect(name(4, 0, 4)).toBe('air')
    world.game.editor.setWeather('rain')
    await simulation.advance(FADE_TICKS)
    for (let tick = 0; tick < LONG_TICKS; tick++) frost.step()
    const dry = [-3, -2, -1, 0, 1, 2, 3].filter((x) => name(x, 0, -3) === 'snow')
    expect(dry.length).toBeGreaterThanOrEqual(5)
    expect([name(8, 4, 8), name(8, 0, 8)]).toEqual(['snow', 'air'])
    expect(name(-7, 0, 8)).toBe('air')
    expect(pond.some(({ x, z }) => name(x, 0, z) === 'snow')).toBe(false)
  })
})

describe('frost', () => {
  it('does not come to warm land', async () => {
    const { game, ground } = await outside('plains')
    ground.block(new Vec3(-8, -1, -8), 'water')
    game.world.game.editor.setWeather('rain')
    await game.simulation.advance(FADE_TICKS)
    for (let tick = 0; tick < LONG_TICKS; tick++) game.world.game.frost.step()
    expect(nameAt(game, ground, new Vec3(-8, -1, -8))).toBe('water')
    expect(nameAt(game, ground, new Vec3(3, 0, 3))).toBe('air')
  })
})

/** Time in which nearly every block has had a random tick: one in 1,365 ticks on average. */
const THAW_TICKS = 10_000

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('thaw in %s', (version) => {
  longIt('melts snow and ice beside a torch, and leaves what is farther away', async () => {
    const { game, ground } = await outside('snowy_taiga', version)
    const snow = [1, 2, 3, 4].map((x) => new Vec3(x, 0, 0))
    const ice = [-1, -2, -3, -4].map((x) => new Vec3(x, -1, 0))
    for (const place of snow) ground.block(place, 'snow', { layers: '1' })
    for (const place of ice) ground.block(place, 'ice')
    const names = () => [...snow, ...ice].map((place) => nameAt(game, ground, place))
    await game.simulation.advance(THAW_TICKS)
    expect(names()).toEqual([...Array(4).fill('snow'), ...Array(4).fill('ice')])
    ground.block(new Vec3(0, 0, 0), 'torch')
    await game.simulation.advance(THAW_TICKS)
    expect(names()).toEqual(['air', 'air', 'snow', 'snow', 'water', 'water', 'ice', 'ice'])
  })
})

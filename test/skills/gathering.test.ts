import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { SIGHT_DISTANCE } from '#perception/sight-lines'
import { hunt } from '#skills/combat/hunt'
import { shear } from '#skills/farming/shear'
import { collect, isFirmWay } from '#skills/items/collect'
import { branchMine } from '#skills/mining/branch-mine'
import { explore } from '#skills/mining/explore'
import { mine } from '#skills/mining/mine'
import { type Stage, sharedStage } from '../support/skills.ts'
import { ERAS } from '../support/windows.ts'

const done = { ok: true }

describe.each(ERAS)('gathering on %s', (version) => {
  const stage = sharedStage(version)
  const iron = version === '1.21.4' ? 'raw_iron' : 'iron_ore'

  it('the agent fells a tree for logs of any kind', async () => {
    const { fill, perform, carried, simulation } = stage()
    fill([3, 3, -1], [5, 5, 1], 'birch_leaves')
    fill([4, 0, 0], [4, 4, 0], 'birch_log')
    await simulation.advance(5)
    const { result, ticks } = await perform(mine, { item: 'log', count: 3 })
    expect(result).toEqual(done)
    expect(carried().birch_log).toBe(3)
    // By hand, a log takes 60 ticks.
    expect(ticks).toBeLessThan(3 * 60 + 60)
  })

  it('the agent mines stone with a pickaxe for cobblestone', async () => {
    const { give, perform, carried } = stage()
    await give({ wooden_pickaxe: 1 })
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 3 })
    expect(result).toEqual(done)
    expect(carried().cobblestone).toBe(3)
    // With a wooden pickaxe, stone takes 23 ticks.
    expect(ticks).toBeLessThan(3 * 23 + 90)
  })

  it('the agent mines iron in a wall, and no more stone than necessary', async () => {
    const { give, fill, block, perform, carried, simulation } = stage()
    fill([4, 0, -3], [8, 3, 3], 'stone')
    block(4, 1, 0, 'iron_ore')
    block(5, 1, 0, 'iron_ore')
    await give({ stone_pickaxe: 1 })
    await simulation.advance(5)
    const { result } = await perform(mine, { item: iron, count: 2 })
    expect(result).toEqual(done)
    expect(carried()[iron]).toBe(2)
    expect(carried().cobblestone ?? 0).toBeLessThanOrEqual(2)
  })

  it.each([
    ['level ground', 'grass_block', -1, true],
    ['a shaft', 'air', -6, false],
    ['lava', 'lava', -1, false],
  ])('the agent steps to a drop over %s only if it can', async (_, kind, bottom, firm) => {
    const { fill, stand, at, body, simulation } = stage()
    await stand(0, 0, 0)
    fill([1, bottom, 0], [1, -1, 0], kind)
    await simulation.advance(5)
    expect(isFirmWay(body, at(2, 0, 0).offset(0.1, 0.2, 0.5))).toBe(firm)
  })

  it('the agent stays where it is in a current while it waits for drops', async () => {
    const { fill, block, stand, perform, simulation, body } = stage()
    fill([-5, 0, -1], [5, 1, 1], 'stone')
    fill([-4, 0, 0], [4, 1, 0], 'air')
    await stand(0, 0, 0)
    block(-3, 0, 0, 'water')
    await simulation.advance(30)
    const { x } = body.position
    expect(body.footing.inWater).toBe(true)
    await perform(collect, { range: 4 })
    expect(body.position.x - x).toBeLessThan(0.4)
  })

  it('the agent keeps its head above the water while it digs afloat', async () => {
    const { give, fill, block, stand, perform, carried } = stage()
    fill([-2, -3, -2], [2, -1, 2], 'water')
    block(3, -1, 0, 'iron_ore')
    block(3, -1, 1, 'iron_ore')
    await give({ stone_pickaxe: 1 })
    await stand(0, -2, 0)
    const { result, ticks } = await perform(mine, { item: iron, count: 2 })
    expect(result).toEqual(done)
    expect(carried()[iron]).toBe(2)
    // A stone pickaxe takes 23 ticks on the ground, five times as long afloat, and 25 times under water.
    expect(ticks).toBeLessThan(2 * 5 * 23 + 150)
  })

  it('the agent breaks grass for seeds without waiting for rare drops', async () => {
    const { fill, kind, perform, carried, simulation, game } = stage()
    fill([-7, -1, -7], [7, -1, 7], 'grass_block')
    const grass =
      ['grass', 'short_grass'].find((name) => game.registry.hasBlock(name)) ?? 'tallgrass'
    for (const z of [-6, -4, 4, 6]) fill([-6, 0, z], [6, 0, z], grass)
    await simulation.advance(5)
    const { result, ticks } = await perform(mine, { item: 'wheat_seeds', count: 2 })
    expect(result).toEqual(done)
    expect(carried().wheat_seeds).toBeGreaterThanOrEqual(2)
    const cut = [-6, -4, 4, 6].flatMap((z) =>
      Array.from({ length: 13 }, (_, i) => kind(i - 6, 0, z)).filter((name) => name === 'air'),
    )
    // A drop is visible 12 ticks later at the latest.
    expect(ticks / cut.length).toBeLessThan(12)
  })

  it('a failure names the missing tool', async () => {
    const { give, block, perform, kind } = stage()
    block(3, 0, 0, 'iron_ore')
    await give({ wooden_pickaxe: 1 })
    const { result } = await perform(mine, { item: iron, count: 1 })
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'missing-tool', detail: `${iron} needs a stone_pickaxe` },
    })
    expect(kind(3, 0, 0)).toBe('iron_ore')
  })

  it('the agent picks up only the requested items', async () => {
    const { drop, perform, carried, lying, simulation } = stage()
    drop('diamond', 2, 6, 0, 3)
    drop('dirt', 2, -5, 0, 5)
    await simulation.advance(5)
    const { result, ticks } = await perform(collect, { kinds: new Set(['diamond']), range: 10 })
    expect(result).toEqual(done)
    expect(carried()).toEqual({ diamond: 2 })
    expect(lying()).toBe(1)
    expect(ticks).toBeLessThan(50)
  })

  it('the agent does not wait for absent items, and skips unreachable ones', async () => {
    const { drop, fill, perform, carried, lying, simulation } = stage()
    expect((await perform(collect, { range: 10 })).ticks).toBeLessThan(16)
    fill([5, -5, -10], [7, -1, 10], 'air')
    drop('diamond', 1, 9, 0, 0)
    await simulation.advance(10)
    const { result, ticks } = await perform(collect, { range: 10 })
    expect(result).toEqual(done)
    expect(carried()).toEqual({})
    expect(lying()).toBe(1)
    expect(ticks).toBeLessThan(250)
  })

  it('the agent hunts a cow for beef', async () => {
    const { mob, give, perform, carried, simulation } = stage()
    const cow = mob('cow', 6, 0, 4)
    await give({ stone_sword: 1 })
    await simulation.advance(5)
    const { result, ticks } = await perform(hunt, { item: 'beef', count: 1 })
    expect(result).toEqual(done)
    expect(cow.dead).toBe(true)
    expect(carried().beef).toBeGreaterThanOrEqual(1)
    expect(ticks).toBeLessThan(150)
  })

  it('the agent shears a sheep of any colour', async () => {
    const { mob, give, perform, carried, simulation } = stage()
    const sheep = mob('sheep', 6, 0, -4)
    await give({ shears: 1 })
    await simulation.advance(5)
    const { result, ticks } = await perform(shear, { item: 'wool', count: 1 })
    expect(result).toEqual(done)
    expect(carried()[`${sheep.wool}_wool`]).toBeGreaterThanOrEqual(1)
    expect(sheep.shorn).toBe(true)
    expect(sheep.dead).toBe(false)
    expect(ticks).toBeLessThan(100)
  })

  it('the agent neither shears nor hunts without the tools', async () => {
    const { perform } = stage()
    expect((await perform(shear, { item: 'wool', count: 1 })).result).toMatchObject({
      failure: { kind: 'missing-tool' },
    })
    expect((await perform(hunt, { item: 'diamond', count: 1 })).result).toMatchObject({
      failure: { kind: 'not-found' },
    })
  })

  it('the agent exposes ore by digging a tunnel', async () => {
    const { give, fill, block, stand, context, body, perform } = stage()
    fill([-10, 0, -10], [10, 8, 10], 'stone')
    fill([0, 3, 0], [0, 4, 0], 'air')
    for (const [x, z] of [
      [5, 1],
      [-5, 1],
      [1, 5],
      [1, -5],
    ] as const)
      block(x, 3, z, 'diamond_ore')
    await give({ iron_pickaxe: 1 })
    await stand(0, 3, 0)
    const found = () => context.memory.blocks(['diamond_ore'], body.position).length > 0
    expect(found()).toBe(false)
    const { result, ticks } = await perform(branchMine, {
      sought: 'diamond',
      height: body.feet.y,
      found,
      able: () => true,
    })
    expect(result).toEqual(done)
    expect(found()).toBe(true)
    // Five blocks of tunnel, two blocks high, at 8 ticks a block, perhaps after a turn.
    expect(ticks).toBeLessThan(400)
  })

  it('the agent finds a tree beyond its view range', async () => {
    const { stand, perform, body, context, world } = stage()
    plantAround(stage(), SIGHT_DISTANCE + 20)
    await stand(0, Math.floor(world.terrain.spawn.y) - stage().at(0, 0, 0).y, 0)
    const found = () => context.memory.blocks(['jungle_log'], body.position).length > 0
    expect(found()).toBe(false)
    const from = body.position.clone()
    const { result, ticks } = await perform(explore, { sought: 'a tree', found })
    expect(result).toEqual(done)
    expect(found()).toBe(true)
    expect(body.position.distanceTo(from)).toBeGreaterThan(15)
    expect(ticks).toBeLessThan(800)
  })
})

describe('a search for the rest', () => {
  const stage = sharedStage('1.16.5')

  it('the agent gives it up after a while, and says what it has', async () => {
    const { stand, fill, perform, carried, at, world } = stage()
    const land = Math.floor(world.terrain.spawn.y) - at(0, 0, 0).y
    fill([3, land, 0], [3, land + 1, 0], 'oak_log')
    await stand(0, land, 0)
    const { result, ticks } = await perform(mine, { item: 'log', count: 7 })
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'timeout', detail: 'found 2 of 7 log' },
    })
    expect(carried()).toMatchObject({ oak_log: 2 })
    expect(ticks).toBeLessThan(1100)
  })
})

/** Logs of a kind that does not grow there, at some distance around the spawn point. */
function plantAround({ game: { level, registry }, world }: Stage, distance: number): void {
  const { spawn } = world.terrain
  for (let i = 0; i < 16; i++) {
    const angle = (i / 16) * 2 * Math.PI
    const { x, y, z } = spawn
      .plus(new Vec3(Math.cos(angle), 0, Math.sin(angle)).scaled(distance))
      .floored()
    let land = y + 40
    while (!level.solid(x, land, z) && level.name(x, land, z) !== 'water') land--
    for (let up = 1; up <= 6; up++) level.set(x, land + up, z, registry.blockState('jungle_log'))
  }
}

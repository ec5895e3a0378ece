import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { firstBlockToward } from '#body/sight'
import { defend } from '#skills/combat/defend'
import { takeCover } from '#skills/combat/take-cover'
import { eat } from '#skills/items/eat'
import { breathe } from '#skills/moving/breathe'
import { skyAbove, surface } from '#skills/moving/surface'
import { swimOut } from '#skills/moving/swim-out'
import { blockLava } from '#skills/survival/block-lava'
import { putOutFire } from '#skills/survival/put-out-fire'
import { retrieveDrops } from '#skills/survival/retrieve-drops'
import { shelter } from '#skills/survival/shelter'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const EVENING = 13_000
const NIGHT = 18_000
const LATE_NIGHT = 23_000
/** Servers send the time of day once in this many ticks. */
const TOLD_TICKS = 25
/** Stone with a stone pickaxe, and the pause after it (ticks). */
const STONE_DIG = 12 + 6
const done = { ok: true }

describe.each(ERAS)('survival on %s', (version) => {
  const stage = sharedStage(version, { difficulty: 'normal' })

  const timeIs = async (time: number) => {
    const { game, simulation } = stage()
    game.time.ofDay = time
    await simulation.advance(TOLD_TICKS)
  }

  it('the agent eats the best food first, until it can heal', async () => {
    const { give, perform, player, simulation, carried } = stage()
    await give({ rotten_flesh: 2, bread: 4, cooked_beef: 1 })
    while (player.vitals.food > 6) {
      player.vitals.exhaust(20)
      await simulation.advance(4)
    }
    await simulation.advance(40)
    // A steak restores 8 food points, bread 5.
    const loaves = Math.ceil((18 - 8 - player.vitals.food) / 5)
    const { result, ticks } = await perform(eat, null)
    expect(result).toEqual(done)
    expect(player.vitals.food).toBeGreaterThanOrEqual(18)
    expect(carried()).toEqual({ rotten_flesh: 2, bread: 4 - loaves })
    expect(ticks).toBeLessThan(34 * (loaves + 1) + 10)
  })

  it('the agent sleeps through the night in a bed, and takes it along', async () => {
    const { give, perform, game, carried } = stage()
    await give({ red_bed: 1 })
    await timeIs(EVENING)
    const { result, ticks } = await perform(shelter, null)
    expect(result).toEqual(done)
    expect(game.time.ofDay).toBeLessThan(200)
    expect(carried()).toEqual({ red_bed: 1 })
    expect(ticks).toBeLessThan(160)
  })

  it.each([0.5, 0.95])(
    'the agent digs in for the rest of the night without a bed, from %d of a block on',
    async (part) => {
      const { give, perform, game, kind, body, at, player, simulation } = stage()
      await give({ wooden_pickaxe: 1 })
      await timeIs(LATE_NIGHT)
      game.movement.teleport(player, at(0, 0, 0).offset(part, 0, 0.5))
      await simulation.advance(4)
      const { result } = await perform(shelter, null)
      expect(result).toEqual(done)
      expect(game.time.ofDay).toBeGreaterThanOrEqual(23_400)
      const { x, y, z } = body.feet.minus(at(0, 0, 0))
      expect(y).toBeLessThan(0)
      for (const [dx, dy, dz] of [
        [0, 2, 0],
        [1, 0, 0],
        [-1, 1, 0],
        [0, 0, 1],
        [0, 1, -1],
      ] as const)
        expect(kind(x + dx, y + dy, z + dz)).not.toBe('air')
    },
  )

  it('the agent reports a monster that entered the shelter', async () => {
    const { give, perform, mob, simulation } = stage()
    await give({ wooden_pickaxe: 1 })
    await timeIs(LATE_NIGHT)
    mob('zombie', 2, 0, 0)
    await simulation.advance(5)
    expect((await perform(shelter, null)).result).toMatchObject({ failure: { kind: 'hurt' } })
  })

  it('the agent digs up to the surface', async () => {
    const { give, fill, stand, perform, context, body, at } = stage()
    fill([-10, 0, -10], [10, 7, 10], 'stone')
    fill([0, -4, 0], [0, -3, 0], 'air')
    await give({ stone_pickaxe: 1, cobblestone: 4 })
    await stand(0, -4, 0)
    expect(skyAbove(context, body.feet.x, body.feet.y, body.feet.z)).toBe(false)
    const { result, ticks } = await perform(surface, null)
    expect(result).toEqual(done)
    expect(skyAbove(context, body.feet.x, body.feet.y, body.feet.z)).toBe(true)
    // The land is at 8; a hollow in it counts as land.
    expect(body.feet.y).toBeGreaterThanOrEqual(at(0, 4, 0).y)
    expect(ticks).toBeLessThan(14 * 30)
  })

  it('the agent surfaces through falling sand', async () => {
    const { give, fill, stand, perform, player } = stage()
    fill([-10, 0, -10], [10, 3, 10], 'sandstone')
    fill([-10, 4, -10], [10, 6, 10], 'sand')
    fill([0, -4, 0], [0, -3, 0], 'air')
    await give({ stone_pickaxe: 1, cobblestone: 8 })
    await stand(0, -4, 0)
    expect((await perform(surface, null)).result).toEqual(done)
    expect(player.vitals.health).toBeGreaterThan(10)
  })

  it('the agent stays where it is on the surface', async () => {
    const { perform, body } = stage()
    const before = body.position.clone()
    expect((await perform(surface, null)).ticks).toBeLessThan(3)
    expect(body.position.distanceTo(before)).toBeLessThan(0.1)
  })

  it('the agent swims out of water', async () => {
    const { fill, stand, perform, player, body, at } = stage()
    fill([-4, -3, -4], [4, -1, 4], 'water')
    await stand(0, -2, 0)
    const { result, ticks } = await perform(swimOut, null)
    expect(result).toEqual(done)
    expect(player.onGround).toBe(true)
    expect(body.feet.y).toBe(at(0, 0, 0).y)
    expect(ticks).toBeLessThan(150)
  })

  it('the agent gets out of lava alive', async () => {
    const { fill, block, stand, perform, player, body, simulation } = stage()
    fill([1, -2, -3], [4, -1, 3], 'lava')
    block(1, -1, 0, 'stone')
    await stand(1, 0, 0)
    block(1, -1, 0, 'air')
    while (!body.footing.inLava) await simulation.advance(1)
    const { result, ticks } = await perform(swimOut, null)
    expect(result).toEqual(done)
    expect(body.footing.inLava).toBe(false)
    expect(player.vitals.health).toBeGreaterThan(8)
    expect(ticks).toBeLessThan(40)
  })

  it('the agent goes into water when it burns', async () => {
    const { fill, block, stand, perform, player, body, simulation } = stage()
    fill([5, -2, -3], [8, -1, 3], 'water')
    block(0, -1, 0, 'lava')
    await stand(0, 0, 0)
    while (!body.footing.inLava) await simulation.advance(1)
    await perform(swimOut, null)
    expect(body.vitals.burning).toBe(true)
    const { health } = player.vitals
    expect((await perform(putOutFire, null)).result).toEqual(done)
    expect(body.vitals.burning).toBe(false)
    expect(body.footing.inWater).toBe(false)
    expect(health - player.vitals.health).toBeLessThanOrEqual(4)
  })

  it('the agent walks out from under lava that it cannot block, and digs no hole for it', async () => {
    const { fill, give, stand, perform, player, body, simulation } = stage()
    await give({ iron_pickaxe: 1 })
    fill([-4, 0, -3], [9, 6, 3], 'stone')
    fill([-1, 0, 0], [8, 1, 0], 'air')
    await stand(0, 0, 0)
    fill([-1, 2, -1], [1, 4, 1], 'lava')
    await simulation.advance(2)
    const { result } = await perform(blockLava, null)
    expect(result).toEqual(done)
    await simulation.advance(60)
    expect(player.vitals.health).toBeGreaterThan(15)
    expect(body.footing.inLava).toBe(false)
  })

  it('the agent surfaces for air, also from under a roof', async () => {
    const { fill, stand, perform, game, player } = stage()
    fill([-2, -5, -2], [2, -1, 2], 'water')
    fill([-2, -1, -2], [0, -1, 2], 'stone')
    await stand(0, -4, 0)
    expect((await perform(breathe, null)).result).toEqual(done)
    const { x, y, z } = player.eye.floored()
    expect(game.level.name(x, y, z)).not.toBe('water')
  })

  it('the agent retrieves its drops after a death', async () => {
    const { drop, perform, context, at, carried, simulation } = stage()
    expect((await perform(retrieveDrops, null)).result).toMatchObject({
      failure: { kind: 'not-found' },
    })
    drop('iron_ingot', 3, 8, 0, 8)
    drop('stick', 2, 7, 0, 8)
    await simulation.advance(2)
    drop('gravel', 1, 0, 0, 9)
    const lost = { iron_ingot: 3, stick: 2, gravel: 1 }
    context.agentState.deaths.valueBy(() => 2000)
    context.agentState.deaths.record({ place: at(8, 0, 8), tick: context.body.clock.tick, lost })
    const { result, ticks } = await perform(retrieveDrops, null)
    expect(result).toEqual(done)
    expect(carried()).toEqual({ iron_ingot: 3, stick: 2 })
    expect(context.agentState.deaths.unvisited).toBeUndefined()
    expect(ticks).toBeLessThan(120)
  })

  it('the agent returns for its drops only where that is faster than replacing them', async () => {
    const { context, at, give } = stage()
    const { body, agentState } = context
    const { precondition } = retrieveDrops
    agentState.deaths.valueBy(({ stone_pickaxe: pickaxes = 0 }) => 400 * pickaxes)
    const lose = (lost: Record<string, number>, distance: number, age = 0) =>
      agentState.deaths.record({ place: at(distance, 0, 0), tick: body.clock.tick - age, lost })
    lose({ stone_pickaxe: 1 }, 15)
    expect(precondition(context, null)).toBeNull()
    lose({ stone_pickaxe: 1 }, 90)
    expect(precondition(context, null)).toMatchObject({ kind: 'not-found' })
    lose({ dirt: 30 }, 15)
    expect(precondition(context, null)).toMatchObject({ kind: 'not-found' })
    lose({ stone_pickaxe: 1 }, 15, 5900)
    expect(precondition(context, null)).toMatchObject({ kind: 'not-found' })
    lose({ stone_pickaxe: 2 }, -15)
    await give({ stone_pickaxe: 1 })
    expect(precondition(context, null)).toBeNull()
    lose({ stone_pickaxe: 1 }, -15)
    expect(precondition(context, null)).toMatchObject({ kind: 'not-found' })
  })

  it('the agent spends no more time on its drops than they are worth, interruptions included', async () => {
    const { context, at, give, perform, simulation, game, player } = stage()
    const { body, agentState } = context
    await give({ stone_pickaxe: 1 })
    agentState.deaths.valueBy(() => 300)
    agentState.deaths.record({
      place: at(35, 0, 0),
      tick: body.clock.tick,
      lost: { iron_ingot: 3 },
    })
    const off = new AbortController()
    body.clock.wait(5).then(() => off.abort(new Interrupt('hurt', 'a zombie')))
    await perform(retrieveDrops, null, { signal: off.signal })
    await simulation.advance(200)
    expect(retrieveDrops.precondition(context, null)).toBeNull()
    await simulation.advance(100)
    expect(retrieveDrops.precondition(context, null)).toMatchObject({ kind: 'not-found' })
    // The rest of the way is short.
    game.movement.teleport(player, at(9.5, 0, 0.5))
    await simulation.advance(5)
    expect(retrieveDrops.precondition(context, null)).toBeNull()
  })

  it.each([
    ['stone_pickaxe', null],
    ['wooden_pickaxe', { kind: 'not-found' }],
  ])('the estimate of the way down depends on a %s', async (pickaxe, refusal) => {
    const { context, at, give } = stage()
    const { body, agentState } = context
    await give({ [pickaxe]: 1 })
    agentState.deaths.valueBy(() => 800)
    agentState.deaths.record({
      place: at(0, -20, 0),
      tick: body.clock.tick,
      lost: { iron_ingot: 3 },
    })
    const found = retrieveDrops.precondition(context, null)
    if (refusal) expect(found).toMatchObject(refusal)
    else expect(found).toBeNull()
  })

  describe('after losing its pickaxe underground', () => {
    const lose = () => {
      const { context, at } = stage()
      const { body, agentState } = context
      agentState.deaths.valueBy(() => 200)
      const lost = { stone_pickaxe: 1 }
      agentState.deaths.record({ place: at(6, -4, 0), tick: body.clock.tick, lost })
    }

    it('the agent does not go back through rock', async () => {
      const { fill, context, perform } = stage()
      fill([6, -4, 0], [6, -3, 0], 'air')
      lose()
      expect((await perform(retrieveDrops, null)).result).toMatchObject({
        failure: { kind: 'unreachable' },
      })
      expect(retrieveDrops.precondition(context, null)).toMatchObject({ kind: 'missing-tool' })
    })

    it('the agent goes back down its own tunnel', async () => {
      const { fill, drop, perform, carried, simulation } = stage()
      fill([5, -4, 0], [6, -3, 0], 'air')
      for (const depth of [1, 2, 3, 4]) fill([1 + depth, -depth, 0], [1 + depth, 2, 0], 'air')
      drop('stone_pickaxe', 1, 6, -4, 0)
      await simulation.advance(5)
      lose()
      expect((await perform(retrieveDrops, null)).result).toEqual(done)
      expect(carried()).toEqual({ stone_pickaxe: 1 })
    })
  })

  it.each([
    ['a shaft', 'stone'],
    ['stairs around water and a shaft', 'water'],
  ])('the agent goes down %s to its drops far below', async (_, below) => {
    const { fill, block, stand, give, drop, perform, carried, context, at, simulation } = stage()
    const { body, agentState } = context
    fill([-8, -26, -8], [16, -1, 8], 'stone')
    fill([6, -22, -1], [8, -21, 1], 'air')
    for (const x of [5, 6, 7]) block(x, -4, 0, below)
    await give({ stone_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    drop('iron_ingot', 3, 7, -22, 0)
    await simulation.advance(5)
    agentState.deaths.valueBy(() => 3000)
    const lost = { iron_ingot: 3 }
    agentState.deaths.record({ place: at(7, -22, 0), tick: body.clock.tick, lost })
    const { result, ticks } = await perform(retrieveDrops, null)
    expect(result).toEqual(done)
    expect(carried().iron_ingot).toBe(3)
    // A few levels by stairs, and the rest with one block a level.
    expect(ticks).toBeLessThan(22 * STONE_DIG + 350)
  })

  it('the agent does not return to a place where it died twice', () => {
    const { context } = stage()
    const { body, agentState } = context
    agentState.deaths.valueBy(() => 2000)
    const die = (x: number) =>
      agentState.deaths.record({
        place: body.position.offset(x, 0, 0),
        tick: body.clock.tick,
        lost: {},
      })
    die(6)
    expect(retrieveDrops.precondition(context, null)).toBeNull()
    die(-30)
    expect(retrieveDrops.precondition(context, null)).not.toMatchObject({ kind: 'unreachable' })
    die(7)
    expect(retrieveDrops.precondition(context, null)).toMatchObject({ kind: 'unreachable' })
  })

  it('the agent kills a zombie with little damage', async () => {
    const { give, mob, perform, player } = stage()
    await give({ stone_sword: 1 })
    await timeIs(NIGHT)
    const zombie = mob('zombie', 5, 0, 0)
    await stage().simulation.advance(5)
    const { result } = await perform(defend, null)
    expect(result).toEqual(done)
    expect(zombie.dead).toBe(true)
    expect(player.vitals.health).toBeGreaterThan(12)
  })

  it('the agent runs from a creeper before it explodes', async () => {
    const { mob, perform, player } = stage()
    await timeIs(NIGHT)
    const creeper = mob('creeper', 5, 0, 0)
    await stage().simulation.advance(5)
    const { result } = await perform(takeCover, null)
    expect(result).toEqual(done)
    expect(player.vitals.health).toBe(20)
    expect(creeper.position.distanceTo(player.position)).toBeGreaterThan(6)
  })

  it('the agent places blocks between itself and a skeleton out of reach', async () => {
    const { give, fill, mob, perform, body, simulation } = stage()
    await give({ cobblestone: 16 })
    await timeIs(NIGHT)
    fill([7, 0, -1], [9, 2, 1], 'stone')
    const skeleton = mob('skeleton', 7, 3, 0)
    // The skeleton shoots from its perch and cannot come down.
    fill([6, 3, -1], [6, 3, 1], 'oak_fence')
    await simulation.advance(5)
    const { result, ticks } = await perform(takeCover, null)
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(40)
    expect(skeleton.dead).toBe(false)
    expect(firstBlockToward(body, skeleton.eye)).not.toBeNull()
  })
})

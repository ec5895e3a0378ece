import { describe, expect, it } from 'vitest'
import { firstBlockBetween } from '#body/sight'
import { defend } from '#skills/combat/defend'
import { faceAttacker } from '#skills/combat/face-attacker'
import { takeCover } from '#skills/combat/take-cover'
import { sharedStage } from '../../support/skills.ts'

/** Interval at which the agent looks for entities (ticks). */
const LOOK_EVERY = 2
const PATIENCE = 40
/** Time from one attack with a sword to the next (ticks). */
const SWORD_COOLDOWN = 13

describe('monsters that cannot reach the agent', () => {
  // With this perception all loaded blocks count as visible, behind rock and in pits, too.
  const on = sharedStage('1.16.5', { difficulty: 'normal', perception: 'loaded' })

  const reflexes = async () => {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const made = new Reflexes(on().context)
    made.next()
    return made
  }

  it('are ignored in a pit, and fought when there is a way out', async () => {
    const { fill, block, mob, simulation } = on()
    fill([3, -3, 0], [4, -1, 0], 'air')
    mob('zombie', 3, -3, 0)
    const watch = await reflexes()
    await simulation.advance(2)
    expect(watch.next()).toBeUndefined()
    block(4, -3, 0, 'stone')
    block(4, -2, 1, 'air')
    block(4, -1, 1, 'air')
    block(5, -1, 0, 'air')
    await simulation.advance(2)
    expect(watch.next()?.reason).toBe('zombie nearby')
  })

  it('are ignored behind rock, and fought through a door in it', async () => {
    const { fill, mob, simulation } = on()
    fill([2, 0, -10], [2, 4, 10], 'stone')
    fill([-3, 0, -10], [-3, 4, 10], 'stone')
    fill([-2, 0, -3], [1, 4, -3], 'stone')
    fill([-2, 0, 3], [1, 4, 3], 'stone')
    mob('zombie', 3, 0, 0)
    const watch = await reflexes()
    await simulation.advance(2)
    expect(watch.next()).toBeUndefined()
    fill([2, 0, 1], [2, 1, 1], 'air')
    await simulation.advance(2)
    expect(watch.next()?.reason).toBe('zombie nearby')
  })

  it('are awaited only once in all when they merely seem able to come', async () => {
    const { fill, mob, perform, simulation } = on()
    // The spiders are too wide for the gap, and they are neutral in daylight.
    fill([3, 0, -10], [3, 6, 10], 'stone')
    fill([3, 0, 0], [3, 1, 0], 'air')
    for (const z of [-2, 0, 2]) mob('spider', 5, 0, z)
    await simulation.advance(5)
    const { result, ticks } = await perform(defend, null)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
    expect(ticks).toBeLessThanOrEqual(PATIENCE + LOOK_EVERY)
  })

  it('make it leave when one around a corner hits it twice', async () => {
    const { fill, mob, perform, player, body, at, simulation } = on()
    fill([0, 0, 0], [2, 3, 2], 'bedrock')
    fill([0, 0, 0], [0, 3, 0], 'air')
    fill([1, 0, 1], [1, 2, 1], 'air')
    const husk = mob('husk', 1, 0, 1)
    for (let blows = 0; blows < 2; blows++) {
      player.vitals.hurt(2, 'mob', husk.position)
      await simulation.advance(12)
      await perform(faceAttacker, null)
    }
    expect(body.position.distanceTo(at(1, 0, 1))).toBeGreaterThan(6)
  })
})

describe('the agent in a fight', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal', viewDistance: 3 })

  it('does not attack an archer that it cannot charge', async () => {
    const { fill, mob, simulation, player, body, context } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const reflexes = new Reflexes(context)
    reflexes.next()
    fill([8, 0, 0], [10, 2, 0], 'stone')
    fill([-9, 0, -1], [-9, 3, 1], 'stone')
    mob('skeleton', 10, 3, 0)
    player.vitals.hurt(2, 'starve')
    await simulation.advance(4)
    expect(body.fillerCount).toBe(0)
    expect(reflexes.next()?.reflex.name).toBe('take-cover')
  })

  it('goes out of an archer’s sight when it has no blocks for cover', async () => {
    const { fill, mob, simulation, perform, player, body } = on()
    fill([8, 0, 0], [8, 4, 0], 'stone')
    const skeleton = mob('skeleton', 8, 5, 0)
    fill([0, 0, 3], [3, 2, 3], 'stone')
    await simulation.advance(5)
    const { result, ticks } = await perform(takeCover, null)
    expect(result).toEqual({ ok: true })
    expect(ticks).toBeLessThan(60)
    expect(firstBlockBetween(body, skeleton.eye, body.eye)).not.toBeNull()
    expect(player.vitals.health).toBeGreaterThan(14)
  })

  it('stays in cover longer when it has to take cover again at once', async () => {
    const { give, fill, mob, simulation, perform } = on()
    await give({ cobblestone: 32 })
    fill([8, 0, 0], [8, 4, 0], 'stone')
    mob('skeleton', 8, 5, 0)
    await simulation.advance(5)
    expect((await perform(takeCover, null)).ticks).toBeLessThan(60)
    const { result, ticks } = await perform(takeCover, null)
    expect(result).toEqual({ ok: true })
    expect(ticks).toBeGreaterThanOrEqual(80)
  })

  it('fails when the monster only goes out of sight', async () => {
    const { fill, mob, at, perform, simulation } = on()
    // A closed room, from which the spider cannot wander back into view.
    fill([3, 0, 2], [7, 3, 6], 'stone')
    fill([4, 0, 3], [6, 2, 5], 'air')
    // Spiders are neutral in daylight.
    const spider = mob('spider', 5, 0, 0)
    await simulation.advance(5)
    const fight = perform(defend, null)
    await simulation.advance(6)
    spider.position = at(5, 0, 4).offset(0.5, 0, 0.5)
    const { result, ticks } = await fight
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
    expect(ticks).toBeLessThanOrEqual(PATIENCE + LOOK_EVERY)
  })

  it('rests longer after each failed fight, until it takes damage', async () => {
    const { fill, mob, simulation, context, player } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const reflexes = new Reflexes(context)
    reflexes.next()
    // The husk cannot come closer, and the agent sees it over the fence.
    fill([2, 0, -1], [4, 0, 1], 'oak_fence')
    fill([3, 0, 0], [3, 0, 0], 'air')
    mob('husk', 3, 0, 0)
    await simulation.advance(3)
    const restAfterFailure = async () => {
      const due = reflexes.next()
      if (!due) throw new Error('nothing is due')
      reflexes.failed(due)
      let ticks = 0
      for (; !reflexes.next() && ticks < 2000; ticks++) await simulation.advance(1)
      return ticks
    }
    const first = await restAfterFailure()
    expect(await restAfterFailure()).toBeGreaterThanOrEqual(2 * first - 2)
    player.vitals.hurt(1, 'starve')
    await simulation.advance(2)
    reflexes.next()
    expect(await restAfterFailure()).toBeLessThanOrEqual(first + 1)
  })

  it('fights an attacker, not a creeper that is still far away', async () => {
    const { give, mob, perform, body, simulation } = on()
    await give({ stone_sword: 1 })
    const creeper = mob('creeper', 6, 0, 0)
    const husk = mob('husk', -2, 0, 0)
    // The creeper never arrives.
    const unsubscribe = body.onTick(() => {
      creeper.position = body.position.offset(6, 0, 0)
    })
    await simulation.advance(2)
    await perform(defend, null).finally(unsubscribe)
    expect(husk.dead).toBe(true)
  })

  it('beats several monsters by backing off between attacks', async () => {
    const { give, mob, perform, player, simulation } = on()
    await give({ stone_sword: 1 })
    for (const z of [-2, 0, 2]) mob('husk', 5, 0, z)
    await simulation.advance(2)
    expect((await perform(defend, null)).result).toEqual({ ok: true })
    expect(player.vitals.health).toBeGreaterThan(16)
  })

  it('that is too weak walls itself in and knocks monsters back meanwhile', async () => {
    const { at, give, mob, perform, player, body, simulation } = on()
    await give({ cobblestone: 32 })
    player.vitals.hurt(13, 'starve')
    for (const z of [-1, 0, 1]) mob('husk', 2, 0, z)
    await simulation.advance(4)
    expect((await perform(takeCover, null)).result).toEqual({ ok: true })
    expect(player.vitals.health).toBeGreaterThan(10)
    expect(body.position.distanceTo(at(0, 0, 0))).toBeLessThan(2)
  })

  it('avoids the place of an archer that it cannot get to', async () => {
    const { fill, mob, simulation, perform, body } = on()
    const skeleton = mob('skeleton', 3, 0, 0)
    await simulation.advance(2)
    fill([2, 0, -1], [2, 2, 1], 'bedrock')
    fill([4, 0, -1], [4, 2, 1], 'bedrock')
    fill([3, 2, 0], [3, 2, 0], 'bedrock')
    for (const z of [-1, 1]) fill([3, 0, z], [3, 2, z], 'bedrock')
    const { result } = await perform(defend, null)
    expect(result).toMatchObject({ failure: { detail: 'skeleton stays out of reach' } })
    expect(body.dangers.near(skeleton.position)).toBe(true)
  })

  it('stays within reach of an archer between its attacks', async () => {
    const { fill, give, mob, simulation, perform, context } = on()
    fill([6, 0, -4], [6, 3, 4], 'stone')
    // An arrow knocks an agent that does not advance against the step.
    fill([-6, 0, -4], [-1, 0, 4], 'stone')
    await give({ stone_sword: 1 })
    const { id } = mob('skeleton', 2, 0, 0)
    await simulation.advance(4)
    const { ticks } = await perform(defend, null)
    expect(context.memory.isGone(id)).toBe(true)
    expect(ticks).toBeLessThanOrEqual(5 * SWORD_COOLDOWN)
  })

  it('builds a wall up from the bottom of water', async () => {
    const { give, fill, mob, simulation, perform, kind } = on()
    await give({ cobblestone: 32 })
    fill([1, -1, -6], [1, -1, 6], 'water')
    fill([3, 0, -1], [5, 0, 1], 'oak_fence')
    fill([4, 0, 0], [4, 0, 0], 'air')
    mob('zombie', 4, 0, 0)
    await simulation.advance(5)
    expect((await perform(takeCover, null)).result).toEqual({ ok: true })
    const wall = [kind(1, -1, 0), kind(1, 0, 0), kind(1, 1, 0)]
    expect(wall).toEqual(['cobblestone', 'cobblestone', 'cobblestone'])
  })

  it('closes the side on which it reaches into the next block', async () => {
    const { give, fill, mob, stand, simulation, perform, body, kind } = on()
    await give({ cobblestone: 32 })
    await stand(0.3, 0, 0)
    expect(body.position.x % 1).toBeCloseTo(0.8)
    fill([-5, 0, -1], [-3, 0, 1], 'oak_fence')
    fill([-4, 0, 0], [-4, 0, 0], 'air')
    mob('zombie', -4, 0, 0)
    await simulation.advance(5)
    expect((await perform(takeCover, null)).result).toEqual({ ok: true })
    expect([kind(1, 0, 0), kind(1, 1, 0)]).toEqual(['cobblestone', 'cobblestone'])
  })

  it('tunnels away from an archer that it is too weak to fight', async () => {
    const { give, fill, mob, simulation, perform, player, body, at } = on()
    await give({ cobblestone: 32, iron_pickaxe: 1 })
    fill([-10, 0, -4], [10, 8, 4], 'stone')
    fill([0, 0, 0], [8, 1, 0], 'air')
    const skeleton = mob('skeleton', 8, 0, 0)
    player.vitals.hurt(12, 'starve')
    // Otherwise it would heal behind its wall.
    while (player.vitals.food > 17) {
      player.vitals.exhaust(20)
      await simulation.advance(1)
    }
    await simulation.advance(5)
    expect((await perform(takeCover, null)).result).toEqual({ ok: true })
    expect(body.dangers.near(body.feet)).toBe(false)
    expect(body.position.distanceTo(skeleton.position)).toBeGreaterThan(
      body.position.distanceTo(at(0, 0, 0)),
    )
    expect(firstBlockBetween(body, skeleton.eye, body.eye)).not.toBeNull()
    expect(player.vitals.health).toBeGreaterThan(0)
  })
})

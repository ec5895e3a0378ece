import { describe, expect, it } from 'vitest'
import { firstBlockBetween } from '#body/sight'
import { defend } from '#skills/combat/defend'
import { takeCover } from '#skills/combat/take-cover'
import { sharedStage } from '../support/skills.ts'

const PATIENCE = 40

describe('monsters that cannot come', () => {
  // Here whatever is loaded counts as visible, behind rock and in pits, too.
  const on = sharedStage('1.16.5', { difficulty: 'normal', perception: 'loaded' })

  const reflexes = async () => {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const made = new Reflexes(on().context)
    made.next()
    return made
  }

  it('are left alone in a pit, and fought when there is a way out', async () => {
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

  it('are left alone behind rock, and fought through a door in it', async () => {
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

  it('are waited for once for all, when it only looks as if they could come', async () => {
    const { fill, mob, perform, simulation } = on()
    // Too wide for the gap, and in the light of day spiders attack nobody.
    fill([3, 0, -10], [3, 6, 10], 'stone')
    fill([3, 0, 0], [3, 1, 0], 'air')
    for (const z of [-2, 0, 2]) mob('spider', 5, 0, z)
    await simulation.advance(5)
    const { result, ticks } = await perform(defend, null)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
    expect(ticks).toBeLessThanOrEqual(PATIENCE + 2)
  })
})

describe('fights', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal' })

  it('are not begun with one that shoots from where there is no running at it', async () => {
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

  it('are left for a place out of sight by who has no blocks to hide behind', async () => {
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

  it('are hidden from for longer by who has to flee again at once', async () => {
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

  it('with who only goes out of sight have led to nothing', async () => {
    const { fill, mob, at, perform, simulation } = on()
    fill([3, 0, 1], [3, 3, 4], 'stone')
    // In the light of day spiders attack nobody.
    const spider = mob('spider', 5, 0, 0)
    await simulation.advance(5)
    const fight = perform(defend, null)
    await simulation.advance(6)
    spider.position = at(5, 0, 2).offset(0.5, 0, 0.5)
    const { result, ticks } = await fight
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
    expect(ticks).toBeLessThan(PATIENCE + 2)
  })

  it('rest longer each time that nothing comes of them, until there is a wound', async () => {
    const { fill, mob, simulation, context, player } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const reflexes = new Reflexes(context)
    reflexes.next()
    // It cannot come near, and is seen over the fence.
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

  it('are with who strikes, and not with a creeper that is still far', async () => {
    const { give, mob, perform, body, simulation } = on()
    await give({ stone_sword: 1 })
    const creeper = mob('creeper', 6, 0, 0)
    const husk = mob('husk', -2, 0, 0)
    // It is on its way, and never there.
    const unsubscribe = body.onTick(() => {
      creeper.position = body.position.offset(6, 0, 0)
    })
    await simulation.advance(2)
    await perform(defend, null).finally(unsubscribe)
    expect(husk.dead).toBe(true)
  })

  it('with several are won by giving ground between blows', async () => {
    const { give, mob, perform, player, simulation } = on()
    await give({ stone_sword: 1 })
    for (const z of [-2, 0, 2]) mob('husk', 5, 0, z)
    await simulation.advance(2)
    expect((await perform(defend, null)).result).toEqual({ ok: true })
    expect(player.vitals.health).toBeGreaterThan(16)
  })

  it('that go badly end behind walls, with whoever comes near pushed back meanwhile', async () => {
    const { at, give, mob, perform, player, body, simulation } = on()
    await give({ cobblestone: 32 })
    player.vitals.hurt(13, 'starve')
    for (const z of [-1, 0, 1]) mob('husk', 2, 0, z)
    await simulation.advance(4)
    expect((await perform(takeCover, null)).result).toEqual({ ok: true })
    expect(player.vitals.health).toBeGreaterThan(10)
    expect(body.position.distanceTo(at(0, 0, 0))).toBeLessThan(2)
  })
})

import { describe, expect, it } from 'vitest'
import { isReached } from '#goal/success'
import { knownContents } from '#skills/items/chest'
import { store } from '#skills/items/store'
import { withdraw } from '#skills/items/withdraw'
import { environmentOn } from '../../support/environment.ts'
import { goalOf, language } from '../../support/language.ts'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

describe.each(ERAS)('a chest on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent places a chest if there is none, and stores items in it', async () => {
    const { give, perform, carried, context, body } = stage()
    await give({ chest: 1, cobblestone: 100, birch_log: 3, oak_log: 4, diamond: 2 })
    expect((await perform(store, { item: 'cobblestone', count: 80 })).result).toEqual(done)
    expect(carried()).toEqual({ cobblestone: 20, birch_log: 3, oak_log: 4, diamond: 2 })
    expect((await perform(store, { item: 'log', count: 5 })).result).toEqual(done)
    const { oak_log: oak = 0, birch_log: birch = 0 } = carried()
    expect(oak + birch).toBe(2)
    const [chest] = context.memory.blocks(['chest'], body.position)
    if (!chest) throw new Error('no chest')
    const { cobblestone, diamond } = knownContents(context, chest.position) ?? {}
    expect([cobblestone, diamond]).toEqual([80, undefined])
  })

  it('the agent makes room for the lid of a chest that it places in a hole', async () => {
    const { give, perform, fill, simulation, context, body, kind } = stage()
    fill([-2, 0, -2], [2, 3, 2], 'dirt')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await simulation.advance(10)
    await give({ chest: 1, cobblestone: 10 })
    expect((await perform(store, { item: 'cobblestone', count: 10 })).result).toEqual(done)
    const [chest] = context.memory.blocks(['chest'], body.position)
    if (!chest) throw new Error('no chest')
    const { x, y, z } = chest.position.minus(body.feet)
    expect(kind(x, y + 1, z)).toBe('air')
  })

  it('the agent takes items back out', async () => {
    const { give, perform, carried, block, simulation } = stage()
    block(4, 0, 4, 'chest')
    await simulation.advance(10)
    await give({ iron_ingot: 7, dirt: 1 })
    expect((await perform(store, { item: 'iron_ingot', count: 7 })).result).toEqual(done)
    expect(carried().iron_ingot).toBeUndefined()
    expect((await perform(withdraw, { item: 'iron_ingot', count: 5 })).result).toEqual(done)
    // The agent takes the whole stack.
    expect(carried()).toMatchObject({ dirt: 1, iron_ingot: 7 })
  })

  it('the agent opens a chest with unknown contents, but not again for an item that it lacks', async () => {
    const { perform, block, simulation, at, context, carried, body } = stage()
    block(4, 0, 4, 'chest')
    await simulation.advance(10)
    expect(knownContents(context, at(4, 0, 4))).toBeNull()
    const first = await perform(withdraw, { item: 'diamond', count: 1 })
    expect(first.result).toMatchObject({ failure: { kind: 'not-found' } })
    expect(knownContents(context, at(4, 0, 4))).toEqual({})
    const { use } = body.hands.presses
    const second = await perform(withdraw, { item: 'diamond', count: 1 })
    expect(second.result).toMatchObject({ failure: { kind: 'not-found' } })
    expect(body.hands.presses.use).toBe(use)
    expect(carried()).toEqual({})
  })

  it('a failure says what is missing', async () => {
    const { perform, give } = stage()
    const kind = async (skill: typeof store) => {
      const { result } = await perform(skill, { item: 'dirt', count: 1 })
      return result.ok ? null : result.failure.kind
    }
    expect(await kind(store)).toBe('missing-material')
    expect(await kind(withdraw)).toBe('missing-station')
    await give({ dirt: 1 })
    expect(await kind(store)).toBe('missing-station')
  })
})

describe('storing and taking back as goals of a plan', () => {
  it('a storing goal is reached when the inventory holds that many fewer', () => {
    const goal = goalOf("store({cobblestone:20}, 'chest')")
    const reached = (now: number) =>
      isReached(language, goal, { cobblestone: 60 }, { cobblestone: now })
    expect([60, 41, 40, 80].map(reached)).toEqual([false, false, true, false])
  })

  const stage = sharedStage('1.16.5', { difficulty: 'normal' })

  it('the agent stores items and takes them back', async () => {
    const { give, simulation, carried, context, game, mob, body } = stage()
    await give({ chest: 1, cobblestone: 60, iron_sword: 1 })
    const environment = await environmentOn(stage())
    const goal = goalOf("store({cobblestone:20}, 'chest')")
    expect(environment.language.possible([goal], environment.observe().inventory)).toEqual([goal])
    game.time.ofDay = 18_000
    const storing = environment.execute(goal, context.signal)
    const zombie = mob('zombie', 2, 0, 2)
    zombie.health = 1
    expect(await simulation.run(storing)).toEqual(done)
    expect(carried().cobblestone).toBe(40)
    game.time.ofDay = 1000
    expect(environment.observe().near.has('chest')).toBe(true)
    const back = environment.execute(goalOf("withdraw({cobblestone:1}, 'chest')"), context.signal)
    expect(await simulation.run(back)).toEqual(done)
    expect(body.carried.cobblestone).toBe(60)
  })
})

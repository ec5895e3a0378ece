import { beforeAll, describe, expect, it } from 'vitest'
import { hunt } from '#skills/combat/hunt'
import { recuperate } from '#skills/combat/recuperate'
import { retreat } from '#skills/combat/retreat'
import { slay } from '#skills/combat/slay'
import { bestFood } from '#skills/items/eat'
import type { Reflex } from '#skills/reflexes/reflex'
import type { Reflexes } from '#skills/reflexes/reflexes'
import { awaitDark } from '#skills/survival/shelter'
import type { MobName } from '#world/mobs/mob-kinds'
import { goalOf, language } from '../../support/language.ts'
import { sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'

const done = { ok: true } as const
/** More interruptions than any other goal survives. */
const MANY = 60
const NIGHT = 14_000
/** Farther away than chunks are sent (blocks). */
const FAR = 200

describe('a monster hunter', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal', perception: 'player', viewDistance: 3 })

  // Built while the agent is far away, which would follow the light of each block.
  beforeAll(async () => {
    const { fill, stand, simulation } = on()
    await stand(FAR, 0, 0)
    fill([-24, -2, -24], [24, -1, 24], 'stone')
    for (const side of [-24, 24]) {
      fill([side, 0, -24], [side, 2, 24], 'stone')
      fill([-24, 0, side], [24, 2, side], 'stone')
    }
    await stand(0, 0, 0)
    await simulation.advance(60)
  })

  /** An armed agent at night, on a wide floor with walls around it, face to face with a monster. */
  async function facing(kind: MobName, x = 8) {
    const { give, stand, game, mob, body, simulation, at, context } = on()
    game.time.ofDay = NIGHT
    await stand(0, 0, 0)
    await give({ stone_sword: 1 })
    const monster = mob(kind, x, 0, 0)
    await simulation.run(body.controls.lookAt(at(x, 0, 0)))
    const seen = () => context.memory.entities([kind], body.position)
    for (let waited = 0; waited < 20 && seen().length === 0; waited++) await simulation.advance(1)
    const [known] = seen()
    if (!known) throw new Error('it was not seen')
    return { monster, known }
  }

  it.each(['spider', 'zombie', 'skeleton'] as const)(
    'kills a %s and stays healthy',
    async (kind) => {
      const { simulation, context, player } = on()
      const { monster, known } = await facing(kind)
      expect(await simulation.run(slay(context, known))).toBe('dead')
      expect(monster.health).toBeLessThanOrEqual(0)
      expect(player.vitals.health).toBeGreaterThan(10)
      expect(context.agentState.combat.inFight).toBe(false)
    },
  )

  it('picks up drops before anything else', async () => {
    const { perform, drop, simulation, carried } = on()
    await facing('spider', 20)
    drop('string', 2, -4, 0, 0)
    await simulation.advance(4)
    const { body, at } = on()
    await simulation.run(body.controls.lookAt(at(-4, 0, 0)))
    await simulation.advance(4)
    const { result, ticks } = await perform(hunt, { item: 'string', count: 2 })
    expect(result).toEqual(done)
    expect(carried().string).toBe(2)
    expect(ticks).toBeLessThan(120)
  })

  it('does not start without a sword', async () => {
    const { perform, game, give } = on()
    game.time.ofDay = NIGHT
    await give({ stone_axe: 1 })
    const { result } = await perform(hunt, { item: 'string', count: 1 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'missing-tool' } })
  })

  it('waits for the dark by day, walled in', async () => {
    const { perform, game, give, kind, body, at } = on()
    game.time.ofDay = 12_300
    await give({ wooden_pickaxe: 1 })
    const { result } = await perform(awaitDark, null)
    expect(result).toEqual(done)
    expect(game.time.ofDay).toBeGreaterThanOrEqual(12_600)
    expect(body.position.y).toBeLessThan(at(0, 0, 0).y)
    expect(kind(0, -1, 0)).not.toBe('air')
  })

  it('heals walled in between two fights', async () => {
    const { perform, give, player, game } = on()
    game.time.ofDay = NIGHT
    await give({ wooden_pickaxe: 1 })
    player.vitals.hurt(4, 'starve')
    expect((await perform(recuperate, null)).result).toEqual(done)
    expect(player.vitals.health).toBeGreaterThan(16)
  })

  it('stops healing when a monster comes near', async () => {
    const { perform, player } = on()
    player.vitals.hurt(8, 'starve')
    await facing('zombie', 2)
    const { result, ticks } = await perform(recuperate, null)
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(400)
  })

  it('outruns melee monsters', async () => {
    const { perform, body, player } = on()
    const { monster } = await facing('zombie', 6)
    expect((await perform(retreat, null)).result).toEqual(done)
    expect(monster.position.distanceTo(body.position)).toBeGreaterThan(6)
    expect(player.vitals.health).toBeGreaterThan(14)
  })

  it('is not interrupted by its own prey or by the night, but retreats when weak', async () => {
    const { context, player, simulation } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    await facing('spider', 3)
    const due = () => {
      const reflexes: Reflexes = new Reflexes(context)
      return reflexes.next()?.reflex.name
    }
    expect(due()).toBe('fight')
    context.agentState.combat.hunt(['spider'])
    context.agentState.combat.beginFight()
    expect(due()).toBeUndefined()
    player.vitals.hurt(12, 'starve')
    await simulation.advance(2)
    expect(due()).toBe('retreat')
    context.agentState.combat.endFight()
    context.agentState.combat.endHunt()
    expect(due()).not.toBe('retreat')
  })

  it('does not eat with a monster nearby, and eats rotten flesh to heal', async () => {
    const { context, player, simulation, give } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const { monster } = await facing('spider', 6)
    await give({ rotten_flesh: 2 })
    for (let i = 0; i < 12; i++) player.vitals.exhaust(4)
    player.vitals.hurt(6, 'starve')
    await simulation.advance(2)
    const due = () => new Reflexes(context).next()?.reflex.name
    expect(bestFood(context)).toBeUndefined()
    context.agentState.combat.hunt(['spider'])
    context.agentState.combat.beginFight()
    expect(bestFood(context)?.name).toBe('rotten_flesh')
    expect(due()).toBeUndefined()
    on().game.population.remove(monster)
    await simulation.advance(40)
    expect(player.vitals.food).toBeLessThan(18)
    expect(due()).toBe('eat')
  })

  it('does not wait for morning when wounded', async () => {
    const { context, player, game, simulation, body, at } = on()
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    // The stage has open sky.
    await simulation.run(body.controls.lookAt(at(0, 20, 1)))
    await simulation.advance(4)
    game.time.ofDay = NIGHT
    player.vitals.hurt(11, 'starve')
    // Servers send the time once a second.
    await simulation.advance(24)
    expect(new Reflexes(context).next()?.reflex.name).toBe('wait-for-morning')
    context.agentState.combat.hunt(['spider'])
    expect(new Reflexes(context).next()).toBeUndefined()
  })

  it('is one only while its goal is being executed', async () => {
    const { context, simulation, drop, give, body, at } = on()
    const { Controller } = await import('#agent/controller/controller')
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    await give({ stone_sword: 1 })
    drop('bone', 1, 3, 0, 0)
    await simulation.run(body.controls.lookAt(at(3, 0, 0)))
    await simulation.advance(20)
    const seen = new Set<string>()
    const unsubscribe = context.body.onTick(() => {
      for (const kind of context.agentState.combat.hunted) seen.add(kind)
    })
    const controller = new Controller(language, context, new Reflexes(context))
    const goal = goalOf("hunt({bone:1}, 'stone_sword')")
    expect(await simulation.run(controller.carryOut(goal, context.signal))).toEqual(done)
    unsubscribe()
    expect([...seen]).toEqual(['skeleton'])
    expect(context.agentState.combat.hunted.size).toBe(0)
  })

  longIt('does not give up after frequent interruptions, and still reacts to danger', async () => {
    const { context, simulation, give, drop, game, fill } = on()
    const { Controller } = await import('#agent/controller/controller')
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    game.time.ofDay = NIGHT
    for (const side of [-10, 10]) {
      fill([side, 0, -10], [side, 2, 10], 'stone')
      fill([-10, 0, side], [10, 2, side], 'stone')
    }
    await give({ stone_sword: 1 })
    let calls = 0
    let isDue = false
    const alarm: Reflex = {
      name: 'alarm',
      description: 'Listen.',
      urgency: 1,
      rest: 1,
      when: () => (isDue ? 'a noise' : undefined),
      skill: {
        name: 'alarm',
        effect: 'none',
        budget: () => 10,
        precondition: () => null,
        run: async ({ body, signal }) => {
          isDue = false
          if (++calls === MANY) drop('bone', 1, 2, 0, 0)
          await body.wait(1, signal)
          return done
        },
      },
    }
    const unsubscribe = context.body.onTick(() => {
      isDue ||= calls < MANY && context.body.clock.tick % 4 === 0
    })
    const controller = new Controller(language, context, new Reflexes(context, [alarm]))
    const goal = goalOf("hunt({bone:1}, 'stone_sword')")
    expect(await simulation.run(controller.carryOut(goal, context.signal))).toEqual(done)
    unsubscribe()
    expect(calls).toBe(MANY)
  })
})

describe('in a peaceful world', () => {
  const on = sharedStage('1.16.5', {
    difficulty: 'peaceful',
    perception: 'player',
    viewDistance: 3,
  })

  it('the agent waits for no monster', async () => {
    const { perform, give, bot } = on()
    await give({ stone_sword: 1 })
    bot.game.difficulty = 'peaceful'
    const { result, ticks } = await perform(hunt, { item: 'string', count: 1 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
    expect(ticks).toBeLessThan(5)
  })
})

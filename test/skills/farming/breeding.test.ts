import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { parsePlan } from '#goal/parse'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { firstOwnKey } from '#knowledge/entity-metadata'
import { registryFor } from '#knowledge/registry'
import { forage } from '#skills/combat/forage'
import { hunt } from '#skills/combat/hunt'
import { knownAnimals } from '#skills/core/known-sources'
import { breed } from '#skills/farming/breed'
import { Prey } from '#skills/pursuit/prey'
import type { MobName } from '#world/mobs/mob-kinds'
import { goalOf, language } from '../../support/language.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

/** On the stage in the sky of 1.12.2 it is too dark for the `player` perception. */
const eyesOn = (version: string) => (version === '1.12.2' ? 'seen' : 'player')

/** Animals on the stage, without those of the land below. */
function herd({ game, at }: Stage, kind: MobName) {
  return [...game.population].filter(
    (mob) => mob.kind.name === kind && mob.position.y > at(0, -5, 0).y,
  )
}

/** A wall around a part of the stage that keeps the animals together. */
function fence({ fill }: Stage): void {
  for (const edge of [-5, 5]) {
    fill([edge, 0, -5], [edge, 2, 5], 'stone')
    fill([-5, 0, edge], [5, 2, edge], 'stone')
  }
}

describe.each(ERAS)('breeding on %s', (version) => {
  const stage = sharedStage(version, { perception: eyesOn(version), viewDistance: 3 })

  it.each([
    ['cow', 'beef', { wheat: 2 }],
    ['sheep', 'wool', { wheat: 2 }],
    ['pig', 'porkchop', { carrot: 1, potato: 1 }],
    ['chicken', 'feather', { wheat_seeds: 2 }],
  ] as const)('brings two of %s together', async (kind, item, food) => {
    const { perform, give, mob, simulation, carried, game } = stage()
    fence(stage())
    mob(kind, 3, 0, 3)
    mob(kind, 2, 0, -3)
    await give(food)
    await simulation.advance(10)
    const { result } = await perform(breed, { item, count: 1 })
    expect(result).toEqual(done)
    expect(herd(stage(), kind).filter(({ baby }) => baby)).toHaveLength(1)
    // Chickens lay eggs.
    const { egg: _, ...left } = carried()
    expect(left).toEqual({})
    expect(game.clientLimits.violations).toEqual({})
  })
})

describe('breeding', () => {
  const stage = sharedStage('1.16.5')

  it('the agent feeds other animals when one cannot breed or is a baby, and feeds none twice', async () => {
    const { perform, give, mob, game, at, simulation, carried } = stage()
    fence(stage())
    mob('cow', 3, 0, 0).age = 6000
    game.mobs.spawn('cow', at(2, 0, 2).offset(0.5, 0, 0.5), { baby: true })
    for (const z of [-4, -2, 2, 4]) mob('cow', 4, 0, z)
    await give({ wheat: 5 })
    await simulation.advance(10)
    expect((await perform(breed, { item: 'beef', count: 2 })).result).toEqual(done)
    expect(herd(stage(), 'cow').filter(({ baby }) => baby)).toHaveLength(3)
    expect(carried()).toEqual({ wheat: 1 })
  })

  it('the agent fails without food, and keeps items that the animals do not eat', async () => {
    const { perform, give, mob, simulation, carried } = stage()
    fence(stage())
    for (const z of [-2, 2]) mob('pig', 4, 0, z).age = 6000
    await give({ wheat: 4, carrot: 1 })
    await simulation.advance(10)
    const kind = async () => {
      const { result } = await perform(
        { ...breed, budget: () => 300 },
        { item: 'porkchop', count: 1 },
      )
      return result.ok ? null : result.failure.kind
    }
    expect(await kind()).toBe('missing-material')
    await give({ carrot: 1 })
    expect(await kind()).not.toBeNull()
    expect(carried()).toEqual({ wheat: 4, carrot: 2 })
    expect(herd(stage(), 'pig')).toHaveLength(2)
  })

  it('the agent stops when the signal fires', async () => {
    const { perform, give, mob, simulation, body, bot } = stage()
    for (const z of [-3, 3]) mob('cow', 7, 0, z)
    await give({ wheat: 2 })
    await simulation.advance(10)
    const off = new AbortController()
    body.clock.wait(20).then(() => off.abort(new Interrupt('interrupted', 'called off')))
    const { result, ticks } = await perform(
      breed,
      { item: 'beef', count: 1 },
      { signal: off.signal },
    )
    expect(result).toMatchObject({ failure: { kind: 'interrupted' } })
    expect(ticks).toBeLessThanOrEqual(32)
    expect(bot.getControlState('forward')).toBe(false)
  })

  it('a goal names an item or an animal', () => {
    const parsed = parsePlan(language, 'breed({beef:1}, null)')
    expect(parsed.ok && parsed.goals.map(goalText)).toEqual(['breed({beef:1}, null)'])
    const repaired = repairPlan(language, 'breed({cow: 2})')
    expect(repaired.ok && repaired.goals.map(goalText)).toEqual(['breed({beef:2}, null)'])
    const goal = goalOf('breed({beef:2}, null)')
    expect(language.missing(goal, { wheat: 3 })).toEqual([
      { kind: 'missing-material', item: 'wheat', count: 1 },
    ])
    expect(language.missing(goal, { wheat: 4 })).toEqual([])
    expect(language.missing(goalOf('breed({diamond:1}, null)'), { wheat: 4 })).toEqual([
      { kind: 'no-source', item: 'diamond' },
    ])
    const { changes } = language
      .skill('breed')
      .simulate(language.registry, goalOf('breed({porkchop:1}, null)'), { carrot: 1, potato: 3 })
    expect(Object.fromEntries(changes)).toEqual({ carrot: -1, potato: -1 })
  })
})

describe.each(ERAS)('baby animals on %s', (version) => {
  const stage = sharedStage(version, { perception: eyesOn(version) })

  it('the agent hunts no baby animals, neither for a goal nor for food', async () => {
    const { perform, give, mob, game, at, simulation, carried, context, body } = stage()
    fence(stage())
    await give({ iron_sword: 1 })
    const calf = game.mobs.spawn('cow', at(3, 0, 0).offset(0.5, 0, 0.5), { baby: true })
    const cow = mob('cow', 3, 0, -3)
    await simulation.run(body.controls.lookAt(at(4, 1, -2)))
    await simulation.advance(10)
    const ages = context.memory.entities(['cow'], body.position).map(({ young }) => young)
    expect(ages.sort()).toEqual([false, true])
    // The calf is closer, and the goal's own source.
    const prey = new Prey(context, new Set(['cow']), calf.id)
    expect(prey.next()?.id).toBe(cow.id)
    expect(knownAnimals(context, ['cow'], 5).map(({ entity }) => entity)).toEqual([cow.id])
    expect((await perform(hunt, { item: 'beef', count: 1 })).result).toEqual(done)
    expect([calf.dead, cow.dead, carried().beef ?? 0]).toEqual([false, true, expect.any(Number)])
    await simulation.advance(30)
    expect(forage.precondition(context, null)).toMatchObject({ kind: 'not-found' })
    // The agent sees when the calf has grown up.
    calf.age = -5
    await simulation.advance(20)
    await simulation.run(body.controls.lookAt(calf.position.offset(0, 0.7, 0)))
    await simulation.advance(10)
    expect(forage.precondition(context, null)).toBeNull()
  })
})

describe('the age of animals', () => {
  it.each(versionsFor('1.21.4', '1.19.4', '1.20.4'))(
    'the server sends it where minecraft-data says, on %s',
    (version) => {
      const registry = registryFor(version)
      const { metadataKeys } = registry.data.entitiesByName.cow as { metadataKeys?: string[] }
      expect(metadataKeys?.[firstOwnKey(registry)]).toBe('baby')
    },
  )
})

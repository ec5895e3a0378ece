import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import { inventoryObservation } from '#goal/observation'
import { FEATURES, featuresOf } from '#selector/features/features'
import { SKILL_NAMES } from '#selector/features/goal-features'
import { GOAL_SKILLS } from '#skills/library'
import { candidatesFor } from '#strategies/deps/candidates'
import { environmentOn } from '../support/environment.ts'
import { goalOf, language, registry } from '../support/language.ts'
import { sharedStage } from '../support/skills.ts'

const LOGS = goalOf('mine({log:4}, null)')
const stage = sharedStage('1.16.5')

/** Features of the candidates for some goals as things stand, by name. */
function seen(environment: Environment, ...goals: (typeof LOGS)[]): Record<string, number>[] {
  const observation = environment.observe()
  const candidates = candidatesFor(language, goals, observation)
  return candidates.map((candidate) => named(featuresOf(candidate, candidates, observation)))
}

function named(features: readonly number[]): Record<string, number> {
  return Object.fromEntries(FEATURES.map(({ name }, i) => [name, features[i] ?? Number.NaN]))
}

describe('the list of features', () => {
  it('names each once, with its unit', () => {
    const names = FEATURES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('estimate')
    for (const { name, unit } of FEATURES)
      expect([name, unit]).toEqual([name, expect.stringMatching(/\w/)])
  })

  it('names goal skills', () => {
    expect(GOAL_SKILLS.map(({ name }) => name)).toEqual(expect.arrayContaining([...SKILL_NAMES]))
  })

  it('holds where there is no body, and says so', () => {
    const observation = inventoryObservation(registry, { oak_log: 3 })
    const candidates = candidatesFor(language, [LOGS], observation)
    const [features = []] = candidates.map((one) => featuresOf(one, candidates, observation))
    expect(features).toHaveLength(FEATURES.length)
    expect(features.every(Number.isFinite)).toBe(true)
    expect(named(features)).toMatchObject({ body: 0, held: Math.round(Math.log(4) * 1000) / 1000 })
  })

  it('takes less than a tenth of a millisecond for a candidate', () => {
    const observation = inventoryObservation(registry, { oak_log: 3, stone_pickaxe: 1 })
    const goals = [
      'mine({log:4}, null)',
      "mine({iron_ore:3}, 'stone_pickaxe')",
      'hunt({beef:1}, null)',
    ]
    const candidates = candidatesFor(language, goals.map(goalOf), observation)
    const rounds = 700
    const work = () => {
      for (let i = 0; i < rounds; i++)
        for (const one of candidates) featuresOf(one, candidates, observation)
    }
    work()
    const start = performance.now()
    work()
    expect((performance.now() - start) / rounds / candidates.length).toBeLessThan(0.1)
  })
})

describe('features in the world of blocks', () => {
  it('tell sources apart by where they lie and how many lie together', async () => {
    const { block, simulation } = stage()
    const environment = await environmentOn(stage())
    for (const y of [0, 1, 2]) block(3, y, 0, 'oak_log')
    block(-9, 0, 0, 'birch_log')
    await simulation.advance(10)
    const [oak, birch, ...others] = seen(environment, LOGS)
    expect(others).toEqual([])
    expect(oak?.['source.count']).toBeGreaterThan(birch?.['source.count'] ?? 9)
    expect(oak?.['source.distance']).toBeLessThan(birch?.['source.distance'] ?? 0)
    expect(oak?.['estimate.travel']).toBeLessThan(birch?.['estimate.travel'] ?? 0)
    expect([oak?.rank, oak?.['behind-nearest']]).toEqual([0, 0])
    expect(birch?.rank).toBeGreaterThan(0)
    for (const one of [oak, birch])
      expect(one).toMatchObject({
        'item.log': 1,
        'skill.mine': 1,
        'source.block': 1,
        'search.needed': 0,
        'under-sky': 1,
        body: 1,
        'source.age': 0,
      })
  })

  it('say what makes a source troublesome', async () => {
    const { block, simulation } = stage()
    const environment = await environmentOn(stage())
    block(3, 0, 0, 'oak_log')
    await simulation.advance(10)
    expect(seen(environment, LOGS)[0]).toMatchObject({ 'source.water': 0, 'source.lava': 0 })
    block(3, 1, 0, 'water')
    await simulation.advance(10)
    expect(seen(environment, LOGS)[0]).toMatchObject({ 'source.water': 1, 'source.lava': 0 })
  })

  it('go by nothing that is out of sight', async () => {
    const { block, simulation, kind } = stage()
    const environment = await environmentOn(stage())
    const goals = [LOGS, goalOf("mine({iron_ore:1}, 'stone_pickaxe')")]
    const timeless = (all: Record<string, number>[]) =>
      all.map((one) => ({ ...one, tick: 0, 'day.sine': 0, 'day.cosine': 0 }))
    const before = timeless(seen(environment, ...goals))
    block(4, -3, 0, 'iron_ore')
    block(-4, -3, 2, 'lava')
    block(0, -3, 3, 'oak_log')
    await simulation.advance(10)
    expect(kind(4, -3, 0)).toBe('iron_ore')
    expect(timeless(seen(environment, ...goals))).toEqual(before)
    // The same ore in sight is another matter.
    block(4, 0, 0, 'iron_ore')
    await simulation.advance(10)
    expect(timeless(seen(environment, ...goals))).not.toEqual(before)
  })

  it('tell how often an item was looked for in vain', async () => {
    const { simulation, context } = stage()
    const environment = await environmentOn(stage())
    const unknown = goalOf('craft({dirt:1}, null)')
    expect(environment.observe().situation?.failedSearches).toEqual({})
    await simulation.run(environment.execute(unknown, context.signal))
    expect(environment.observe().situation?.failedSearches).toEqual({ dirt: 1 })
  })
})

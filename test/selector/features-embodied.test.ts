import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import { FEATURES, featuresOf } from '#selector/features/features'
import { candidatesFor } from '#strategies/deps/candidates'
import { environmentOn } from '../support/environment.ts'
import { goalOf, language } from '../support/language.ts'
import { sharedStage } from '../support/skills.ts'

const LOGS = goalOf('mine({log:4}, null)')
const stage = sharedStage('1.16.5')

/** Features of the candidates for some goals now, by name. */
function seen(environment: Environment, ...goals: (typeof LOGS)[]): Record<string, number>[] {
  const observation = environment.observe()
  const candidates = candidatesFor(language, goals, observation)
  return candidates.map((candidate) => {
    const features = featuresOf(candidate, candidates, observation)
    return Object.fromEntries(FEATURES.map(({ name }, i) => [name, features[i] ?? Number.NaN]))
  })
}

describe('features in a world of blocks', () => {
  it('tell sources apart by their place and their number of blocks', async () => {
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

  it('flag water and lava beside a source', async () => {
    const { block, simulation } = stage()
    const environment = await environmentOn(stage())
    block(3, 0, 0, 'oak_log')
    await simulation.advance(10)
    expect(seen(environment, LOGS)[0]).toMatchObject({ 'source.water': 0, 'source.lava': 0 })
    block(3, 1, 0, 'water')
    await simulation.advance(10)
    expect(seen(environment, LOGS)[0]).toMatchObject({ 'source.water': 1, 'source.lava': 0 })
  })

  it('do not depend on blocks that the agent has not seen', async () => {
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
    // The same ore in sight changes them.
    block(4, 0, 0, 'iron_ore')
    await simulation.advance(10)
    expect(timeless(seen(environment, ...goals))).not.toEqual(before)
  })

  it('count failed searches for an item', async () => {
    const { simulation, context } = stage()
    const environment = await environmentOn(stage())
    const unknown = goalOf('craft({dirt:1}, null)')
    expect(environment.observe().situation?.failedSearches).toEqual({})
    await simulation.run(environment.execute(unknown, context.signal))
    expect(environment.observe().situation?.failedSearches).toEqual({ dirt: 1 })
  })
})

import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import { inventoryObservation, type KnownSource, type Observation } from '#goal/observation'
import { toolTier } from '#knowledge/tools'
import { FEATURES, featuresOf } from '#selector/features/features'
import { SKILL_NAMES } from '#selector/features/goal-features'
import type { EstimatedCandidate } from '#selector/selector'
import { GOAL_SKILLS } from '#skills/library'
import { candidatesFor } from '#strategies/deps/candidates'
import { environmentOn } from '../support/environment.ts'
import { goalOf, language, registry } from '../support/language.ts'
import { sharedStage } from '../support/skills.ts'

const LOGS = goalOf('mine({log:4}, null)')
const stage = sharedStage('1.16.5')

/** A candidate for a goal without a source. */
function bareCandidate(goal: typeof LOGS): EstimatedCandidate {
  const estimate = { travelTicks: 0, searchTicks: 0, workTicks: 1 }
  return { step: goal, goal, source: null, search: null, estimate }
}

/** Features of the candidates for some goals now, by name. */
function seen(environment: Environment, ...goals: (typeof LOGS)[]): Record<string, number>[] {
  const observation = environment.observe()
  const candidates = candidatesFor(language, goals, observation)
  return candidates.map((candidate) => named(featuresOf(candidate, candidates, observation)))
}

function named(features: readonly number[]): Record<string, number> {
  return Object.fromEntries(FEATURES.map(({ name }, i) => [name, features[i] ?? Number.NaN]))
}

describe('the list of features', () => {
  it('names each feature once, with its unit', () => {
    const names = FEATURES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('estimate')
    for (const { name, unit } of FEATURES)
      expect([name, unit]).toEqual([name, expect.stringMatching(/\w/)])
  })

  it('has a feature for each goal skill, and one for all others', () => {
    const names = GOAL_SKILLS.map(({ name }) => name)
    expect([...SKILL_NAMES].sort()).toEqual([...names, 'other'].sort())
    const observation = inventoryObservation(registry, {})
    for (const skill of [...names, 'dance']) {
      const candidate = bareCandidate({ ...LOGS, skill })
      const features = named(featuresOf(candidate, [candidate], observation))
      const set = SKILL_NAMES.filter((name) => features[`skill.${name}`] === 1)
      expect(set).toEqual([skill === 'dance' ? 'other' : skill])
    }
  })

  it('is complete without a body, and flags that there is none', () => {
    const observation = inventoryObservation(registry, { oak_log: 3 })
    const candidates = candidatesFor(language, [LOGS], observation)
    const [features = []] = candidates.map((one) => featuresOf(one, candidates, observation))
    expect(features).toHaveLength(FEATURES.length)
    expect(features.every(Number.isFinite)).toBe(true)
    expect(named(features)).toMatchObject({ body: 0, held: Math.round(Math.log(4) * 1000) / 1000 })
  })
})

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

describe('the features of a candidate', () => {
  /** A logarithm as a feature has it. */
  const log = (value: number) => Math.round(Math.log1p(value) * 1000) / 1000
  const trouble = { lava: false, water: false, underfoot: false }
  const tree: KnownSource = {
    ...{ kind: 'oak_log', entity: null, count: 3, ticks: 40, age: 20 },
    position: new Vec3(3, 66, -4),
    trouble: { ...trouble, underfoot: true },
  }
  const farTree: KnownSource = { ...tree, position: new Vec3(30, 64, 0), count: 2, trouble }
  const estimate = { travelTicks: 10, searchTicks: 20, workTicks: 30 }
  const bare: EstimatedCandidate = { ...bareCandidate(LOGS), estimate }
  const quick: EstimatedCandidate = {
    ...bare,
    source: farTree,
    estimate: { ...estimate, searchTicks: 0 },
  }
  const standing = (y: number, inventory: Record<string, number> = {}): Observation => ({
    ...inventoryObservation(registry, inventory),
    body: {
      ...{ position: new Vec3(0, y, 0), health: 10, food: 5, held: null },
      ...{ isNight: false, isHostile: true, stonesLeft: 6 },
    },
  })
  const featuresAt = (one: EstimatedCandidate, observation = standing(64), others = [quick]) =>
    named(featuresOf(one, [one, ...others], observation))

  it('describe the source that it begins with', () => {
    expect(featuresAt({ ...bare, source: tree })).toMatchObject({
      ...{ 'source.block': 1, 'source.animal': 0 },
      ...{ 'source.distance': log(5), 'source.height': 2 },
      ...{ 'source.ticks': log(40), 'source.age': log(20) },
      // Three of the four logs; the other tree has two.
      ...{ 'source.count': log(3), 'source.short': log(1) },
      ...{ 'sources.known': log(5), 'sources.places': log(2) },
      ...{ 'source.lava': 0, 'source.water': 0, 'source.underfoot': 1 },
    })
    const animal = featuresAt({ ...bare, source: { ...tree, kind: 'cow', entity: 7, count: 9 } })
    expect(animal).toMatchObject({ 'source.block': 0, 'source.animal': 1, 'source.short': 0 })
  })

  it('are 0 for the source of a candidate without one, which may need a search', () => {
    const names = ['block', 'animal', 'distance', 'height', 'ticks', 'age', 'count', 'short']
    const none = featuresAt(bare)
    for (const name of names) expect([name, none[`source.${name}`]]).toEqual([name, 0])
    expect(none).toMatchObject({ 'sources.known': log(2), 'search.needed': 1 })
    const idle = { ...bare, estimate: { ...estimate, searchTicks: 0 } }
    expect(featuresAt(idle)['search.needed']).toBe(0)
    expect(featuresAt({ ...bare, source: tree })['search.needed']).toBe(0)
  })

  it('have the estimates, and the rank among the candidates', () => {
    const behind = Math.round((Math.log1p(60) - Math.log1p(40)) * 1000) / 1000
    expect(featuresAt(bare)).toMatchObject({
      ...{ estimate: log(60), 'estimate.travel': log(10), 'estimate.search': log(20) },
      ...{ 'estimate.work': log(30), wanted: log(4), candidates: log(2) },
      ...{ 'candidates.same-goal': log(2), rank: log(1), 'behind-nearest': behind },
    })
    expect(featuresAt(quick, standing(64), [bare])).toMatchObject({ rank: 0, 'behind-nearest': 0 })
  })

  it('tell which station the goal needs, and whether it is at hand', () => {
    const craft = bareCandidate(
      goalOf("craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')"),
    )
    const smelt = bareCandidate(goalOf("smelt({iron_ingot:1}, {iron_ore:1}, 'furnace')"))
    const carried = standing(64, { crafting_table: 1 })
    const near: Observation = { ...standing(64), near: new Set(['crafting_table']) }
    expect(featuresAt(bare)).toMatchObject({ 'station.needed': 0, 'station.near': 0 })
    expect(featuresAt(craft, carried)).toMatchObject({
      ...{ 'station.needed': 1, 'station.near': 0, 'station.held': 1 },
    })
    expect(featuresAt(craft, near)).toMatchObject({ 'station.near': 1, 'station.held': 0 })
    expect(featuresAt(smelt, carried)).toMatchObject({ 'station.needed': 1, 'station.held': 0 })
  })

  it('have the height above the ore that the goal wants', () => {
    const iron = bareCandidate(goalOf("mine({iron_ore:1}, 'stone_pickaxe')"))
    const high = featuresAt(iron, standing(200))
    expect(high['ore.above-highest']).toBeGreaterThan(0)
    expect(high['ore.above-best']).toBeGreaterThan(high['ore.above-highest'] ?? 0)
    const low = featuresAt(iron, standing(5))
    expect(low['ore.above-highest']).toBe(0)
    expect((high['ore.above-best'] ?? 0) - (low['ore.above-best'] ?? 0)).toBe(195)
    expect(featuresAt(bare, standing(200))).toMatchObject({ ore: 0, 'ore.above-best': 0 })
  })

  it('have vitals as shares, the best tools, and defaults where the agent knows nothing', () => {
    const carried = { iron_pickaxe: 1, wooden_pickaxe: 1, stone_axe: 1, torch: 4 }
    expect(featuresAt(bare, standing(64, carried))).toMatchObject({
      ...{ health: 0.5, food: 0.25, 'best-pickaxe': toolTier('iron_pickaxe'), 'best-sword': 0 },
      ...{ 'best-axe': toolTier('stone_axe') },
      ...{ torches: log(4), hostile: 1, 'stones-left': log(6), height: 64 },
      ...{ fillers: 0, threats: 0, 'threat.distance': log(64), 'pickaxe-uses': 0 },
      ...{ 'visited-chunks': 0, 'from-start': 0, depth: 0, 'light.known': 0, light: 0 },
      ...{ 'under-sky': 0, 'day.cosine': 1, 'day.sine': 0, 'search.in-vain': 0 },
    })
  })

  it('describe the surroundings', async () => {
    const { situation } = (await environmentOn(stage())).observe()
    if (!situation) throw new Error('no situation')
    const known: Observation = {
      ...standing(64),
      situation: {
        ...situation,
        ...{ fillers: 5, threats: 2, nearestThreat: 9, light: 12, timeOfDay: 6000, depth: 7 },
        ...{ fromStart: 30, visitedChunks: 8, pickaxeUses: 99, failedSearches: { log: 2 } },
      },
    }
    expect(featuresAt(bare, known)).toMatchObject({
      ...{ fillers: log(5), threats: log(2), 'threat.distance': log(9), 'light.known': 1 },
      ...{ light: 0.8, 'day.cosine': 0, 'day.sine': 1, depth: log(7), 'under-sky': 0 },
      ...{ 'from-start': log(30), 'visited-chunks': log(8), 'pickaxe-uses': log(99) },
      'search.in-vain': log(2),
    })
  })
})

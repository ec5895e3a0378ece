import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { inventoryObservation, type KnownSource, type Observation } from '#goal/observation'
import type { Situation } from '#goal/situation'
import { oreHeights } from '#knowledge/ores'
import { toolTier } from '#knowledge/tools'
import { biomeGroup } from '#selector/features/biome-group'
import { featureValue, type Unit } from '#selector/features/definition'
import { FEATURES, featuresOf } from '#selector/features/features'
import { SKILL_NAMES } from '#selector/features/goal-features'
import { itemKind } from '#selector/features/item-kind'
import type { EstimatedCandidate } from '#selector/selector'
import { GOAL_SKILLS } from '#skills/library'
import { candidatesFor } from '#strategies/deps/candidates'
import { goalOf, language, languageOf, registry } from '../support/language.ts'

const LOGS = goalOf('mine({log:4}, null)')

/** A candidate for a goal without a source. */
function bareCandidate(goal: typeof LOGS): EstimatedCandidate {
  const estimate = { travelTicks: 0, searchTicks: 0, workTicks: 1 }
  return { step: goal, goal, source: null, search: null, estimate }
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
    expect(named(features)).toMatchObject({
      ...{ body: 0, hostile: 0, night: 0, 'stones-left': 0, health: 1, food: 1 },
      held: Math.round(Math.log(4) * 1000) / 1000,
    })
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
    const wet = { ...tree, trouble: { lava: true, water: true, underfoot: false } }
    expect(featuresAt({ ...bare, source: wet })).toMatchObject({
      ...{ body: 1, 'source.lava': 1, 'source.water': 1, 'source.underfoot': 0 },
    })
    // Sources of other steps do not count.
    const other = { ...quick, step: goalOf('mine({sand:1}, null)') }
    const among = featuresAt({ ...bare, source: tree }, standing(64), [quick, other])
    expect(among).toMatchObject({ 'sources.known': log(5), 'sources.places': log(2) })
    const animal = featuresAt({ ...bare, source: { ...tree, kind: 'cow', entity: 7, count: 9 } })
    expect(animal).toMatchObject({ 'source.block': 0, 'source.animal': 1, 'source.short': 0 })
  })

  it('are 0 for the source of a candidate without one, which may need a search', () => {
    const names = ['block', 'animal', 'distance', 'height', 'ticks', 'age', 'count', 'short']
    names.push('lava', 'water', 'underfoot')
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
    const other = bareCandidate(goalOf('mine({sand:1}, null)'))
    expect(featuresAt(bare, standing(64), [quick, other])).toMatchObject({
      ...{ candidates: log(3), 'candidates.same-goal': log(2) },
    })
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
    const furnace = standing(64, { furnace: 1 })
    expect(featuresAt(smelt, furnace)).toMatchObject({ 'station.near': 0, 'station.held': 1 })
    // Smelting needs a furnace whether or not the goal names it, and a pickaxe is no station.
    const unnamed = bareCandidate(goalOf('smelt({iron_ingot:1}, {iron_ore:1}, null)'))
    expect(featuresAt(unnamed, furnace)).toMatchObject({ 'station.needed': 1, 'station.held': 1 })
    const iron = bareCandidate(goalOf("mine({iron_ore:1}, 'stone_pickaxe')"))
    expect(featuresAt(iron)['station.needed']).toBe(0)
  })

  it('tell the tool of the goal, whether the agent carries it, and the materials', () => {
    const iron = bareCandidate(goalOf("mine({iron_ore:1}, 'stone_pickaxe')"))
    const craft = bareCandidate(goalOf("craft({bow:1}, {stick:3, string:3}, 'crafting_table')"))
    const tier = toolTier('stone_pickaxe')
    for (const [pickaxe, held] of [
      ['iron_pickaxe', 1],
      ['wooden_pickaxe', 0],
    ] as const)
      expect(featuresAt(iron, standing(64, { [pickaxe]: 1, dirt: 1 }))).toMatchObject({
        ...{ 'tool.tier': tier, 'tool.held': held, materials: 0, held: 0 },
      })
    expect(featuresAt(craft, standing(64, { crafting_table: 1, bow: 2 }))).toMatchObject({
      ...{ 'tool.tier': 0, 'tool.held': 0, materials: log(6), held: log(2) },
    })
    expect(featuresAt(bare)).toMatchObject({ 'tool.tier': 0, 'tool.held': 0 })
  })

  it('tell which animal the source is', () => {
    const leather = bareCandidate(goalOf('hunt({beef:1}, null)'))
    const pig = { ...tree, kind: 'pig', entity: 7 }
    expect(featuresAt({ ...leather, source: pig })).toMatchObject({ 'item.pig': 1, 'item.cow': 0 })
    expect(featuresAt(leather)).toMatchObject({ 'item.pig': 0, 'item.cow': 1 })
  })

  it('have the search method, of candidates that search', () => {
    expect(featuresAt({ ...bare, search: 'tunnel' })).toMatchObject({
      ...{ 'search.tunnel': 1, 'search.land': 0 },
    })
    expect(featuresAt(bare)).toMatchObject({ 'search.tunnel': 0, 'search.land': 0 })
  })

  it('are finite, within the bounds of their unit and with three decimals', () => {
    const bounded = (unit: Unit, value: number) => {
      const observation = standing(64)
      const judged = { ...{ candidate: bare, among: [bare], observation, item: 'log' } }
      const kind = itemKind(registry, LOGS, 'log')
      return featureValue({ name: 'x', unit, of: () => value }, { ...judged, kind })
    }
    expect([0.12345, -1, 2, Number.NaN].map((value) => bounded('share', value))).toEqual([
      ...[0.123, 0, 1, 0],
    ])
    expect([-300, -20.5, 600].map((value) => bounded('blocks', value))).toEqual([-256, -20.5, 512])
    expect([-Infinity, 0.5, Infinity].map((value) => bounded('log ratio', value))).toEqual([
      ...[-12, 0.5, 12],
    ])
  })

  it('have the height above the ore that the goal wants', () => {
    const iron = bareCandidate(goalOf("mine({iron_ore:1}, 'stone_pickaxe')"))
    const high = featuresAt(iron, standing(200))
    expect(high.ore).toBe(1)
    expect(high['ore.above-highest']).toBeGreaterThan(0)
    expect(high['ore.above-best']).toBeGreaterThan(high['ore.above-highest'] ?? 0)
    const low = featuresAt(iron, standing(5))
    expect(low['ore.above-highest']).toBe(0)
    expect((high['ore.above-best'] ?? 0) - (low['ore.above-best'] ?? 0)).toBe(195)
    expect(featuresAt(bare, standing(200))).toMatchObject({ ore: 0, 'ore.above-best': 0 })
  })

  it('have vitals as shares, the best tools, and defaults where the agent knows nothing', () => {
    const carried = { iron_pickaxe: 1, wooden_pickaxe: 1, stone_axe: 1, iron_sword: 0, torch: 4 }
    expect(featuresAt(bare, standing(64, carried))).toMatchObject({
      ...{ health: 0.5, food: 0.25, 'best-pickaxe': toolTier('iron_pickaxe'), 'best-sword': 0 },
      ...{ 'best-axe': toolTier('stone_axe') },
      ...{ torches: log(4), hostile: 1, 'stones-left': log(6), height: 64 },
      ...{ fillers: 0, threats: 0, 'threat.distance': log(64), 'pickaxe-uses': 0 },
      ...{ 'visited-chunks': 0, 'from-start': 0, depth: 0, 'light.known': 0, light: 0 },
      ...{ 'under-sky': 0, 'day.cosine': 1, 'day.sine': 0, 'search.in-vain': 0 },
    })
  })

  const situation: Situation = {
    ...{ biome: 'birch_forest', visitedChunks: 8, fromStart: 30, depth: 7, light: 12 },
    ...{ timeOfDay: 6000, threats: 2, nearestThreat: 9, pickaxeUses: 99, fillers: 5 },
    failedSearches: { log: 2 },
  }
  const at = (one: Partial<Situation>): Observation => ({
    ...standing(64),
    situation: { ...situation, ...one },
  })

  it('describe the surroundings', () => {
    expect(featuresAt(bare, at({}))).toMatchObject({
      ...{ fillers: log(5), threats: log(2), 'threat.distance': log(9), 'light.known': 1 },
      ...{ light: 0.8, 'day.cosine': 0, 'day.sine': 1, depth: log(7), 'under-sky': 0 },
      ...{ 'from-start': log(30), 'visited-chunks': log(8), 'pickaxe-uses': log(99) },
      ...{ 'search.in-vain': log(2), 'biome.forest': 1, 'biome.plains': 0, night: 0 },
    })
    expect(featuresAt(bare, at({ depth: 0, light: null, biome: null }))).toMatchObject({
      ...{ 'under-sky': 1, 'light.known': 0, light: 0, 'biome.forest': 0, 'biome.other': 0 },
    })
    const body = { ...standing(64).body, isNight: true } as Observation['body']
    expect(featuresAt(bare, { ...at({}), body, tick: 50 })).toMatchObject({
      ...{ night: 1, tick: log(50) },
    })
  })
})

describe('the sort of an item', () => {
  it.each([
    ['mine({log:1}, null)', 'log'],
    ['mine({cobblestone:1}, null)', 'stone'],
    ['mine({obsidian:1}, null)', 'stone'],
    ['mine({sand:1}, null)', 'soil'],
    ['mine({flint:1}, null)', 'soil'],
    ['mine({dandelion:1}, null)', 'plant'],
    ['mine({coal:1}, null)', 'coal'],
    ['mine({iron_ore:1}, null)', 'iron'],
    ['mine({lapis_lazuli:1}, null)', 'lapis'],
    ['mine({emerald:1}, null)', 'other-ore'],
    ['mine({bedrock:1}, null)', 'other'],
    ['hunt({beef:1}, null)', 'cow'],
    ["shear({white_wool:1}, 'shears')", 'sheep'],
    ['breed({chicken:1}, null)', 'chicken'],
    ['hunt({rabbit:1}, null)', 'other-animal'],
    ['farm({wheat:1}, null)', 'plant'],
    ["smelt({glass:1}, {sand:1}, 'furnace')", 'smelted'],
    ['craft({planks:4}, {log:1}, null)', 'made-by-hand'],
    ["craft({chest:1}, {planks:8}, 'crafting_table')", 'made-at-table'],
    ["craft({planks:4}, {log:1}, 'crafting_table')", 'made-at-table'],
    ["craft({planks:4}, {log:1}, 'furnace')", 'made-by-hand'],
    ['equip({shield:1}, null)', 'other'],
  ])('of %s is %s', (text, sort) => {
    const goal = goalOf(text)
    const [item = ''] = Object.keys(goal.target)
    const kind = itemKind(registry, goal, item)
    expect(kind.sort).toBe(sort)
    // The second answer is a cached one.
    expect(itemKind(registry, goal, item)).toEqual(kind)
  })

  it('has the heights of its ore', () => {
    const heights = (text: string) => itemKind(registry, goalOf(text), 'iron_ore').ore
    expect(heights("mine({iron_ore:1}, 'stone_pickaxe')")).toEqual(oreHeights(registry, 'iron_ore'))
    expect(heights('hunt({iron_ore:1}, null)')).toBeNull()
  })

  it('is that of the metal in versions with deepslate', () => {
    const { registry: later } = languageOf('1.18.2')
    const goal = goalOf("mine({raw_copper:1}, 'stone_pickaxe')")
    expect(itemKind(later, goal, 'raw_copper').sort).toBe('copper')
  })
})

describe('the group of a biome', () => {
  it.each([
    ['plains', 'plains'],
    ['birch_forest', 'forest'],
    ['deep_frozen_ocean', 'ocean'],
    ['frozen_river', 'shore'],
    ['snowy_beach', 'shore'],
    ['wooded_badlands', 'desert'],
    ['snowy_taiga', 'snowy'],
    ['old_growth_spruce_taiga', 'taiga'],
    ['windswept_forest', 'mountain'],
    ['ExtremeHills', 'mountain'],
    ['bamboo_jungle', 'jungle'],
    ['savanna_plateau', 'savanna'],
    ['swamp', 'swamp'],
    ['mangrove_swamp', 'swamp'],
    ['cherry_grove', 'plains'],
    ['grove', 'snowy'],
    ['the_void', 'other'],
  ])('of %s is %s', (biome, group) => {
    expect(biomeGroup(biome)).toBe(group)
  })
})

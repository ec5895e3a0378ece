import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { TaskFacts } from '#agent/planner/task-facts'
import { type BodyState, inventoryObservation, type Observation } from '#goal/observation'
import { ALONE } from '../../support/known-source.ts'
import { language, languageOf, registry } from '../../support/language.ts'

const body: BodyState = {
  position: new Vec3(3, 64, -7),
  ...{ health: 20, food: 20, held: null, isNight: false, isHostile: true, stonesLeft: 0 },
}

/** An agent that knows of an ore, and of an animal that no iron tool needs. */
function observed(): Observation {
  const known = [
    { ...ALONE, kind: 'iron_ore', position: new Vec3(3, 60, -4), entity: null, ticks: 9, age: 0 },
    { ...ALONE, kind: 'pig', position: new Vec3(3, 64, -2), entity: 7, ticks: 9, age: 0 },
  ]
  return {
    ...inventoryObservation(registry, { stone_pickaxe: 1 }),
    body,
    situation: {
      ...{ biome: 'plains', visitedChunks: 1, fromStart: 0, depth: 0, light: 15, timeOfDay: 0 },
      ...{ threats: 0, nearestThreat: null, pickaxeUses: 31, fillers: 0, failedSearches: {} },
    },
    sources: (kinds) => known.filter(({ kind }) => kinds.includes(kind)),
  }
}

const facts = (item: string, of = language) =>
  new TaskFacts(of, { target: { [item]: 1 }, wear: null })

describe('the facts of a task', () => {
  it('name what its recipes need, and nothing else', () => {
    const text = facts('iron_pickaxe').text(observed(), 4000)
    expect(text.split('\n')).toEqual([
      'There are 4000 game ticks left.',
      'I am at y 64 in the biome plains.',
      'I know of 1 iron_ore 5 blocks away.',
      expect.stringMatching(/^Ores: .*iron_ore from y 0 to 63, best at 11/),
      'My best pickaxe digs 31 more blocks before it breaks.',
      expect.stringMatching(/^Fuel to smelt 8 items: 1 coal, or 1 charcoal, or 6 planks/),
    ])
    expect(text).not.toContain('diamond')
    expect(facts('stick').text(observed(), null)).not.toMatch(/Ores|Fuel|pickaxe|ticks left/)
  })

  it('follow the version', () => {
    const text = facts('iron_pickaxe', languageOf('1.18.2')).text(observed(), null)
    expect(text).toMatch(/iron_ore from y -63 to 255/)
  })

  it('are those of the rules in a world without bodies', () => {
    const text = facts('iron_pickaxe').text(inventoryObservation(registry, {}), 9)
    expect(text).toMatch(/^There are 9 game ticks left\.\nFuel to smelt 8 items/)
    expect(text.split('\n')).toHaveLength(2)
  })

  it('list the skills that the task can use', () => {
    expect(facts('stick').skills).toEqual(['mine', 'smelt', 'craft'])
    expect(facts('cooked_beef').skills).toContain('hunt')
    expect(facts('stick').skills).not.toContain('portal')
    const worn = new TaskFacts(language, { target: { iron_boots: 1 }, wear: 'iron_boots' })
    expect(worn.skills).toContain('equip')
  })
})

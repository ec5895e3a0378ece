import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { inventoryObservation, type Observation } from '#goal/observation'
import { oreHeights } from '#knowledge/ores'
import type { EstimatedCandidate } from '#selector/selector'
import { stoneOnDescent } from '#strategies/deps/stone-on-descent'
import { goalOf, languageOf, registry } from '../../support/language.ts'

const STONE = goalOf("mine({cobblestone:3}, 'wooden_pickaxe')")
const IRON = goalOf("mine({iron_ore:3}, 'stone_pickaxe')")
const DIAMOND = goalOf("mine({diamond:1}, 'iron_pickaxe')")
const COAL = goalOf("mine({coal:1}, 'wooden_pickaxe')")
const INGOT = goalOf("smelt({iron_ingot:3}, {iron_ore:3}, 'furnace')")
const LOG = goalOf('mine({log:1}, null)')
const bestOf = (ore: string) => oreHeights(registry, ore)?.best ?? Number.NaN

const inSight: EstimatedCandidate = {
  ...{ step: STONE, goal: STONE, source: null, search: 'land' },
  estimate: { travelTicks: 30, searchTicks: 20, workTicks: 100 },
}

function at(y: number, stonesLeft = 10): Observation {
  return {
    ...inventoryObservation(registry, {}),
    body: {
      ...{ position: new Vec3(0, y, 0), health: 20, food: 20, held: null },
      ...{ isNight: false, isHostile: false, stonesLeft },
    },
  }
}

describe('stone on the descent to an ore', () => {
  it('takes only the time to dig, at the height of the ore', () => {
    expect(stoneOnDescent(STONE, [inSight], [STONE, INGOT, IRON], at(70))).toEqual([
      {
        ...inSight,
        ...{ source: null, search: 'tunnel', targetY: bestOf('iron_ore') },
        estimate: { travelTicks: 0, searchTicks: 0, workTicks: 100 },
      },
    ])
  })

  it('leads to the deepest ore of the plan', () => {
    const { registry: later } = languageOf('1.18.2')
    const plan = [COAL, DIAMOND, COAL]
    const [found] = stoneOnDescent(STONE, [inSight], plan, { ...at(70), registry: later })
    expect(found?.targetY).toBe(oreHeights(later, 'diamond_ore')?.best)
    expect(found?.targetY).toBeLessThan(oreHeights(later, 'coal_ore')?.best ?? -99)
  })

  it('is at least eight blocks deep', () => {
    const best = bestOf('iron_ore')
    expect(stoneOnDescent(STONE, [inSight], [IRON], at(best + 8))).toHaveLength(1)
    expect(stoneOnDescent(STONE, [inSight], [IRON], at(best + 7.9))).toEqual([])
  })

  it('is none without a fast pickaxe, an ore to mine, a body or another candidate, or for other goals', () => {
    expect(stoneOnDescent(STONE, [inSight], [IRON], at(70, 0))).toEqual([])
    expect(stoneOnDescent(STONE, [inSight], [LOG, INGOT], at(70))).toEqual([])
    expect(stoneOnDescent(STONE, [inSight], [IRON], { ...at(70), body: null })).toEqual([])
    expect(stoneOnDescent(STONE, [], [IRON], at(70))).toEqual([])
    expect(stoneOnDescent(LOG, [inSight], [IRON], at(70))).toEqual([])
    expect(stoneOnDescent({ ...STONE, skill: 'craft' }, [inSight], [IRON], at(70))).toEqual([])
  })
})

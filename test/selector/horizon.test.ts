import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { inventoryObservation, type Observation } from '#goal/observation'
import { defaultModelFile, readModel } from '#selector/models/read-model'
import type { EstimatedCandidate } from '#selector/selector'
import { lowestPrediction, softmax } from '#selector/selectors/choose'
import { HorizonSelector } from '#selector/selectors/horizon'
import { modelByFeature } from '../support/horizon-model.ts'
import { ALONE } from '../support/known-source.ts'
import { goalOf, registry } from '../support/language.ts'

const state: Observation = {
  ...inventoryObservation(registry, {}),
  body: {
    position: new Vec3(0, 64, 0),
    health: 20,
    food: 20,
    held: null,
    isNight: false,
    isHostile: false,
    stonesLeft: 0,
  },
}

function candidate(goal: string, workTicks: number): EstimatedCandidate {
  const known = goalOf(goal)
  const estimate = { travelTicks: 0, searchTicks: 0, workTicks }
  return { step: known, goal: known, source: null, search: null, estimate }
}

const hunt = candidate('hunt({beef:1}, null)', 99)
const mine = candidate('mine({log:1}, null)', 199)

describe('the horizon selector', () => {
  // Hunting takes eight times as long as the skill estimates.
  const learned = modelByFeature('skill.hunt', Math.log(8))

  it('ranks by the model, not by the skill’s estimate', () => {
    const selector = new HorizonSelector(learned, lowestPrediction)
    const scored = selector.choose([hunt, mine], state)
    expect(scored.map((one) => one.candidate)).toEqual([mine, hunt])
    const [first, second] = scored.map(({ predictedTicks }) => predictedTicks ?? 0)
    expect(Math.abs((first ?? 0) - 199)).toBeLessThan(2)
    expect(Math.abs((second ?? 0) - 799)).toBeLessThan(8)
  })

  it('takes goals that can wait last', () => {
    const source = {
      ...{ kind: 'oak_log', position: new Vec3(9, 64, 0), entity: null, ticks: 50, age: 0 },
      ...ALONE,
    }
    const known = { ...mine, source }
    const search = {
      ...candidate('mine({log:1}, null)', 9),
      step: mine.step,
      search: 'land',
    } as const
    const selector = new HorizonSelector(learned, lowestPrediction)
    for (const candidates of [
      [search, known],
      [known, search],
    ])
      expect(selector.choose(candidates, state)[0]?.candidate).toBe(known)
  })

  it('gives the interval of the horizon', () => {
    const [first] = new HorizonSelector(learned, lowestPrediction).choose([mine], state)
    const { low, high } = first?.interval ?? { low: 0, high: 0 }
    expect(low).toBeLessThan(first?.predictedTicks ?? 0)
    expect(high).toBeGreaterThan(first?.predictedTicks ?? Infinity)
    expect([low, high].every(Number.isInteger)).toBe(true)
  })

  it('ranks by the estimate without a body', () => {
    const bodiless = { ...state, body: null }
    const scored = new HorizonSelector(learned, lowestPrediction).choose([mine, hunt], bodiless)
    expect(scored).toEqual([
      { candidate: hunt, predictedTicks: 99, interval: null },
      { candidate: mine, predictedTicks: 199, interval: null },
    ])
  })
})

describe('choosing by horizons', () => {
  it('takes the lowest prediction, and of equal ones the first of the plan', () => {
    expect(lowestPrediction([30, 10, 20, 10])).toEqual([1, 3, 2, 0])
  })

  it('samples by the softmax of the negative horizons over the temperature', () => {
    // The odds are e to 1 to 1 to 1 to 1, because the horizons are one temperature apart.
    const draw = softmax(100, 1)
    const firsts = Array.from({ length: 10_000 }, () => draw([100, 200, 200, 200, 200])[0])
    const share = (place: number) => firsts.filter((first) => first === place).length / 10_000
    // Three standard errors of the share are 0.015.
    expect(Math.abs(share(0) - Math.E / (Math.E + 4))).toBeLessThan(0.015)
    expect(Math.abs(share(1) - 1 / (Math.E + 4))).toBeLessThan(0.015)
  })

  it('approaches the lowest prediction as the temperature falls, and chance as it rises', () => {
    const firstsAt = (temperature: number) => {
      const draw = softmax(temperature, 1)
      return Array.from({ length: 1000 }, () => draw([100, 200])[0]).filter((one) => one === 0)
    }
    expect(firstsAt(1)).toHaveLength(1000)
    expect(firstsAt(1e6).length).toBeLessThan(600)
  })

  it('samples the same for the same seed, and leaves none out', () => {
    const [one, same, other] = [softmax(50, 3), softmax(50, 3), softmax(50, 4)]
    const drawn = (draw: typeof one) => Array.from({ length: 20 }, () => draw([50, 60, 70]))
    const orders = drawn(one)
    expect(drawn(same)).toEqual(orders)
    expect(drawn(other)).not.toEqual(orders)
    for (const order of orders) expect([...order].sort()).toEqual([0, 1, 2])
  })
})

describe('the model of the selector', () => {
  it('is missing in one line of error', () => {
    expect(() => readModel('/nowhere/model.json')).toThrow(
      /^cannot read the horizon model \/nowhere\/model.json: train one with `delver selector train`$/,
    )
  })

  it('is refused where its file is a link', () => {
    const link = join(mkdtempSync(join(tmpdir(), 'delver-model-')), 'model.json')
    symlinkSync(defaultModelFile(), link)
    expect(() => readModel(link)).toThrow(/^the horizon model .*model\.json/)
  })
})

import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import {
  inventoryObservation,
  type KnownSource,
  type Observation,
  totalTicks,
} from '#goal/observation'
import { goalText } from '#goal/print'
import type { EstimatedCandidate, Scored, Selector } from '#selector/selector'
import { CHOOSERS, createChooser, createSelector, SELECTORS, usesModel } from '#selector/selectors'
import { type Chooser, softmax } from '#selector/selectors/choose'
import { HorizonSelector } from '#selector/selectors/horizon'
import { PlanHorizonSelector } from '#selector/selectors/plan-horizon'
import { candidatesFor } from '#strategies/deps/candidates'
import { IN_ORDER } from '#strategies/deps/execute-plan'
import { modelByFeature } from '../support/horizon-model.ts'
import { ALONE } from '../support/known-source.ts'
import { goalOf, language, planOf, registry } from '../support/language.ts'

const observation = inventoryObservation(registry, { wooden_pickaxe: 1, planks: 8 })

/** A candidate with its own estimate; the number distinguishes its goal from others. */
function candidate(count: number, travelTicks: number, workTicks: number): EstimatedCandidate {
  const goal = goalOf(`hunt({beef:${count}}, null)`)
  return {
    step: goal,
    goal,
    source: null,
    search: null,
    estimate: { travelTicks, searchTicks: 0, workTicks },
  }
}

const candidates = [
  candidate(1, 300, 40),
  candidate(2, 20, 60),
  candidate(3, 0, 80),
  candidate(4, 900, 1),
  candidate(5, 10, 2),
  candidate(6, 0, 500),
]

const textOf = ({ candidate: { goal } }: Scored) => goalText(goal)
const order = (scored: readonly Scored[]) => scored.map(textOf)

/** Makers of all selectors; some need a model. */
const MAKERS: [name: string, make: (seed: number) => Selector][] = [
  ...SELECTORS.filter((name) => !usesModel(name)).map((name): (typeof MAKERS)[number] => [
    name,
    (seed) => createSelector(name, seed),
  ]),
  ['horizon', (seed) => new HorizonSelector(modelByFeature('wanted', 1), softmax(50, seed))],
  ['plan-horizon', () => new PlanHorizonSelector(modelByFeature('wanted', 1))],
]

describe.each(MAKERS)('the selector %s', (name, make) => {
  it('has its own name', () => {
    expect(make(1).name).toBe(name)
  })

  it('ranks each candidate exactly once, and adds none', () => {
    const scored = make(1).choose(candidates, observation)
    expect(scored).toHaveLength(candidates.length)
    expect(new Set(scored.map((one) => one.candidate))).toEqual(new Set(candidates))
    for (const { candidate } of scored) expect(candidates).toContain(candidate)
  })

  it('ranks the same for the same seed', () => {
    const [one, other] = [make(7), make(7)]
    for (let times = 0; times < 5; times++)
      expect(order(one.choose(candidates, observation))).toEqual(
        order(other.choose(candidates, observation)),
      )
  })

  it('changes neither the candidates nor the observation', () => {
    const frozen = Object.freeze(candidates.map((one) => Object.freeze({ ...one })))
    const before = structuredClone(frozen)
    make(1).choose(frozen, Object.freeze({ ...observation }))
    expect(frozen).toEqual(before)
  })

  it('returns nothing for no candidates', () => {
    expect(make(1).choose([], observation)).toEqual([])
  })

  it('predicts a number for all candidates, or for none', () => {
    const predicted = make(1)
      .choose(candidates, observation)
      .map(({ predictedTicks }) => predictedTicks)
    if (name.endsWith('horizon')) expect(predicted.toSorted()).toEqual([12, 340, 500, 80, 80, 901])
    else if (name === 'nearest') expect(predicted).toEqual([12, 80, 80, 340, 500, 901])
    else expect(new Set(predicted)).toEqual(new Set([null]))
  })
})

describe('scope', () => {
  it('is the next goal of the plan without a selector, and all possible goals otherwise', () => {
    const planned = SELECTORS.filter(
      (name) => !usesModel(name) && createSelector(name, 1).scope === 'next',
    )
    expect(planned).toEqual(['none'])
    expect(createSelector('nearest', 1).scope).toBe('possible')
    expect(IN_ORDER.selector.scope).toBe('next')
  })
})

describe('a selector by its name', () => {
  it('needs a model where it predicts horizons', () => {
    const choose = createChooser('argmin', 100, 1)
    expect(SELECTORS.filter(usesModel)).toEqual(['horizon', 'plan-horizon'])
    for (const name of SELECTORS.filter(usesModel)) {
      expect(() => createSelector(name, 1)).toThrow(`the ${name} selector needs a model`)
      const made = createSelector(name, 1, { model: modelByFeature('wanted', 1), choose })
      expect(made).toMatchObject({ name, scope: 'possible', reconsiders: true })
    }
  })

  it('reconsiders where its choice depends on what is in sight', () => {
    const names = SELECTORS.filter((name) => !usesModel(name))
    expect(names.filter((name) => createSelector(name, 1).reconsiders)).toEqual(['nearest'])
  })

  it('is nearest by default, and its chooser takes the lowest prediction', () => {
    expect([SELECTORS[0], CHOOSERS[0]]).toEqual(['nearest', 'argmin'])
    expect(createChooser('argmin', 100, 1)([30, 10, 20])).toEqual([1, 2, 0])
    const drawn = (make: () => Chooser) => {
      const draw = make()
      return Array.from({ length: 20 }, () => draw([50, 60, 70]))
    }
    expect(drawn(() => createChooser('softmax', 50, 3))).toEqual(drawn(() => softmax(50, 3)))
  })
})

describe('fixed and none', () => {
  it.each(['fixed', 'none'] as const)('%s keeps the order of the plan', (name) => {
    const scored = createSelector(name, 1).choose(candidates, observation)
    expect(scored.map((one) => one.candidate)).toEqual(candidates)
  })
})

describe('random', () => {
  it('takes another order with another seed, and with each choice', () => {
    const orders = [1, 2, 3, 4, 5].map((seed) =>
      order(createSelector('random', seed).choose(candidates, observation)).join(),
    )
    expect(new Set(orders).size).toBeGreaterThan(1)
    const one = createSelector('random', 1)
    const choices = orders.map(() => order(one.choose(candidates, observation)).join())
    expect(new Set(choices).size).toBeGreaterThan(1)
  })

  it('puts each candidate first sometimes', () => {
    const selector = createSelector('random', 1)
    const firsts = Array.from({ length: 200 }, () =>
      order(selector.choose(candidates, observation)).at(0),
    )
    expect(new Set(firsts).size).toBe(candidates.length)
  })
})

describe('nearest', () => {
  const nearest = createSelector('nearest', 1)

  it('takes the lowest estimate, and of equal ones the first of the plan', () => {
    const scored = nearest.choose(candidates, observation)
    expect(order(scored)).toEqual([5, 2, 3, 1, 6, 4].map((count) => `hunt({beef:${count}}, null)`))
  })

  it('prefers a known source nearby to a search', () => {
    const tree = (x: number): KnownSource => {
      const position = new Vec3(x, 64, 0)
      return { kind: 'oak_log', position, entity: null, ticks: 7 * x, age: 0, ...ALONE }
    }
    const seen = (...trees: readonly KnownSource[]): Observation => ({
      ...observation,
      sources: (kinds, limit) => trees.filter(({ kind }) => kinds.includes(kind)).slice(0, limit),
    })
    const known = (state: Observation) =>
      nearest
        .choose(candidatesFor(language, planOf('mine({log:1}, null)'), state), state)
        .map(({ candidate, predictedTicks }) => ({ ...candidate, predictedTicks }))
    const [near, far] = known(seen(tree(20), tree(4)))
    expect([near?.source?.position.x, far?.source?.position.x]).toEqual([4, 20])
    const [searched] = known(seen())
    expect(searched?.source).toBeNull()
    expect(searched?.predictedTicks).toBeGreaterThan(far?.predictedTicks ?? Infinity)
  })

  /** The goals of a plan in the selector's order, with an inventory. */
  function taken(plan: string, inventory: Readonly<Record<string, number>> = {}): string[] {
    const state = inventoryObservation(registry, inventory)
    return order(nearest.choose(candidatesFor(language, planOf(plan), state), state))
  }

  const STONE = "mine({cobblestone:1}, 'wooden_pickaxe')"
  const IRON = "mine({iron_ore:3}, 'stone_pickaxe')"
  const AXE = "craft({wooden_axe:1}, {planks:3, stick:2}, 'crafting_table')"
  const STICKS = 'craft({stick:4}, {planks:2}, null)'

  it('defers stone that the agent obtains on the way to an ore', () => {
    const pickaxes = { wooden_pickaxe: 1, stone_pickaxe: 1 }
    expect(taken(`${STONE}; ${IRON}`, pickaxes)).toEqual([IRON, STONE])
    // Without an ore to mine, stone is simply the nearest goal.
    const beef = 'hunt({beef:30}, null)'
    expect(taken(`${beef}; ${STONE}`, pickaxes)).toEqual([STONE, beef])
  })

  it('takes stone first for the tool that an ore needs', () => {
    const coal = "mine({coal:1}, 'stone_pickaxe')"
    expect(taken(`${STONE}; ${coal}`, { wooden_pickaxe: 1 })).toEqual([STONE, coal])
    expect(taken(`${STONE}; ${coal}`, { iron_pickaxe: 1 })).toEqual([coal, STONE])
  })

  it('defers crafting at a table until there is stone for more of it', () => {
    expect(taken(`${AXE}; ${STONE}`, { wooden_pickaxe: 1 })).toEqual([STONE, AXE])
    // Crafting without a table goes first, and nothing waits for stone without a pickaxe.
    expect(taken(`${STICKS}; ${STONE}`, { wooden_pickaxe: 1 })[0]).toBe(STICKS)
    expect(taken(`${AXE}; ${STONE}`)).toEqual([AXE, STONE])
  })

  it('does not wait for stone that is itself deferred', () => {
    const pickaxes = { wooden_pickaxe: 1, stone_pickaxe: 1 }
    expect(taken(`${AXE}; ${STONE}; ${IRON}`, pickaxes)).toEqual([AXE, IRON, STONE])
  })

  it('predicts the sum of the parts of an estimate', () => {
    const estimate = { travelTicks: 3, searchTicks: 20, workTicks: 100 }
    const one: EstimatedCandidate = { ...candidate(1, 0, 0), estimate }
    const [scored] = nearest.choose([one], observation)
    expect(scored?.predictedTicks).toBe(totalTicks(estimate))
    expect(scored?.predictedTicks).toBe(123)
  })
})

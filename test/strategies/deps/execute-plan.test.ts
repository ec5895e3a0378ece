import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { Environment } from '#agent/environment/environment'
import type { EventBody } from '#events/events'
import type { Goal, ItemCounts } from '#goal/goal'
import { type Approach, inventoryObservation, type Observation } from '#goal/observation'
import { failed, succeeded } from '#goal/outcome'
import { goalText } from '#goal/print'
import { oreHeights } from '#knowledge/ores'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import type { Selector } from '#selector/selector'
import { FixedSelector } from '#selector/selectors/fixed'
import { NearestSelector } from '#selector/selectors/nearest'
import { NoSelector } from '#selector/selectors/none'
import { executePlan, IN_ORDER, type PlanRules } from '#strategies/deps/execute-plan'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { ALONE } from '../../support/known-source.ts'
import { language, planOf, registry } from '../../support/language.ts'

const SHEEP = {
  ...{ kind: 'sheep', position: new Vec3(3, 0, 0), entity: 7, ticks: 20, age: 0 },
  ...ALONE,
}
const FAR_SHEEP = { ...SHEEP, position: new Vec3(0, 0, 30), entity: 8, ticks: 200 }
const BODY: NonNullable<Observation['body']> = {
  ...{ position: new Vec3(0, 0, 0), health: 20, food: 20, held: null },
  ...{ isNight: false, isHostile: false, stonesLeft: 0 },
}

/** Executes a plan where every goal succeeds, but those for some items, and two sheep are known. */
async function executed(
  plan: string,
  inventory: ItemCounts,
  {
    selector = new FixedSelector(),
    policy = replanPolicy('on-failure'),
    exactFor = null,
    missing = [],
    body = BODY,
  }: Partial<PlanRules> & { missing?: readonly string[]; body?: Observation['body'] } = {},
) {
  const tried: string[] = []
  const approaches: Approach[] = []
  const events: EventBody[] = []
  const environment: Environment = {
    language,
    observe: () => ({
      ...inventoryObservation(registry, inventory, {
        sources: (kinds) => (kinds.includes('sheep') ? [FAR_SHEEP, SHEEP] : []),
      }),
      body,
    }),
    execute(goal: Goal, _signal, approach) {
      tried.push(goalText(goal))
      if (approach) approaches.push(approach)
      const isMissing = Object.keys(goal.target).some((item) => missing.includes(item))
      return Promise.resolve(isMissing ? failed('not-found', 'none') : succeeded)
    },
    wait: () => Promise.resolve(),
    attend: () => Promise.resolve(),
  }
  const { signal } = new AbortController()
  const context = { environment, descriptor: createDescriptor('typed'), signal }
  const execution = await executePlan(
    planOf(plan),
    { selector, policy, exactFor },
    { ...context, record: (event) => events.push(event) },
  )
  return { execution, tried, approaches, events }
}

const STICKS = 'craft({stick:4}, {planks:2}, null)'
const PLANKS = 'craft({planks:4}, {log:1}, null)'
const MUTTON = 'hunt({mutton:1}, null)'
const PORK = 'hunt({porkchop:1}, null)'
const LOG = 'mine({log:1}, null)'

describe('a plan of which no goal can be done', () => {
  it('has its first goal tried: the planner needs its failure', async () => {
    const { execution, tried } = await executed(`${STICKS} ${PLANKS}`, {}, { missing: ['stick'] })
    expect(tried).toEqual([STICKS])
    expect(execution).toMatchObject({ done: [], isReplanned: false })
    expect(execution.failed && goalText(execution.failed.goal)).toBe(STICKS)
    expect(execution.rest.map(goalText)).toEqual([PLANKS])
  })

  it('is replaced when the policy asks for it', async () => {
    const policy = replanPolicy('after-gathering')
    const { execution, tried } = await executed(`${STICKS} ${PLANKS}`, {}, { policy })
    expect(tried).toEqual([])
    expect(execution).toMatchObject({ done: [], failed: null, failures: [], isReplanned: true })
    expect(execution.rest.map(goalText)).toEqual([STICKS, PLANKS])
  })
})

describe('a plan in order', () => {
  it('has its next goal tried, whether or not it can be done', async () => {
    const { tried } = await executed(`${STICKS} ${LOG}`, {}, { ...IN_ORDER, missing: ['stick'] })
    expect(tried).toEqual([STICKS])
    const all = await executed(`${PLANKS} ${LOG}`, {}, IN_ORDER)
    expect(all.tried).toEqual([PLANKS, LOG])
    const policy = replanPolicy('after-gathering')
    const cheap = await executed(STICKS, {}, { ...IN_ORDER, policy, missing: ['stick'] })
    expect(cheap.tried).toEqual([STICKS])
  })

  it('has only its next goal among the candidates', async () => {
    const { events } = await executed(`${LOG} ${MUTTON}`, {}, IN_ORDER)
    const goals = events.map((event) =>
      event.type === 'goal-chosen' ? event.candidates.map(({ goal }) => goal.skill) : [],
    )
    expect(goals.map((skills) => [...new Set(skills)])).toEqual([['mine'], ['hunt']])
  })
})

describe('a plan after each goal', () => {
  it('is replaced when items were gathered, but not when they were crafted', async () => {
    const policy = replanPolicy('after-gathering')
    const { execution, tried } = await executed(
      `${STICKS} ${LOG} ${PLANKS}`,
      { oak_planks: 2, oak_log: 1 },
      { policy },
    )
    expect(tried).toEqual([STICKS, LOG])
    expect(execution.done.map(goalText)).toEqual(tried)
    expect(execution.isReplanned).toBe(true)
    expect(execution.rest.map(goalText)).toEqual([PLANKS])
  })

  it('is done when every step is', async () => {
    const { execution } = await executed(`${LOG} ${STICKS}`, { oak_planks: 2 })
    expect(execution).toMatchObject({ failed: null, failures: [], rest: [], isReplanned: false })
    expect(execution.done.map(goalText)).toEqual([LOG, STICKS])
  })
})

describe('a goal that is executed', () => {
  it('begins with the chosen source, and knows the rest of the plan and its rivals', async () => {
    const plan = `${LOG} or ${PORK}\n${MUTTON}\n${STICKS}`
    const held = { oak_planks: 2 }
    const { approaches, tried } = await executed(plan, held, { selector: new NearestSelector() })
    expect(tried.slice(0, 2)).toEqual([STICKS, MUTTON])
    expect(approaches[1]).toMatchObject({ source: SHEEP, search: null })
    expect(approaches[1]?.rest?.map(goalText)).toEqual([`${LOG} or ${PORK}`])
    // Crafting is no rival of gathering, but the other way round.
    const kinds = approaches[0]?.rivals?.map((rival) => [rival.kinds.at(-1), rival.ticks])
    expect(kinds).toEqual([
      ['sheep', 20],
      ['dark_oak_log', Infinity],
      ['pig', Infinity],
    ])
    expect(approaches[2]?.rivals).toHaveLength(1)
  })

  it('may be stone on the descent to an ore of the plan', async () => {
    const selector: Selector = {
      ...{ name: 'deepest', scope: 'possible', reconsiders: false },
      choose: (candidates) =>
        candidates
          .toSorted((a, b) => (a.targetY ?? 999) - (b.targetY ?? 999))
          .map((candidate) => ({ candidate, predictedTicks: null, interval: null })),
    }
    const body = { ...BODY, position: new Vec3(0, 70, 0), stonesLeft: 10 }
    const { approaches, tried } = await executed(
      "mine({cobblestone:3}, 'wooden_pickaxe') mine({iron_ore:1}, 'stone_pickaxe')",
      { wooden_pickaxe: 1 },
      { selector, body },
    )
    expect(tried[0]).toBe("mine({cobblestone:3}, 'wooden_pickaxe')")
    expect(approaches[0]).toMatchObject({
      ...{ source: null, search: 'tunnel', targetY: oreHeights(registry, 'iron_ore')?.best },
    })
  })

  it('has no crafting among its rivals, which leads nowhere else', async () => {
    const selector: Selector = {
      ...{ name: 'last', scope: 'possible', reconsiders: true },
      choose: (candidates) =>
        candidates
          .toReversed()
          .map((candidate) => ({ candidate, predictedTicks: null, interval: null })),
    }
    const { tried, approaches } = await executed(
      `${STICKS} ${LOG} ${MUTTON}`,
      { oak_planks: 2 },
      { selector },
    )
    expect(tried[0]).toBe(MUTTON)
    expect(approaches[0]?.rivals?.map(({ kinds }) => kinds.at(-1))).toEqual(['dark_oak_log'])
  })

  it('is logged with its candidates, their sources and their features', async () => {
    const { events } = await executed(MUTTON, {}, { selector: new NearestSelector() })
    const [choice, ...others] = events
    expect(others).toEqual([])
    if (choice?.type !== 'goal-chosen') throw new Error('no choice')
    expect(choice).toMatchObject({
      goal: { target: { mutton: 1 } },
      featureVersion: FEATURE_VERSION,
    })
    const [first] = choice.candidates
    expect(first).toMatchObject({
      ...{ goal: { target: { mutton: 1 } }, interval: null, search: null },
      source: { kind: 'sheep', position: { x: 3, y: 0, z: 0 } },
    })
    expect(Object.keys(first?.source ?? {})).toEqual(['kind', 'position'])
    expect(first?.predictedTicks).toBeGreaterThan(20)
    expect(first?.features).toHaveLength(FEATURES.length)
  })

  it('is logged without features in a world without bodies', async () => {
    const { events } = await executed(LOG, {}, { body: null })
    expect(events).toMatchObject([
      {
        featureVersion: null,
        candidates: [{ source: null, features: null, predictedTicks: null }],
      },
    ])
  })
})

describe('a plan with exact counts', () => {
  const NEED = 'craft({planks:8}, {log:2}, null)'

  it.each<[plan: string, held: ItemCounts, target: ItemCounts, first: string]>([
    // The target itself is gathered in full, and a material only as far as steps use it.
    ['mine({log:5}, null)', { oak_log: 4 }, { log: 5 }, 'mine({log:5}, null)'],
    ['mine({log:5}, null)', {}, { planks: 8 }, 'mine({log:2}, null)'],
    ['mine({log:5}, null)', { oak_log: 1 }, { planks: 8 }, 'mine({log:1}, null)'],
    ['mine({oak_log:5}, null)', { oak_log: 1 }, { planks: 8 }, 'mine({oak_log:1}, null)'],
    ['mine({log:1}, null)', {}, { planks: 8 }, 'mine({log:1}, null)'],
    ['mine({log:5, dirt:1}, null)', {}, { planks: 8, dirt: 1 }, 'mine({log:2, dirt:1}, null)'],
    ['mine({log:5, dirt:1}, null)', {}, { planks: 8 }, 'mine({log:2}, null)'],
  ])('%s with %j for %j', async (goal, held, target, first) => {
    const rules = { exactFor: target, selector: new NoSelector() }
    expect((await executed(`${goal} ${NEED}`, held, rules)).tried[0]).toBe(first)
  })

  it('counts a goal as done that no step needs any more', async () => {
    const plan = `${NEED} mine({log:5}, null)`
    const { execution, tried } = await executed(plan, { oak_log: 2 }, { exactFor: { planks: 8 } })
    expect(tried).toEqual([NEED])
    expect(execution.done.map(goalText)).toEqual([NEED, 'mine({log:5}, null)'])
  })

  it('gathers what several steps use together', async () => {
    const rules = { exactFor: { planks: 16 }, selector: new NoSelector() }
    const { tried } = await executed(`mine({log:9}, null) ${NEED} ${NEED}`, {}, rules)
    expect(tried[0]).toBe('mine({log:4}, null)')
  })

  it('tries a goal that cannot be done after it has dropped one that no step needs', async () => {
    const CHEST = "craft({chest:1}, {planks:8}, 'crafting_table')"
    const rules = { exactFor: { chest: 1 }, missing: ['chest'] }
    const { execution, tried } = await executed(`${CHEST} ${LOG}`, { oak_planks: 8 }, rules)
    expect(tried).toEqual([CHEST])
    expect(execution.done.map(goalText)).toEqual([LOG])
    expect(execution.failed && goalText(execution.failed.goal)).toBe(CHEST)
  })

  it('leaves a plan alone whose counts are not exact', async () => {
    const { tried } = await executed('mine({log:5}, null)', { oak_log: 5 })
    expect(tried).toEqual(['mine({log:5}, null)'])
  })
})

describe('a step of another dimension', () => {
  const ENTER = "enter({nether_portal:1}, 'nether_portal')"
  const near = new Set(['nether_portal'])

  it('may be the first', async () => {
    const offered: string[] = []
    const selector: Selector = {
      ...{ name: 'last', scope: 'possible', reconsiders: false },
      choose(candidates) {
        offered.push(candidates.map(({ goal }) => goal.skill).join())
        return candidates.map((candidate) => ({ candidate, predictedTicks: null, interval: null }))
      },
    }
    const environment: Environment = {
      language,
      observe: () => inventoryObservation(registry, {}, { near }),
      execute: () => Promise.resolve(succeeded),
      wait: () => Promise.resolve(),
      attend: () => Promise.resolve(),
    }
    const { signal } = new AbortController()
    const context = { environment, descriptor: createDescriptor('typed'), signal, record() {} }
    const rules = { selector, policy: replanPolicy('on-failure'), exactFor: null }
    await executePlan(planOf(`${ENTER} ${LOG}`), rules, context)
    expect(offered).toEqual(['enter,mine', 'mine'])
  })
})

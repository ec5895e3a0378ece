import { describe, expect, it } from 'vitest'
import { NearestSelector } from '../selector/nearest.ts'
import type { Selector } from '../selector/selector.ts'
import { DepsStrategy } from '../src/agent/deps/deps-strategy.ts'
import type { Environment } from '../src/agent/environment/environment.ts'
import type { EventBody } from '../src/episode/events.ts'
import { goalText } from '../src/goal/print.ts'
import { registryFor } from '../src/knowledge/registry.ts'
import { findTask } from '../src/trial/tasks.ts'
import { ListedPlanner } from './support/listed-planner.ts'
import { playText } from './support/text-trial.ts'

const STICKS =
  'mine({log:1}, null); craft({planks:4}, {log:1}, null); craft({stick:4}, {planks:2}, null)'
const REVERSED =
  'craft({stick:4}, {planks:2}, null); craft({planks:4}, {log:1}, null); mine({log:1}, null)'

function deps(
  planner: ListedPlanner,
  rounds = Infinity,
  selector: Selector | null = new NearestSelector(),
) {
  return new DepsStrategy({ planner, selector, rounds })
}

function tried(events: readonly EventBody[]): string[] {
  return events.flatMap((event) =>
    event.type === 'skill-start' && event.goal ? [goalText(event.goal)] : [],
  )
}

const sticks = findTask('craft_sticks')

describe('the loop of DEPS in rounds', () => {
  it('does what can be done, whatever the order of the plan', async () => {
    const { success, events } = await playText(sticks, deps(new ListedPlanner(REVERSED), 0))
    expect(success).toBe(true)
    expect(tried(events)).toEqual(STICKS.split('; '))
  })

  it('goes by the plan without a selector', async () => {
    const { success, events } = await playText(sticks, deps(new ListedPlanner(REVERSED), 0, null))
    expect(success).toBe(false)
    expect(tried(events)).toEqual(['craft({stick:4}, {planks:2}, null)'])
  })

  it.each([0, 1, 3])('plans anew %i times at most', async (rounds) => {
    const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)')
    const { outcome } = await playText(sticks, deps(planner, rounds))
    expect(planner.asked).toHaveLength(rounds + 1)
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: `${rounds} rounds of replanning are used up`,
    })
  })

  it('hands the planner the description of the failure and the inventory as it is', async () => {
    const planner = new ListedPlanner(
      'mine({log:1}, null); craft({stick:4}, {planks:2}, null)',
      STICKS,
    )
    const { success, events } = await playText(sticks, deps(planner))
    expect(success).toBe(true)
    expect(planner.asked[0]?.feedback).toBeUndefined()
    expect(planner.asked[1]).toMatchObject({
      inventory: { oak_log: 1 },
      feedback: {
        failed: { goal: { target: { stick: 4 } }, failure: { kind: 'missing-material' } },
        description: [
          'I succeed on mine({log:1}, null).',
          'I fail on craft({stick:4}, {planks:2}, null): missing-material, stick needs 2 more planks.',
          'My inventory has {oak_log:1}.',
          'I wear nothing.',
        ].join('\n'),
      },
    })
    expect(events).toContainEqual({
      type: 'failure-description',
      text: planner.asked[1]?.feedback?.description,
    })
  })

  it('says so when a plan is done and the target is not there', async () => {
    const planner = new ListedPlanner('mine({log:1}, null)', STICKS)
    expect((await playText(sticks, deps(planner))).success).toBe(true)
    expect(planner.asked[1]?.feedback).toEqual({
      failed: null,
      description:
        'I succeed on mine({log:1}, null).\nI have done all steps, but I still do not have {stick:1}.\nMy inventory has {oak_log:1}.',
    })
  })

  it('counts an answer that is no plan as a round', async () => {
    const unreadable = { ok: false, unreadable: true, reason: 'no plan' } as const
    expect((await playText(sticks, deps(new ListedPlanner(unreadable, STICKS), 1))).success).toBe(
      true,
    )
    expect((await playText(sticks, deps(new ListedPlanner(unreadable, STICKS), 0))).success).toBe(
      false,
    )
  })

  it('ends when the planner cannot go on', async () => {
    const gone = { ok: false, reason: 'no model' } as const
    const { outcome } = await playText(sticks, deps(new ListedPlanner(gone)))
    expect(outcome).toEqual({ end: 'gave-up', detail: 'no model' })
  })

  it('gives up after twelve plans that bring nothing', async () => {
    const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)')
    const { outcome } = await playText(sticks, deps(planner))
    expect(planner.asked).toHaveLength(12)
    expect(outcome.detail).toBe('plan after plan led to nothing')
  })

  it('comes to an end with a plan that brings something useless for ever', async () => {
    const planner = new ListedPlanner('mine({dirt:1}, null)')
    const { outcome } = await playText(sticks, deps(planner), { maxGoals: 50 })
    expect(outcome).toEqual({ end: 'gave-up', detail: '50 goals are tried' })
  })

  it('puts on what is to be worn', async () => {
    const planner = new ListedPlanner(
      "hunt({leather:4}, null); mine({log:1}, null); craft({planks:4}, {log:1}, null); craft({crafting_table:1}, {planks:4}, null); craft({leather_boots:1}, {leather:4}, 'crafting_table')",
    )
    const { success, events } = await playText(findTask('equip_leather_boots'), deps(planner, 0))
    expect(success).toBe(true)
    expect(tried(events).at(-1)).toBe('equip({leather_boots:1}, null)')
  })

  it('leaves out sources that were looked for in vain twice', async () => {
    const planner = new ListedPlanner('mine({stone:1}, null)')
    const registry = registryFor('1.16.5')
    const world: Environment = {
      registry,
      inventory: { wooden_pickaxe: 1 },
      worn: new Set(),
      near: new Set(),
      worthwhile: (goals) => goals,
      prepare: () => Promise.resolve(),
      begin: () => Promise.resolve(),
      assess: (goal) => ({ goal, distance: 0, searchTicks: 0, workTicks: 0 }),
      carryOut: () =>
        Promise.resolve({ ok: false, failure: { kind: 'not-found', detail: 'none' } }),
      describe: () => 'none',
      recover: () => Promise.resolve(),
      settle: () => Promise.resolve(),
      passTick: () => Promise.resolve(),
    }
    const task = { target: { stone: 1 }, wear: null }
    const { signal } = new AbortController()
    await deps(planner, 2).pursue(task, { world, signal, record() {} })
    expect(planner.asked.map(({ unavailable }) => unavailable.has('stone'))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const strategy = deps(new ListedPlanner(STICKS))
    stop.abort(new Error('enough'))
    const { outcome, success } = await playText(sticks, strategy, { signal: stop.signal })
    expect([outcome.end, success]).toEqual(['stopped', false])
  })
})

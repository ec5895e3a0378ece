import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { Environment } from '#agent/environment/environment'
import { type Explainer, NO_EXPLAINER } from '#agent/explainer/explainer'
import type { Planner, Task } from '#agent/planner/planner'
import type { EventBody } from '#events/events'
import { inventoryObservation } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { goalText } from '#goal/print'
import type { Selector } from '#selector/selector'
import { NearestSelector } from '#selector/selectors/nearest'
import { NoSelector } from '#selector/selectors/none'
import { type DepsParts, DepsStrategy } from '#strategies/deps/deps-strategy'
import { PlanMemory } from '#strategies/deps/plan-memory'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { findTask } from '#trial/tasks'
import { counted } from '#wire/wording'
import { language, planOf, registry } from '../../support/language.ts'
import { ListedPlanner } from '../../support/listed-planner.ts'
import { playText } from '../../support/text-trial.ts'

const STICKS =
  'mine({log:1}, null); craft({planks:4}, {log:1}, null); craft({stick:4}, {planks:2}, null)'
const REVERSED =
  'craft({stick:4}, {planks:2}, null); craft({planks:4}, {log:1}, null); mine({log:1}, null)'

function deps(planner: Planner, rounds = Infinity, selector: Selector = new NearestSelector()) {
  const policy = replanPolicy('on-failure')
  return new DepsStrategy({ planner, explainer: NO_EXPLAINER, selector, policy, rounds })
}

function tried(events: readonly EventBody[]): string[] {
  return events.flatMap((event) =>
    event.type === 'skill-start' && event.goal ? [goalText(event.goal)] : [],
  )
}

const sticks = findTask('craft_sticks')

describe('the loop of DEPS in rounds', () => {
  it('executes the goals that can be done now, whatever the order of the plan', async () => {
    const { success, events } = await playText(sticks, deps(new ListedPlanner(REVERSED), 0))
    expect(success).toBe(true)
    expect(tried(events)).toEqual(STICKS.split('; '))
  })

  it('follows the plan without a selector', async () => {
    const { success, events } = await playText(
      sticks,
      deps(new ListedPlanner(REVERSED), 0, new NoSelector()),
    )
    expect(success).toBe(false)
    expect(tried(events)).toEqual(['craft({stick:4}, {planks:2}, null)'])
  })

  it.each([0, 1, 3])('plans again %i times at most', async (rounds) => {
    const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)')
    const { outcome } = await playText(sticks, deps(planner, rounds))
    expect(planner.asked).toHaveLength(rounds + 1)
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: `the limit of ${counted(rounds, 'round')} of replanning is reached`,
    })
  })

  it('gives the planner the description of the failure and the current inventory', async () => {
    const planner = new ListedPlanner(
      'mine({log:1}, null); craft({stick:4}, {planks:2}, null)',
      STICKS,
    )
    const { success, events } = await playText(sticks, deps(planner))
    expect(success).toBe(true)
    expect(planner.asked[0]?.feedback).toBeNull()
    expect(planner.asked[1]).toMatchObject({
      observation: { inventory: { oak_log: 1 } },
      feedback: {
        failed: { goal: { target: { stick: 4 } }, failure: { kind: 'missing-material' } },
        description: [
          'I succeed on mine({log:1}, null).',
          'I fail on craft({stick:4}, {planks:2}, null): missing-material, stick needs planks: 2 more.',
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

  it('describes a plan that is done without the target', async () => {
    const planner = new ListedPlanner('mine({log:1}, null)', STICKS)
    expect((await playText(sticks, deps(planner))).success).toBe(true)
    expect(planner.asked[1]?.feedback).toEqual({
      failed: null,
      description:
        'I succeed on mine({log:1}, null).\nI have done all steps, but I still do not have {stick:1}.\nMy inventory has {oak_log:1}.\nI wear nothing.',
      explanation: null,
    })
  })

  it('counts an unreadable answer as a round', async () => {
    const unreadable = { ok: false, isUnreadable: true, reason: 'no plan' } as const
    expect((await playText(sticks, deps(new ListedPlanner(unreadable, STICKS), 1))).success).toBe(
      true,
    )
    expect((await playText(sticks, deps(new ListedPlanner(unreadable, STICKS), 0))).success).toBe(
      false,
    )
  })

  it('ends when the planner cannot continue', async () => {
    const gone = { ok: false, reason: 'no model' } as const
    const { outcome } = await playText(sticks, deps(new ListedPlanner(gone)))
    expect(outcome).toEqual({ end: 'gave-up', detail: 'no model' })
  })

  it('gives up after twelve plans without a gain', async () => {
    const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)')
    const { outcome } = await playText(sticks, deps(planner))
    expect(planner.asked).toHaveLength(12)
    expect(outcome.detail).toBe(
      'too many plans in a row gained nothing; the last: craft failed: missing-material',
    )
  })

  it('counts plans without a gain anew after a gain', async () => {
    const planner = new ListedPlanner('mine({log:1}, null)', 'craft({stick:4}, {planks:2}, null)')
    await playText(sticks, deps(planner))
    expect(planner.asked).toHaveLength(1 + 12)
  })

  it('continues longer with plans by rules', async () => {
    let asked = 0
    const planner: Planner = {
      name: 'rules',
      plan() {
        asked++
        const plan = planOf('craft({stick:4}, {planks:2}, null)')
        return Promise.resolve({ ok: true, plan, isExact: true })
      },
    }
    const { outcome } = await playText(sticks, deps(planner))
    expect(asked).toBe(40)
    expect(outcome.detail).toBe('too many plans in a row gained nothing')
  })

  it('ends although each plan gains a useless item', async () => {
    const planner = new ListedPlanner('mine({dirt:1}, null)')
    const { outcome } = await playText(sticks, deps(planner), { maxGoals: 50 })
    expect(outcome.detail).toContain('too many plans in a row gained nothing')
    expect(planner.asked).toHaveLength(12)
  })

  it('adds no step to a plan: a plan without its equip step misses the target', async () => {
    const planner = new ListedPlanner(
      "hunt({leather:4}, null); mine({log:1}, null); craft({planks:4}, {log:1}, null); craft({crafting_table:1}, {planks:4}, null); craft({leather_boots:1}, {leather:4}, 'crafting_table')",
      'equip({leather_boots:1}, null)',
    )
    const { success, events } = await playText(findTask('equip_leather_boots'), deps(planner, 1))
    expect(success).toBe(true)
    expect(planner.asked[1]?.feedback).toMatchObject({
      failed: null,
      description: expect.stringContaining('I still do not wear {leather_boots:1}.'),
    })
    expect(tried(events).at(-1)).toBe('equip({leather_boots:1}, null)')
  })

  describe('with an explainer', () => {
    const explained: string[] = []
    const explainer: Explainer = {
      explain(failed, description) {
        explained.push(`${goalText(failed)}: ${description}`)
        return Promise.resolve({ kind: 'said', text: 'planks come first' })
      },
    }
    const parts = { explainer, selector: new NearestSelector(), rounds: 2 }
    const policy = replanPolicy('on-failure')
    beforeEach(() => void explained.splice(0))

    it('asks for explanations of failures only', async () => {
      const planner = new ListedPlanner(
        'craft({stick:4}, {planks:2}, null)',
        'mine({log:1}, null)',
        STICKS,
      )
      await playText(sticks, new DepsStrategy({ ...parts, planner, policy }))
      expect(planner.asked.map(({ feedback }) => feedback?.explanation)).toEqual([
        undefined,
        'planks come first',
        null,
      ])
      expect(explained).toEqual([
        expect.stringMatching(/^craft\(\{stick:4\}.*: I fail on .*missing-material/),
      ])
    })

    it('asks for no explanation when no plan follows', async () => {
      const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)')
      const made = new DepsStrategy({ ...parts, planner, policy, rounds: 1 })
      const { outcome, events } = await playText(sticks, made)
      expect(outcome.detail).toBe('the limit of 1 round of replanning is reached')
      expect(explained).toHaveLength(1)
      expect(events.filter(({ type }) => type === 'failure-description')).toHaveLength(2)
    })

    it('asks for no explanation without a descriptor', async () => {
      const planner = new ListedPlanner('craft({stick:4}, {planks:2}, null)', STICKS)
      const made = new DepsStrategy({ ...parts, planner, policy })
      const { success, events } = await playText(sticks, made, { descriptor: 'none' })
      expect(success).toBe(true)
      expect(planner.asked[1]?.feedback).toMatchObject({
        description: null,
        explanation: null,
        failed: { goal: { target: { stick: 4 } } },
      })
      expect(explained).toEqual([])
      expect(events.filter(({ type }) => type === 'failure-description')).toEqual([])
    })
  })

  it('avoids sources after two failed searches', async () => {
    const planner = new ListedPlanner('mine({stone:1}, null)')
    const environment: Environment = {
      language,
      observe: () => inventoryObservation(registry, { wooden_pickaxe: 1 }),
      execute: () => Promise.resolve({ ok: false, failure: { kind: 'not-found', detail: 'none' } }),
      wait: () => Promise.resolve(),
      attend: () => Promise.resolve(),
    }
    const task = { target: { stone: 1 }, wear: null }
    const { signal } = new AbortController()
    const descriptor = createDescriptor('typed')
    await deps(planner, 2).pursue(task, { environment, descriptor, signal, record() {} })
    expect(planner.asked.map(({ unavailable }) => unavailable.has('stone'))).toEqual([
      false,
      false,
      true,
    ])
  })

  /** Asks a planner as DEPS does, in a world where every goal ends the same way and each wait is counted. */
  async function pursued(
    planner: Planner,
    parts: Partial<DepsParts> = {},
    {
      ending = succeeded,
      task = { target: { diamond: 1 }, wear: null },
      maxTicks,
    }: { ending?: Outcome; task?: Task; maxTicks?: number } = {},
  ) {
    let waits = 0
    const events: EventBody[] = []
    const inventory: Record<string, number> = {}
    const environment: Environment = {
      language,
      observe: () => inventoryObservation(registry, { ...inventory }, { tick: 100 }),
      execute(goal) {
        if (ending.ok)
          for (const [item, count] of Object.entries(goal.target))
            inventory[item] = (inventory[item] ?? 0) + count
        return Promise.resolve(ending)
      },
      wait() {
        waits++
        return Promise.resolve()
      },
      attend: () => Promise.resolve(),
    }
    const strategy = new DepsStrategy({
      ...{ planner, explainer: NO_EXPLAINER, selector: new NearestSelector() },
      ...{ policy: replanPolicy('on-failure'), rounds: 3, ...parts },
    })
    const context = {
      ...{
        environment,
        descriptor: createDescriptor('typed'),
        signal: new AbortController().signal,
      },
      record: (event: EventBody) => events.push(event),
      ...(maxTicks !== undefined && { maxTicks }),
    }
    const reason = await strategy.pursue(task, context)
    const reasons = events.flatMap((event) => (event.type === 'plan' ? [event.reason] : []))
    return { reason, reasons, waits, events }
  }

  it('tells the planner the ticks that are left, where there is a limit', async () => {
    const gone = { ok: false, reason: 'no model' } as const
    const [limited, free] = [new ListedPlanner(gone), new ListedPlanner(gone)]
    await pursued(limited, {}, { maxTicks: 900 })
    await pursued(free)
    expect(limited.asked[0]?.ticksLeft).toBe(800)
    expect(free.asked[0]?.ticksLeft).toBeUndefined()
  })

  it('forgets failed searches once when the planner knows no other way', async () => {
    const gone = { ok: false, reason: 'no way' } as const
    const planner = new ListedPlanner('mine({coal:1}, null)', gone, gone)
    const { reason, reasons } = await pursued(planner, {}, { ending: failed('not-found', 'none') })
    expect(reason).toBe('no way')
    expect(reasons).toEqual(['start'])
    const twice = new ListedPlanner(
      'mine({coal:1}, null)',
      'mine({coal:1}, null)',
      gone,
      'mine({coal:1}, null)',
    )
    const again = await pursued(twice, {}, { ending: failed('not-found', 'none') })
    expect(twice.asked.map(({ unavailable }) => unavailable.size > 0)).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(again.reasons).toEqual(['start', 'mine failed: not-found', 'no way'])
  })

  it('remembers failed searches after an unreadable answer', async () => {
    const coal = 'mine({coal:1}, null)'
    const unreadable = { ok: false, isUnreadable: true, reason: 'no plan' } as const
    const planner = new ListedPlanner(coal, coal, unreadable, coal)
    await pursued(planner, {}, { ending: failed('not-found', 'none') })
    expect(planner.asked.map(({ unavailable }) => unavailable.size > 0)).toEqual([
      ...[false, false, true, true],
    ])
  })

  it('logs why it plans, and plans as often as it gathers without counting rounds', async () => {
    const planner = new ListedPlanner(
      'mine({coal:1}, null); mine({dirt:1}, null)',
      'craft({planks:4}, {log:1}, null)',
    )
    const policy = replanPolicy('after-gathering')
    const { reasons, waits } = await pursued(planner, { policy, rounds: 0 })
    expect(reasons).toEqual(['start', ...Array(11).fill('the inventory has changed')])
    expect(waits).toBe(0)
  })

  it('waits for the end of the trial after a plan that is done, not after a failure', async () => {
    const planner = () => new ListedPlanner('mine({dirt:1}, null)')
    const done = await pursued(planner(), { rounds: 2 })
    expect([done.waits, done.reasons]).toEqual([
      3,
      ['start', 'the plan is done', 'the plan is done'],
    ])
    const lost = await pursued(planner(), { rounds: 2 }, { ending: failed('timeout', '') })
    expect([lost.waits, lost.reasons.at(-1)]).toEqual([0, 'mine failed: timeout'])
  })

  it('gathers with exact plans no more than their steps use', async () => {
    const planner: Planner = {
      name: 'rules',
      plan: () =>
        Promise.resolve({
          ...{ ok: true, isExact: true },
          plan: planOf('mine({log:5}, null); craft({planks:8}, {log:2}, null)'),
        }),
    }
    const { events } = await pursued(planner, { rounds: 0 })
    const goals = events.flatMap((event) =>
      event.type === 'goal-chosen' ? [goalText(event.goal)] : [],
    )
    expect(goals).toEqual(['mine({log:2}, null)', 'craft({planks:8}, {log:2}, null)'])
    // The log has the plan as the planner made it.
    const [plan] = events.flatMap((event) => (event.type === 'plan' ? [event.goals] : []))
    expect(plan?.map(goalText)).toEqual(['mine({log:5}, null)', 'craft({planks:8}, {log:2}, null)'])
  })

  it('stores the goals of a task only when it holds and wears what the task asks for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-plans-'))
    const readStored = () => {
      const [file = ''] = readdirSync(folder)
      return JSON.parse(readFileSync(join(folder, file), 'utf8'))
    }
    const stored = async (
      target: Task['target'],
      wear: string | null,
      plan = 'mine({dirt:1}, null)',
    ) => {
      const memory = new PlanMemory(folder, language)
      const planner = new ListedPlanner(plan)
      const { events } = await pursued(planner, { memory, rounds: 0 }, { task: { target, wear } })
      return events.filter(({ type }) => type === 'plan-memory')
    }
    expect(await stored({ dirt: 1 }, null)).toEqual([
      { type: 'plan-memory', what: 'store', count: 1, text: 'stored 1 goal' },
    ])
    expect(readStored()).toMatchObject({ goals: ['mine({dirt:1}, null)'], ticks: 0 })
    expect(await stored({ dirt: 2 }, null)).toEqual([])
    expect(await stored({ dirt: 1 }, 'iron_boots')).toEqual([])
    // Here the planks come from nothing, so that the goals do not reach the task by the rules.
    const planks = 'craft({oak_planks:4}, {oak_log:1}, null)'
    expect(await stored({ oak_planks: 4 }, null, planks)).toMatchObject([
      { what: 'store', count: 0, text: expect.stringMatching(/^not stored: by the rules/) },
    ])
  })

  it('ends when the explainer’s model is gone', async () => {
    const explainer: Explainer = {
      explain: () => Promise.resolve({ kind: 'gone', reason: 'no model' }),
    }
    const planner = new ListedPlanner('mine({coal:1}, null)')
    const { reason } = await pursued(planner, { explainer }, { ending: failed('timeout', '') })
    expect(reason).toBe('no model')
    expect(planner.asked).toHaveLength(1)
  })

  it('stops when the signal fires', async () => {
    const stop = new AbortController()
    const strategy = deps(new ListedPlanner(STICKS))
    stop.abort(new Error('enough'))
    const { outcome, success } = await playText(sticks, strategy, { signal: stop.signal })
    expect([outcome.end, success]).toEqual(['stopped', false])
  })
})

import { describe, expect, it } from 'vitest'
import { inventoryObservation } from '#goal/observation'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import { type AdaptOptions, adapt, adaptPlan } from '#strategies/adapt/adapt'
import { SelectorOrder } from '#strategies/adapt/branch-order'
import { parseOrder } from '#strategies/adapt/parse-order'
import { leaf, mapped, type PlanTree } from '#strategies/adapt/plan-tree'
import type { Execution } from '#strategies/adapt/roles'
import type { AdaptEvent } from '#strategies/adapt/trace'
import { registry } from '../../support/language.ts'

const NEVER = new AbortController().signal

/** An order of tasks 1, 2, ... named `t1`, `t2`, ... */
function plan(order: string): PlanTree<string> {
  const parsed = parseOrder(order.replaceAll('t', 'Step '))
  if (!parsed.ok) throw new Error(parsed.error)
  return mapped(parsed.order, (number) => leaf(`t${number}`))
}

interface Script {
  /** Tasks that the executor can do. */
  readonly easy: readonly string[]
  /** The planner's plans for the other tasks; a task left out has no plan. */
  readonly plans?: Readonly<Record<string, string>>
  readonly maxDepth?: number
  readonly more?: Partial<AdaptOptions<string, string>>
}

/** Runs the recursion for `t0` and returns the tries in order, with their contexts. */
async function run({ easy, plans = {}, maxDepth = 4, more = {} }: Script, signal = NEVER) {
  const tried: string[] = []
  const contexts: string[] = []
  const done: string[] = []
  const events: AdaptEvent[] = []
  const options: AdaptOptions<string, string> = {
    executor: {
      run(task, context): Promise<Execution> {
        tried.push(task)
        contexts.push(context)
        if (!easy.includes(task))
          return Promise.resolve({ ok: false, kind: 'failed', reason: `no ${task}`, log: ['oh'] })
        done.push(task)
        return Promise.resolve({ ok: true, log: [`did ${task}`] })
      },
    },
    planner: {
      decompose(task) {
        const order = plans[task]
        return Promise.resolve(
          order
            ? { ok: true, plan: plan(order) }
            : { ok: false, kind: 'failed', reason: `no plan for ${task}` },
        )
      },
    },
    maxDepth,
    maxRuns: 100,
    observe: () => done.join(),
    nameOf: (task) => task,
    record: (event) => events.push(event),
    ...more,
  }
  const result = await adapt('t0', options, signal)
  return { result, tried, contexts, events, options }
}

describe('the recursion of ADaPT', () => {
  it('plans nothing when the executor succeeds', async () => {
    const { result, tried } = await run({ easy: ['t0'] })
    expect(result).toMatchObject({ ok: true, failure: null, depth: 1, runs: 1, plans: 0 })
    expect(tried).toEqual(['t0'])
  })

  it('splits a task and its parts only after the executor has failed', async () => {
    const { result, tried } = await run({
      easy: ['t1', 't3', 't4'],
      plans: { t0: 't1 AND t2', t2: 't3 AND t4' },
    })
    expect(tried).toEqual(['t0', 't1', 't2', 't3', 't4'])
    expect(result).toMatchObject({ ok: true, depth: 3, runs: 5, plans: 2 })
  })

  it('stops at the maximum depth and does not plan there', async () => {
    const script = { easy: ['t2'], plans: { t0: 't1', t1: 't2' } }
    expect((await run({ ...script, maxDepth: 3 })).result).toMatchObject({ ok: true, depth: 3 })
    const { result, tried } = await run({ ...script, maxDepth: 2 })
    expect(result).toMatchObject({ ok: false, depth: 2, plans: 1, failure: { reason: 'no t1' } })
    expect(tried).toEqual(['t0', 't1'])
    expect((await run({ ...script, maxDepth: 1 })).result).toMatchObject({ ok: false, plans: 0 })
  })

  it('ends AND with the first failure and OR with the first success', async () => {
    const all = await run({ easy: ['t1', 't3'], plans: { t0: 't1 AND t2 AND t3' } })
    expect(all.result.failure?.reason).toBe('no plan for t2')
    expect(all.tried).toEqual(['t0', 't1', 't2'])
    const any = await run({ easy: ['t2', 't3'], plans: { t0: 't1 OR t2 OR t3' } })
    expect(any.result.ok).toBe(true)
    expect(any.tried).toEqual(['t0', 't1', 't2'])
    const none = await run({ easy: [], plans: { t0: 't1 OR t2' } })
    expect(none.result.ok).toBe(false)
    expect(none.tried).toEqual(['t0', 't1', 't2'])
  })

  it('keeps nested groups, at the depth of their steps', async () => {
    const { result, tried } = await run({
      easy: ['t3', 't4'],
      plans: { t0: '(t1 OR (t2 AND t3) OR t4) AND (t3 OR t1)' },
      maxDepth: 2,
    })
    expect(result).toMatchObject({ ok: true, depth: 2 })
    expect(tried).toEqual(['t0', 't1', 't2', 't4', 't3'])
  })

  it('gives executors the state after each success', async () => {
    const { tried, contexts } = await run({
      easy: ['t1', 't3', 't5'],
      plans: { t0: 't1 AND (t2 OR t3) AND t4', t4: 't5' },
    })
    expect(tried).toEqual(['t0', 't1', 't2', 't3', 't4', 't5'])
    expect(contexts).toEqual(['', '', 't1', 't1', 't1,t3', 't1,t3'])
  })

  it('carries out a given plan without splitting it further', async () => {
    const { options } = await run({ easy: ['t1'], plans: { t2: 't1' }, maxDepth: 1 })
    const result = await adaptPlan(plan('t1 AND t2'), options, NEVER)
    expect(result).toMatchObject({ ok: false, depth: 1, plans: 0 })
  })

  it('leaves a trace of plain data', async () => {
    const { result, events } = await run({ easy: ['t1'], plans: { t0: 't1 OR t2' } })
    const untried = { kind: 'task', depth: 2, failure: null, plan: null }
    expect(JSON.parse(JSON.stringify(result.trace))).toEqual({
      kind: 'task',
      task: 't0',
      depth: 1,
      state: 'succeeded',
      failure: 'no t0',
      log: ['oh'],
      plan: {
        kind: 'or',
        depth: 2,
        state: 'succeeded',
        branches: [
          { ...untried, task: 't1', state: 'succeeded', log: ['did t1'] },
          { ...untried, task: 't2', state: 'untried', log: [] },
        ],
      },
    })
    expect(events.map(({ what, task, depth, detail }) => [what, task, depth, detail])).toEqual([
      ['try', 't0', 1, ''],
      ['too-hard', 't0', 1, 'no t0'],
      ['split', 't0', 1, '(t1 OR t2)'],
      ['try', 't1', 2, ''],
      ['success', 't1', 2, ''],
      ['success', 't0', 1, ''],
    ])
  })
})

describe('the end of the recursion', () => {
  it('comes after the maximum number of runs', async () => {
    const order = Array.from({ length: 9 }, (_, i) => `t${i + 1}`).join(' OR ')
    const plans = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i}`, order]))
    const { result, tried } = await run({ easy: [], plans, maxDepth: 50, more: { maxRuns: 30 } })
    expect(tried).toHaveLength(30)
    expect(result.failure).toMatchObject({ kind: 'stopped', reason: 'gave up after 30 attempts' })
  })

  it('comes when the signal fires', async () => {
    const stop = new AbortController()
    const executor = {
      run: (task: string): Promise<Execution> => {
        if (task === 't1') stop.abort()
        return Promise.resolve({ ok: false, kind: 'failed', reason: 'no', log: [] })
      },
    }
    const script = { easy: [], plans: { t0: 't1 OR t2', t1: 't3 OR t4' }, more: { executor } }
    const { result } = await run(script, stop.signal)
    expect(result.failure).toMatchObject({ kind: 'stopped' })
    expect(result.runs).toBe(2)
  })

  it('comes when an executor or a planner cannot continue', async () => {
    const unreachable = { ok: false, kind: 'stopped', reason: 'no model', log: [] } as const
    const executor = {
      run: (task: string): Promise<Execution> =>
        Promise.resolve(task === 't0' ? { ...unreachable, kind: 'failed' } : unreachable),
    }
    const one = await run({ easy: [], plans: { t0: 't1 OR t2' }, more: { executor } })
    expect(one.result).toMatchObject({ runs: 2, failure: { reason: 'no model' } })
    const planner = { decompose: () => Promise.resolve(unreachable) }
    const other = await run({ easy: ['t2'], more: { planner } })
    expect(other.result).toMatchObject({ runs: 1, failure: { kind: 'stopped' } })
  })
})

describe('the order of branches', () => {
  /** Prefers the least work; the work of `t7` is 7. */
  const selector: Selector = {
    name: 'nearest',
    scope: 'possible',
    reconsiders: false,
    choose: (candidates) =>
      candidates
        .map((candidate) => ({
          candidate,
          predictedTicks: candidate.estimate.workTicks,
          interval: null,
        }))
        .sort((a, b) => a.predictedTicks - b.predictedTicks),
  }
  const nothing = { skill: 'craft', target: {}, using: {}, tool: null } as const
  const assess = (task: string): EstimatedCandidate => ({
    step: nothing,
    goal: nothing,
    source: null,
    search: null,
    estimate: { travelTicks: 0, searchTicks: 0, workTicks: Number(task.slice(1)) },
  })
  const observe = () => inventoryObservation(registry, {})
  const ordered = (independent: (a: string, b: string) => boolean) => ({
    order: new SelectorOrder(selector, observe, assess, independent),
  })

  it('is the selector’s for OR', async () => {
    const more = ordered(() => false)
    const { tried } = await run({ easy: ['t3'], plans: { t0: 't9 OR t3 OR t2' }, more })
    expect(tried).toEqual(['t0', 't2', 't3'])
  })

  it('counts all the work of a group', async () => {
    const more = ordered(() => false)
    const plans = { t0: '(t1 AND t9) OR (t2 AND t3) OR t6' }
    const { tried } = await run({ easy: ['t2', 't3'], plans, more })
    expect(tried).toEqual(['t0', 't2', 't3'])
  })

  it('is found for a plan with the deepest nesting', async () => {
    let order = 't1'
    for (let i = 2; i < 16; i++) order = `t${i} ${i % 2 === 0 ? 'AND' : 'OR'} (${order})`
    const easy = Array.from({ length: 16 }, (_, i) => `t${i + 1}`)
    let assessed = 0
    const counting = new SelectorOrder(
      selector,
      observe,
      (task: string) => {
        assessed++
        return assess(task)
      },
      () => true,
    )
    const { result } = await run({ easy, plans: { t0: order }, more: { order: counting } })
    expect(result.ok).toBe(true)
    expect(assessed).toBeLessThan(1000)
  })

  it('is the selector’s for AND, as far as branches are independent', async () => {
    const easy = ['t1', 't2', 't3', 't4']
    const plans = { t0: 't4 AND t3 AND t1 AND t2' }
    const fixed = await run({ easy, plans, more: ordered(() => false) })
    expect(fixed.tried).toEqual(['t0', 't4', 't3', 't1', 't2'])
    const free = await run({ easy, plans, more: ordered(() => true) })
    expect(free.tried).toEqual(['t0', 't1', 't2', 't3', 't4'])
    const partly = ordered((a, b) => a !== 't4' || b !== 't1')
    expect((await run({ easy, plans, more: partly })).tried).toEqual(['t0', 't2', 't3', 't4', 't1'])
  })
})

import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import type { Goal } from '#goal/goal'
import { newsOf } from '#watch/page/state/news'
import {
  end,
  type Happening,
  log,
  logs,
  meat,
  plan,
  planks,
  start,
  stateAfter,
} from '../../../support/happenings.ts'

/** The steps of the plan panel, with target and status. */
function shown({ plan }: ReturnType<typeof stateAfter>): string[] {
  return [...plan.done, ...plan.steps].map(
    ({ goal, status, reason }) =>
      `${Object.keys(goal.target)} ${status}${reason ? ` (${reason})` : ''}`,
  )
}

describe('the outcome of a choice', () => {
  const choose = (tick: number, goal: Goal): Happening => {
    const candidate = { goal, predictedTicks: 40, interval: null, source: null, search: null }
    const candidates = [{ ...candidate, features: null }]
    return [tick, { type: 'goal-chosen', goal, featureVersion: null, candidates }]
  }
  const outcomeAfter = (...happenings: Happening[]) => {
    const { outcome } = stateAfter(plan(1, logs, meat), ...happenings)
    return outcome && [outcome.choice.goal.skill, outcome.ticks, outcome.isReached]
  }

  it('the outcome is the time until the goal is reached, including interruptions', () => {
    expect(outcomeAfter(choose(2, logs), start(2, logs))).toBeNull()
    const reached = [choose(2, logs), start(2, logs), end(9, logs, 'not-found'), end(30, logs)]
    expect(outcomeAfter(...reached)).toEqual(['mine', 28, true])
    expect(outcomeAfter(...reached, choose(31, meat))).toEqual(['mine', 28, true])
  })

  it('the outcome of an abandoned goal is the time until the next choice', () => {
    const given = [choose(2, logs), end(9, logs, 'not-found'), choose(12, meat)]
    expect(outcomeAfter(...given)).toEqual(['mine', 10, false])
  })

  it('a successful trial ends the running choice', () => {
    const over: Happening = [50, { type: 'trial-end', end: 'success', detail: '' }]
    expect(outcomeAfter(choose(2, logs), over)).toEqual(['mine', 48, true])
  })
})

describe('the state of a plan', () => {
  it('the plan shows the status of each step, and the reason of a failure', () => {
    const state = stateAfter(
      plan(1, logs, planks, meat),
      start(2, logs),
      end(3, logs),
      start(4, planks),
      end(5, planks, 'not-found'),
      start(6, meat),
    )
    expect(shown(state)).toEqual(['log done', 'planks failed (not found: nowhere)', 'beef running'])
  })

  it('a step is done when any of its alternatives is done', () => {
    const mutton: Goal = { ...meat, target: { mutton: 1 } }
    const state = stateAfter(plan(1, { ...meat, or: [mutton] }, planks), start(2, mutton))
    expect(shown(state)).toEqual(['beef running', 'planks waiting'])
    const done = stateAfter(
      plan(1, { ...meat, or: [mutton] }, planks),
      start(2, mutton),
      end(3, mutton),
    )
    expect(shown(done)).toEqual(['beef done', 'planks waiting'])
  })

  it('a new plan keeps the completed steps', () => {
    const state = stateAfter(plan(1, logs, planks), start(2, logs), end(3, logs), plan(4, planks))
    expect(shown(state)).toEqual(['log done', 'planks waiting'])
  })

  it('a chosen goal outside the plan becomes its first step', () => {
    const chosen: Happening = [
      2,
      {
        type: 'goal-chosen',
        goal: meat,
        featureVersion: null,
        candidates: [
          {
            goal: meat,
            predictedTicks: 40,
            interval: null,
            source: null,
            search: null,
            features: null,
          },
        ],
      },
    ]
    expect(shown(stateAfter(plan(1, logs), chosen, start(2, meat)))).toEqual([
      'beef running',
      'log waiting',
    ])
  })

  it('a successful trial completes the running step', () => {
    const cut = [plan(1, planks), start(2, planks), end(3, planks, 'interrupted')]
    const over = (end: 'success' | 'limit'): Happening => [
      4,
      { type: 'trial-end', end, detail: '' },
    ]
    expect(shown(stateAfter(...cut, over('success')))).toEqual(['planks done'])
    expect(shown(stateAfter(...cut, over('limit')))).toEqual(['planks waiting'])
  })
})

describe('the event feed', () => {
  it.each<[EventBody, string, string | null]>([
    [
      { type: 'answer-rejected', purpose: 'plan', problem: 'no goals' },
      'bad',
      'rejected model output (plan): no goals',
    ],
    [{ type: 'explanation-missing', reason: 'no answer' }, 'bad', 'no explanation: no answer'],
    [
      { type: 'goal-mistake', goal: logs, mistake: 'logs', corrected: true },
      'plain',
      'goal corrected: logs',
    ],
    [
      { type: 'goal-mistake', goal: logs, mistake: 'gems', corrected: false },
      'bad',
      'goal rejected: gems',
    ],
    [
      { type: 'client-limit-violations', violations: { 'dig-pause': 2 } },
      'bad',
      'vanilla-limit violations: dig pause 2×',
    ],
    [{ type: 'client-limit-violations', violations: {} }, '', null],
    [
      { type: 'skill-start', skill: 'branch-mine', goal: null, budget: 9 },
      'plain',
      'branch mining',
    ],
    [
      { type: 'trial-end', end: 'forced-choice-missing', detail: 'no such choice' },
      'bad',
      'no such choice',
    ],
  ])('shows %j in plain words', (body, tone, text) => {
    const [, event] = log([1, body])
    expect(event && newsOf(event)).toEqual(text && { tick: 1, tone, text })
  })
})

describe('the inventory in the log', () => {
  it('changes of goals add up from the inventory at the start', () => {
    const goal = { skill: 'craft', target: { stick: 4 }, using: {}, tool: null } as const
    const join = {
      type: 'join',
      version: '1.16.5',
      difficulty: null,
      gameMode: 'survival',
      position: { x: 0, y: 0, z: 0 },
      spawnPoint: null,
      inventory: { oak_planks: 3 },
    } as const
    const ended = (own: typeof goal | null, changes: Record<string, number>) =>
      ({ type: 'skill-end', skill: 'craft', goal: own, ticks: 1, failure: null, changes }) as const
    const state = stateAfter(
      [0, join],
      [1, ended(goal, { oak_planks: -2, stick: 4 })],
      [2, ended(null, { stick: 9 })],
      [3, ended(goal, { oak_planks: -1 })],
    )
    expect(state.held).toEqual({ stick: 4 })
  })
})

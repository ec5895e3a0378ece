import { describe, expect, it } from 'vitest'
import type { EventBody, TrialEvent } from '#events/events'
import type { Goal, PlannedGoal } from '#goal/goal'
import { drawingOf, drawnPixels } from '#watch/page/item-art'
import { spread } from '#watch/page/panels/spread'
import { canWait, choiceReason, wayTo } from '#watch/page/state/choice-reason'
import { newsOf } from '#watch/page/state/news'
import { advance, type Playhead } from '#watch/page/state/playhead'
import { Timeline } from '#watch/page/state/timeline'
import { foldEvent, noTrial } from '#watch/page/state/trial-state'
import { tickIn, viewOptions } from '#watch/page/state/view-options'
import type { RecordingLine } from '#watch/recording-format'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'

const logs: Goal = { skill: 'mine', target: { log: 3 }, using: {}, tool: null }
const planks: Goal = { skill: 'craft', target: { planks: 12 }, using: { log: 3 }, tool: null }
const meat: Goal = { skill: 'hunt', target: { beef: 1 }, using: {}, tool: null }

type Happening = readonly [tick: number, body: EventBody]

const plan = (tick: number, ...goals: PlannedGoal[]): Happening => [
  tick,
  { type: 'plan', reason: 'start', goals },
]
const start = (tick: number, goal: Goal): Happening => [
  tick,
  { type: 'skill-start', skill: goal.skill, goal, budget: 100 },
]
const end = (tick: number, goal: Goal, kind?: 'not-found' | 'interrupted'): Happening => [
  tick,
  {
    type: 'skill-end',
    skill: goal.skill,
    goal,
    ticks: 1,
    failure: kind ? { kind, detail: 'nowhere' } : null,
    changes: {},
  },
]

function log(...happenings: Happening[]): TrialEvent[] {
  return sampleLog(sampleSettings, happenings)
}

function stateAfter(...happenings: Happening[]) {
  return log(...happenings).reduce(foldEvent, noTrial)
}

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

describe('the state of the recursion', () => {
  it('the tree shows a retried task twice', () => {
    const step = (
      what: 'try' | 'too-hard' | 'split' | 'success' | 'failure',
      task: string,
      depth: number,
    ): Happening => [1, { type: 'adapt', what, task, depth, detail: what }]
    const { tasks } = stateAfter(
      step('try', 'pickaxe', 1),
      step('too-hard', 'pickaxe', 1),
      step('split', 'pickaxe', 1),
      step('try', 'log', 2),
      step('failure', 'log', 2),
      step('try', 'log', 2),
      step('success', 'log', 2),
    )
    expect(tasks.map(({ task, depth, status }) => [task, depth, status])).toEqual([
      ['pickaxe', 1, 'split'],
      ['log', 2, 'failure'],
      ['log', 2, 'success'],
    ])
  })
})

describe('the state of the threads', () => {
  it('the tree shows only the threads of the current run', () => {
    const step = (
      what: 'spawn' | 'write' | 'observe' | 'end' | 'failure',
      thread: number,
      text: string,
    ): Happening => [
      1,
      {
        type: 'thread',
        what,
        thread,
        parent: thread > 1 ? 1 : null,
        depth: thread > 1 ? 2 : 1,
        text,
      },
    ]
    const { tasks } = stateAfter(
      step('spawn', 1, 'an earlier run'),
      step('failure', 1, 'it got nowhere'),
      step('spawn', 1, 'pickaxe'),
      step('write', 1, 'I need a log. =>'),
      step('spawn', 2, 'I need a log.'),
      step('end', 2, 'I have a log.'),
      step('observe', 1, 'I have a log.'),
      step('spawn', 3, 'I need a stick.'),
      step('failure', 3, 'it got nowhere'),
    )
    expect(tasks.map(({ task, depth, status, detail }) => [task, depth, status, detail])).toEqual([
      ['pickaxe', 1, 'running', 'I have a log.'],
      ['I need a log.', 2, 'success', 'I have a log.'],
      ['I need a stick.', 2, 'failure', 'it got nowhere'],
    ])
  })
})

describe('a tree of tasks at the end of its trial', () => {
  const thread = (thread: number, depth: number): Happening => [
    1,
    { type: 'thread', what: 'spawn', thread, parent: thread - 1 || null, depth, text: '' },
  ]

  it.each([
    ['success', ['success', 'cut-off']],
    ['limit', ['cut-off', 'cut-off']],
  ] as const)('open tasks end accordingly after %s', (end, statuses) => {
    const { tasks } = stateAfter(thread(1, 1), thread(2, 2), [
      4,
      { type: 'trial-end', end, detail: '' },
    ])
    expect(tasks.map(({ status }) => status)).toEqual(statuses)
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

describe('the timeline', () => {
  const lines: RecordingLine[] = [
    { t: 1, name: 'chunk', x: 0, z: 0, chunk: 'first' },
    { t: 2, name: 'block', x: 3, y: 64, z: 5, state: 9 },
    { t: 2, name: 'entity', id: 1, kind: 'cow', pos: { x: 1, y: 64, z: 1 }, yaw: 0 },
    { t: 5, name: 'block', x: 3, y: 64, z: 5, state: 0 },
    { t: 6, name: 'entity', id: 1, pos: { x: 2, y: 64, z: 1 }, yaw: 1 },
    { t: 7, name: 'reset' },
    { t: 8, name: 'chunk', x: 0, z: 0, chunk: 'second' },
  ]

  function at(timeline: Timeline, tick: number) {
    timeline.moveTo(tick)
    const { chunks, entities } = timeline.view
    const { chunk, edits } = chunks.get('0,0') ?? {}
    return {
      chunk,
      edits: [...(edits?.values() ?? [])],
      cow: entities.get(1),
      trial: timeline.trial,
    }
  }

  it('the state at a tick does not depend on earlier jumps', () => {
    const fresh = (tick: number) => {
      const timeline = new Timeline()
      timeline.add(log(plan(3, logs), start(4, logs), end(6, logs)))
      timeline.lines.push(...lines)
      return { timeline, ...at(timeline, tick) }
    }
    const { timeline } = fresh(8)
    for (const tick of [8, 6, 4, 2, 5, 7, 1, 8]) {
      const { timeline: _, ...direct } = fresh(tick)
      expect(at(timeline, tick)).toEqual(direct)
    }
  })

  it('an entity keeps the kind of its first message', () => {
    const timeline = new Timeline()
    timeline.lines.push(...lines)
    expect(at(timeline, 6).cow).toMatchObject({ kind: 'cow', pos: { x: 2 } })
    expect(at(timeline, 7).cow).toBeUndefined()
  })
})

describe('the end of a log', () => {
  const cut = log(plan(1, logs), start(2, logs))

  function closed(...events: TrialEvent[]) {
    const timeline = new Timeline()
    timeline.add(events)
    timeline.lines.push({ t: 9, name: 'sky', time: 0, rain: false })
    timeline.close()
    return timeline
  }

  it('the timeline ends with a crash, and no step runs after it', () => {
    const timeline = closed(...cut)
    timeline.moveTo(8)
    expect(timeline.trial.end).toBeNull()
    timeline.moveTo(9)
    expect(timeline.trial).toMatchObject({ end: { end: 'crash' }, activities: [] })
    expect(timeline.trial.plan.steps.map(({ status }) => status)).toEqual(['waiting'])
  })

  it('the timeline keeps the end in the log', () => {
    const over = log(plan(1, logs), [4, { type: 'trial-end', end: 'limit', detail: '' }])
    const timeline = closed(...over)
    timeline.moveTo(9)
    expect(timeline.trial.end?.end).toBe('limit')
  })
})

describe('the playhead', () => {
  const head: Playhead = { tick: 100, isPlaying: true, isLive: false, speed: 4 }

  it('a replay plays at its speed, and stops at the end', () => {
    expect(advance(head, 0.5, 1000).tick).toBe(head.tick + 0.5 * 20 * head.speed)
    expect(advance(head, 60, 1000)).toEqual({ ...head, tick: 1000, isPlaying: false })
    expect(advance({ ...head, isPlaying: false }, 1, 1000).tick).toBe(head.tick)
  })

  it('a live view catches up smoothly, and jumps if it is far behind', () => {
    const live = { ...head, isLive: true }
    const next = advance(live, 0.1, 200).tick
    expect(next).toBeGreaterThan(100)
    expect(next).toBeLessThan(200)
    let closing = live
    for (let i = 0; i < 40; i++) closing = { ...closing, ...advance(closing, 0.1, 200) }
    expect(closing.tick).toBe(200)
    expect(advance(live, 0.1, 50_000).tick).toBe(50_000)
  })
})

describe('milestones on the time bar', () => {
  it.each([
    { places: [5, 6, 7, 300], length: 400 },
    { places: [390, 395, 399], length: 400 },
    { places: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], length: 300 },
  ])('milestones do not overlap and stay within the bar: $places', ({ places, length }) => {
    const size = 30
    const moved = spread(places, size, length)
    const step = Math.min(size, (length - size) / (places.length - 1))
    for (const [i, place] of moved.entries()) {
      expect(place).toBeGreaterThanOrEqual(size / 2 - 1e-9)
      expect(place).toBeLessThanOrEqual(length - size / 2 + 1e-9)
      if (i > 0) expect(place - (moved[i - 1] ?? 0)).toBeGreaterThanOrEqual(step - 1e-9)
    }
  })
})

describe('the reason for a choice', () => {
  const goal = (item: string) =>
    ({ skill: 'mine', target: { [item]: 1 }, using: {}, tool: null }) as const
  const candidate = (item: string, predictedTicks: number | null) => ({
    goal: goal(item),
    predictedTicks,
    interval: null,
    source: null,
    search: null,
    features: null,
  })
  const settings = { selector: 'nearest', choose: null, overrideChoice: [] } as const
  const choiceOf = (...candidates: ReturnType<typeof candidate>[]) => ({
    tick: 1,
    goal: candidates[0]?.goal ?? goal('log'),
    candidates,
  })

  it('a cheaper candidate below a costlier one can wait', () => {
    const choice = choiceOf(
      candidate('iron_ore', 1260),
      candidate('coal', 3060),
      candidate('stone', 450),
    )
    expect([...canWait(choice)].map((one) => one.goal.target)).toEqual([{ stone: 1 }])
    expect(choiceReason(choice, settings)).toMatch(/cannot wait/)
  })

  it('without any, the lowest prediction is chosen', () => {
    const choice = choiceOf(candidate('log', 10), candidate('stone', 20), candidate('sand', null))
    expect(canWait(choice).size).toBe(0)
    expect(choiceReason(choice, settings)).toBe('The lowest prediction.')
    expect(choiceReason(choiceOf(candidate('log', 10)), settings)).toMatch(/only/)
    expect(choiceReason(choice, { ...settings, choose: 'softmax' })).toMatch(/softmax/)
  })

  it.each([
    [{ x: 3, y: 64, z: -4 }, '5 blocks north-east'],
    [{ x: -10, y: 64, z: 0 }, '10 blocks west'],
    [{ x: 0, y: 59, z: 7 }, '7 blocks south, 5 below'],
    [{ x: 0, y: 67, z: 0 }, '3 above'],
    [{ x: 1, y: 64, z: 0 }, '1 block east'],
  ])('the way to %o is %s', (to, text) => {
    expect(wayTo({ x: 0.5, y: 64, z: 0.5 }, to)).toBe(text)
  })
})

describe('the address of a page', () => {
  it('an address sets view, speed and playback', () => {
    expect(viewOptions('?view=first&speed=16&play=1')).toEqual({
      view: 'first',
      speed: 16,
      plays: true,
      isTheatre: false,
      isOverlay: false,
      camera: [],
    })
    expect(viewOptions('')).toMatchObject({ view: 'third', speed: null, plays: false })
    for (const speed of ['0', '-1', 'fast', '1e9', 'NaN'])
      expect(viewOptions(`?speed=${speed}`).speed, speed).toBeNull()
    expect(viewOptions('?overlay=1&theatre=1')).toMatchObject({ isOverlay: true, isTheatre: true })
  })

  it.each([
    ['#t=1200', 1200],
    ['#t=1:10', 1400],
    ['#t=0:05', 100],
    ['#t=', null],
    ['#t=1:1', null],
    ['#t=-5', null],
    ['', null],
  ])('the fragment %s is tick %s', (fragment, tick) => {
    expect(tickIn(fragment)).toBe(tick)
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

describe('drawn icons', () => {
  it.each([
    ['chest', 'chest'],
    ['red_bed', 'bed'],
    ['bed', 'bed'],
    ['oak_fence', 'fence'],
    ['fence', 'fence'],
  ])('%s has the drawing of a %s', (item, shape) => {
    expect(drawingOf(item)?.shape).toBe(shape)
    expect(drawingOf(item)?.colour).toMatch(/^#[0-9a-f]{6}$/)
    expect(drawnPixels(item)?.map((row) => row.length)).toEqual(Array(16).fill(16))
  })

  it('other items have none', () => {
    for (const item of ['bedrock', 'oak_fence_gate', 'chest_minecart', 'stone'])
      expect(drawingOf(item), item).toBeNull()
  })
})

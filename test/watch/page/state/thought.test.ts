import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import type { Goal } from '#goal/goal'
import { thoughtLine } from '#watch/page/state/thought'
import { Timeline } from '#watch/page/state/timeline'
import type { BodyMessage, RecordingLine, ViewMessage } from '#watch/recording-format'
import { sampleLog, sampleSettings } from '../../../support/sample-events.ts'

const logs: Goal = { skill: 'mine', target: { log: 3 }, using: {}, tool: null }
const planks: Goal = { skill: 'craft', target: { planks: 12 }, using: { log: 3 }, tool: null }
const diamond: Goal = { skill: 'mine', target: { diamond: 1 }, using: {}, tool: 'iron_pickaxe' }
const pickaxe: Goal = {
  skill: 'craft',
  target: { iron_pickaxe: 1 },
  using: { iron_ingot: 3 },
  tool: 'crafting_table',
}

type Happening = readonly [tick: number, body: EventBody]

const start = (tick: number, goal: Goal): Happening => [
  tick,
  { type: 'skill-start', skill: goal.skill, goal, budget: 100 },
]
const nested = (tick: number, skill: string): Happening => [
  tick,
  { type: 'skill-start', skill, goal: null, budget: 100 },
]
const plan = (...goals: Goal[]): Happening => [1, { type: 'plan', reason: 'start', goals }]

const pose: ViewMessage = { name: 'pose', pos: { x: 0, y: 14.2, z: 0 }, yaw: 0, pitch: 0 }
const body = (more: Partial<BodyMessage>): BodyMessage => ({
  name: 'body',
  health: 20,
  food: 20,
  oxygen: 20,
  slots: [[36, 'iron_pickaxe', 1]],
  hand: 36,
  ...more,
})

/** The thought at tick 50. */
function thoughtAfter(events: readonly Happening[], ...lines: readonly ViewMessage[]): string {
  const timeline = new Timeline()
  timeline.add(sampleLog(sampleSettings, events))
  for (const line of lines) timeline.lines.push({ ...line, t: 5 } as RecordingLine)
  timeline.moveTo(50)
  return thoughtLine(timeline.trial, timeline.view, 50)
}

describe('the thought of the agent', () => {
  it('a thought names the goal, and the step of the plan that needs it', () => {
    const events = [plan(logs, planks), start(2, logs)]
    expect(thoughtAfter(events)).toBe('Looking for 3 logs for 12 planks')
    expect(thoughtAfter([plan(pickaxe, diamond), start(2, pickaxe)])).toBe(
      'Crafting an iron pickaxe to mine a diamond',
    )
  })

  it('a thought names the skill that works for the goal, and the depth', () => {
    const events = [plan(diamond), start(2, diamond), nested(3, 'crawl-mine')]
    expect(thoughtAfter(events, pose)).toBe('Crawl mining at y 14 to find diamonds')
    expect(thoughtAfter([plan(diamond), nested(3, 'look-around')])).toBe('Looking around')
    expect(thoughtAfter([plan(diamond), nested(3, 'some-new-skill')])).toBe('Some new skill')
  })

  it('the remaining uses of a worn tool are a part of the thought', () => {
    const events = [plan(diamond), start(2, diamond), nested(3, 'crawl-mine')]
    expect(thoughtAfter(events, pose, body({ uses: 12 }))).toBe(
      'Crawl mining at y 14 to find diamonds; the iron pickaxe is good for 12 more blocks',
    )
    expect(thoughtAfter(events, pose, body({ uses: 200 }))).not.toContain('good for')
    // Low health matters more.
    expect(thoughtAfter(events, pose, body({ uses: 12, health: 3.5 }))).toContain(
      '; its health is 4 of 20',
    )
  })

  it('a thought counts what was obtained since the goal began, by item or tag', () => {
    const events = [plan(logs), start(2, logs)]
    expect(thoughtAfter(events, body({ slots: [[36, 'oak_log', 2]] }))).toMatch(/; 2 of 3 so far$/)
  })

  it('without a running skill, a thought gives the last failure as the reason', () => {
    const failure = { kind: 'not-found', detail: 'no tree within 64 blocks' } as const
    const failed: Happening = [
      40,
      { type: 'skill-end', skill: 'mine', goal: logs, ticks: 38, failure, changes: {} },
    ]
    expect(thoughtAfter([plan(logs), start(2, logs), failed])).toBe(
      'Planning again, because the agent could not mine: no tree within 64 blocks',
    )
    expect(thoughtAfter([])).toBe('Making a plan')
  })

  it('a thought ends with the trial', () => {
    const over: Happening = [40, { type: 'trial-end', end: 'success', detail: '' }]
    expect(thoughtAfter([plan(logs), start(2, logs), over])).toBe('')
  })
})

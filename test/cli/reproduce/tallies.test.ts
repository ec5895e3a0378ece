import { describe, expect, it } from 'vitest'
import { BY_MILESTONE, byLength, bySkill, type PlayedTrial } from '#cli/reproduce/tallies'
import type { EventBody } from '#events/events'
import { MilestoneTracker } from '#trial/milestones'
import { deriveResult } from '#trial/result'
import { findTask, targetOf } from '#trial/tasks'
import { goalOf, registry } from '../../support/language.ts'
import { sampleLog, sampleSettings } from '../../support/sample-events.ts'

type Lines = readonly (readonly [tick: number, body: EventBody])[]

function trial(task: string, lines: Lines): PlayedTrial {
  const events = sampleLog({ ...sampleSettings, task }, lines)
  return { result: deriveResult(events), events: () => events }
}

const chosen = (text: string): EventBody => ({
  ...{ type: 'goal-chosen', goal: goalOf(text), featureVersion: null, candidates: [] },
})
const held = (name: string): EventBody => ({ type: 'milestone', name })
const over: EventBody = { type: 'trial-end', end: 'limit', detail: '' }

describe('success of a skill', () => {
  const attempts = (lines: Lines) => bySkill(600).count(trial('obtain:iron_ore', lines))

  it.each<[string, Lines, boolean | null]>([
    [
      'in time, from when its goal is chosen',
      [
        [10, chosen('mine({log:1}, null)')],
        [1000, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
        [1600, held('iron_ore')],
      ],
      true,
    ],
    [
      'too late',
      [
        [1000, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
        [1601, held('iron_ore')],
      ],
      false,
    ],
    [
      'at the second attempt',
      [
        [1000, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
        [1200, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
        [1300, held('iron_ore')],
      ],
      false,
    ],
    [
      'never',
      [
        [1000, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
        [9000, over],
      ],
      false,
    ],
    [
      'not tried',
      [
        [10, chosen('mine({log:1}, null)')],
        [9000, over],
      ],
      null,
    ],
    [
      'by accident, before it was tried',
      [
        [500, held('iron_ore')],
        [1000, chosen("mine({iron_ore:1}, 'stone_pickaxe')")],
      ],
      null,
    ],
  ])('%s', (_, lines, success) => {
    expect(attempts(lines)).toEqual(success === null ? [] : [['success', success]])
  })

  it('counts any kind that the task accepts', () => {
    const lines: Lines = [
      [5, chosen('mine({oak_log:1}, null)')],
      [50, held('log')],
    ]
    expect(bySkill(600).count(trial('obtain:log', lines))).toEqual([['success', true]])
  })
})

describe('success within a length', () => {
  it('follows from one trial', () => {
    const end: EventBody = { type: 'trial-end', end: 'success', detail: '' }
    const played = trial('craft_sticks', [
      [1500, held('stick')],
      [1500, end],
    ])
    expect(byLength([1000, 2000]).count(played)).toEqual([
      ['1000 ticks', false],
      ['2000 ticks', true],
    ])
  })
})

describe('milestones', () => {
  it('count in trials that fail', () => {
    const played = trial('obtain_diamond', [
      [20, held('log')],
      [9000, over],
    ])
    const counts = BY_MILESTONE.count(played)
    expect(counts.filter(([, success]) => success)).toEqual([['log', true]])
    expect(counts.at(-1)).toEqual(['diamond', false])
  })
})

describe('a task for several things', () => {
  const task = findTask('obtain:mutton+beef')
  const target = targetOf(task, registry)

  it('is done when the agent holds all of them at once', () => {
    const tracker = new MilestoneTracker(target, registry)
    tracker.update({ mutton: 2 }, [])
    tracker.update({ beef: 1 }, [])
    expect(tracker.reached).toBe(false)
    expect(tracker.update({ mutton: 1, beef: 1 }, [])).toEqual(['mutton + beef'])
    expect(tracker.reached).toBe(true)
  })

  it.each(['obtain:mutton+', 'obtain:+beef', 'obtain:mutton+beef:2'])('is not %s', (name) => {
    expect(() => findTask(name)).toThrow(/is not obtain:/)
  })

  it('names the unknown item', () => {
    expect(() => targetOf(findTask('obtain:mutton+beeef'), registry)).toThrow(/beeef.*beef/)
  })
})

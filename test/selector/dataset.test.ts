import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EventBody, TrialEnd } from '#events/events'
import type { Goal } from '#goal/goal'
import type { FailureKind } from '#goal/outcome'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { samplesIn } from '#trial/sample-folders'
import { samplesOf } from '#trial/samples'
import { goalOf } from '../support/language.ts'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'
import { writeTrial } from '../support/written-trial.ts'

type Moment = readonly [tick: number, body: EventBody]

const LOG = goalOf('mine({log:3}, null)')
const STICK = goalOf('craft({stick:4}, {planks:2}, null)')

const features = FEATURES.map(({ name }) => (name === 'estimate' ? Math.log1p(150) : 0))

function chosen(t: number, goal: Goal, version = FEATURE_VERSION): Moment {
  const rest = { predictedTicks: null, interval: null, source: null, search: null }
  const candidates = [{ goal, features, ...rest }]
  return [t, { type: 'goal-chosen', goal, featureVersion: version, candidates }]
}

function ended(t: number, goal: Goal | null, kind: FailureKind | null = null): Moment {
  const failure = kind && { kind, detail: '' }
  return [t, { type: 'skill-end', skill: 'some', goal, ticks: 1, failure, changes: {} }]
}

const planned = (t: number, reason: string): Moment => [t, { type: 'plan', reason, goals: [] }]
const over = (t: number, end: TrialEnd): Moment => [t, { type: 'trial-end', end, detail: '' }]

/** Ticks of the samples of a log, with a `>` before those of censored samples. */
function horizons(...moments: readonly Moment[]): string[] {
  return samplesOf(sampleLog(sampleSettings, moments), 'one').map(
    ({ ticks, isCensored }) => `${isCensored ? '>' : ''}${ticks}`,
  )
}

describe('the samples of a log', () => {
  it('are the chosen goals and their horizons', () => {
    const log = sampleLog(sampleSettings, [chosen(10, LOG), ended(300, LOG), over(300, 'limit')])
    const [sample, ...others] = samplesOf(log, 'one')
    expect(others).toEqual([])
    expect(sample).toMatchObject({ ticks: 290, isCensored: false, trial: 'one', features })
    expect(sample).toMatchObject({ skill: 'mine', item: 'log' })
    expect(sample?.estimate).toBeCloseTo(150)
  })

  it('end with the goal itself, before anything that follows', () => {
    const reached = [chosen(10, LOG), ended(300, LOG), planned(350, 'the inventory has changed')]
    expect(horizons(...reached, over(400, 'limit'))).toEqual(['290'])
    const failed = [chosen(10, LOG), ended(90, LOG, 'not-found'), ended(350, null)]
    expect(horizons(...failed, planned(350, 'mine failed: not-found'))).toEqual(['>80'])
  })

  it('continue through maintenance and interruptions', () => {
    const errand = [chosen(10, LOG), ended(60, null), ended(80, LOG, 'hurt'), ended(120, null)]
    expect(horizons(...errand, ended(300, LOG), over(310, 'limit'))).toEqual(['290'])
    expect(horizons(...errand, planned(130, 'the inventory has changed'))).toEqual(['120'])
    expect(horizons(...errand, planned(130, 'mine failed: died'))).toEqual(['>70'])
  })

  it('are censored where another goal or the end of the trial came first', () => {
    expect(horizons(chosen(10, LOG), chosen(70, STICK), ended(75, STICK))).toEqual(['>60', '5'])
    const cut = [chosen(10, LOG), ended(500, LOG, 'interrupted'), over(501, 'limit')]
    expect(horizons(...cut)).toEqual(['>491'])
    expect(horizons(chosen(10, LOG), [200, { type: 'milestone', name: 'log' }])).toEqual(['>190'])
  })

  it('count a goal as reached when it ends the trial by its target', () => {
    const cut = [chosen(10, STICK), ended(40, STICK, 'interrupted'), over(45, 'success')]
    expect(horizons(...cut)).toEqual(['35'])
  })

  it('require each item of a goal', () => {
    const both = goalOf('mine({log:3, dirt:1}, null)')
    const [half, whole] = [[chosen(10, both), ended(50, both)], ended(90, both)]
    expect(horizons(...half, whole, over(99, 'limit'))).toEqual(['80'])
    expect(horizons(...half, over(99, 'limit'))).toEqual(['>89'])
  })

  it('leave out choices that were dropped at once or have no features', () => {
    expect(horizons(chosen(10, LOG), over(10, 'interrupted'))).toEqual([])
    const bare: Moment = [10, { ...bodyOf(chosen(10, LOG)), candidates: [] }]
    expect(horizons(bare, ended(50, LOG))).toEqual([])
  })

  it('are rejected with another feature version', () => {
    expect(() => horizons(chosen(10, LOG, 99), ended(50, LOG))).toThrow(/version 99.*version/)
  })
})

function bodyOf([, body]: Moment): Extract<EventBody, { type: 'goal-chosen' }> {
  if (body.type !== 'goal-chosen') throw new Error('not a choice')
  return body
}

describe('folders of trials', () => {
  const whole = [chosen(10, LOG), ended(300, LOG), over(300, 'limit')]

  it('give the samples of all trials, and the names of damaged, foreign and old ones', () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-samples-'))
    writeTrial(folder, { seed: 1 }, whole)
    writeTrial(folder, { seed: 2 }, [chosen(10, LOG, 99), ended(300, LOG), over(300, 'limit')])
    const cut = writeTrial(folder, { seed: 3 }, whole.slice(0, 2))
    appendFileSync(join(cut, 'events.jsonl'), '{"v":1,"type":"vit')
    const damaged = writeTrial(folder, { seed: 4 }, whole.slice(0, 2))
    appendFileSync(join(damaged, 'events.jsonl'), 'what is this\n')
    mkdirSync(join(folder, 'foreign'))
    writeFileSync(join(folder, 'foreign', 'events.jsonl'), '{"some":"thing"}\n')
    const { samples, trials, leftOut } = samplesIn([folder])
    expect(trials).toBe(2)
    expect(samples.map(({ trial, ticks }) => [trial, ticks])).toEqual([
      ['world 1', 290],
      ['world 3', 290],
    ])
    expect(leftOut).toHaveLength(3)
    expect(leftOut[0]).toMatch(/craft_sticks-2: .*version 99/)
    expect(leftOut[1]).toMatch(/craft_sticks-4.* is not an event/)
    expect(leftOut[2]).toMatch(/foreign.* is not an event/)
  })

  it('give only the overridden choice of a fork, under the name of its world', () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-samples-'))
    const force = [{ decision: 2, candidate: 3 }]
    writeTrial(folder, { seed: 1, overrideChoice: force }, [
      ...whole.slice(0, 2),
      chosen(300, STICK),
      ended(308, STICK),
    ])
    expect(samplesIn([folder]).samples).toMatchObject([
      { skill: 'craft', ticks: 8, trial: 'world 1' },
    ])
  })

  it('must contain trials', () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-samples-'))
    expect(() => samplesIn([folder])).toThrow('contains no trial')
    expect(() => samplesIn([join(folder, 'nowhere')])).toThrow('cannot read')
  })
})

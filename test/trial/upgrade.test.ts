import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { eventSchema } from '#events/events'
import { settingsSchema } from '#events/settings'
import { upgradeEvent, upgradeResult } from '#events/upgrade'
import { readEvents } from '#trial/event-log'
import { deriveResult, readResult } from '#trial/result'
import { sampleSettings } from '../support/sample-events.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

describe('a trial of format version 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'delver-v1-'))
  copyFileSync(fixture('events-v1.jsonl'), join(folder, 'events.jsonl'))
  copyFileSync(fixture('result-v1.json'), join(folder, 'result.json'))

  it('is read with the current names', () => {
    const events = readEvents(folder)
    expect(events).toHaveLength(24)
    expect(events[0]).toMatchObject({ v: 2, settings: { overrideChoice: [] } })
    expect(events.at(-2)).toMatchObject({ type: 'client-limit-violations', violations: {} })
  })

  it('has a result that its upgraded log gives too', () => {
    expect(readResult(folder)).toEqual(deriveResult(readEvents(folder)))
  })
})

describe('an event of version 1', () => {
  const stamp = { v: 1, t: 5, wall: 9 }
  const goal = { skill: 'mine', target: { log: 1 }, using: {}, tool: null }

  it.each([
    [
      { type: 'unusable-answer', purpose: 'plan', problem: 'no goals' },
      { type: 'answer-rejected', purpose: 'plan', problem: 'no goals' },
    ],
    [
      { type: 'explanation-lost', reason: 'timeout' },
      { type: 'explanation-missing', reason: 'timeout' },
    ],
    [
      { type: 'goal-mistake', goal, mistake: 'no log', rescued: true },
      { type: 'goal-mistake', goal, mistake: 'no log', corrected: true },
    ],
    [
      { type: 'thread', what: 'hear', thread: 1, parent: null, depth: 1, text: 'done' },
      { type: 'thread', what: 'observe', thread: 1, parent: null, depth: 1, text: 'done' },
    ],
    [
      { type: 'skill-start', skill: 'strip-mine', goal: null, budget: 9 },
      { type: 'skill-start', skill: 'branch-mine', goal: null, budget: 9 },
    ],
    [
      { type: 'trial-end', end: 'not-forced', detail: '' },
      { type: 'trial-end', end: 'forced-choice-missing', detail: '' },
    ],
  ])('%o becomes %o', (before, after) => {
    expect(eventSchema.parse({ ...before, ...stamp })).toEqual({ ...after, ...stamp, v: 2 })
  })

  it('keeps overridden choices and replayed answers of its settings', () => {
    const force = [{ decision: 2, candidate: 1 }]
    const old = { v: 1, end: 'not-forced', settings: { seed: 1, force, llm: { playedBack: true } } }
    expect(upgradeResult(old)).toEqual({
      v: 2,
      end: 'forced-choice-missing',
      settings: { seed: 1, overrideChoice: force, llm: { replayed: true } },
    })
  })

  it.each([1, 2])('keeps the counts of a result of version %i', (v) => {
    const counts = { lostExplanations: 3, handViolations: { 'dig-pause': 2 } }
    expect(upgradeResult({ v, settings: {}, ...counts })).toMatchObject({
      v: 2,
      missingExplanations: 3,
      clientLimitViolations: { 'dig-pause': 2 },
    })
  })

  it('is not mistaken for one of the current version', () => {
    const current = { type: 'skill-start', skill: 'flee', v: 2 }
    expect(upgradeEvent(current)).toBe(current)
    expect(upgradeEvent(null)).toBeNull()
  })
})

describe('the settings of the first logs with a language model', () => {
  it('say `structured` for answers in JSON', () => {
    const llm = { ...sampleLlm, structured: true }
    expect(settingsSchema.parse({ ...sampleSettings, llm }).llm).toMatchObject({
      answers: 'json',
      api: 'chat',
    })
    const plain = { ...sampleSettings, llm: { ...sampleLlm, structured: false } }
    expect(settingsSchema.parse(plain).llm?.answers).toBe('text')
  })
})

const sampleLlm = {
  model: 'm',
  explainer: true,
  time: null,
  maxCalls: null,
  maxTokens: null,
  maxDollars: null,
}

import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventBody, TrialEvent } from '#events/events'
import type { Goal } from '#goal/goal'
import { EVENTS_FILE, EventLog, readEvents } from '#trial/event-log'
import { deriveResult, readResult, writeResult } from '#trial/result'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'

const goal: Goal = { skill: 'mine', target: { log: 3 }, using: {}, tool: null }

const rest: (readonly [number, EventBody])[] = [
  [
    4,
    {
      type: 'join',
      version: '1.16.5',
      difficulty: 'hard',
      gameMode: 'survival',
      position: { x: 0.5, y: 64, z: -3.5 },
      spawnPoint: null,
      inventory: {},
    },
  ],
  [4, { type: 'plan', reason: 'start', goals: [goal] }],
  [
    5,
    {
      type: 'goal-chosen',
      goal,
      featureVersion: null,
      candidates: [
        { goal, predictedTicks: 80, interval: null, source: null, search: null, features: null },
      ],
    },
  ],
  [5, { type: 'skill-start', skill: 'mine', goal, budget: 600 }],
  [40, { type: 'milestone', name: 'log' }],
  [
    60,
    {
      type: 'skill-end',
      skill: 'mine',
      goal,
      ticks: 55,
      failure: { kind: 'unreachable', detail: 'a log 12 blocks up' },
      changes: { oak_log: 2 },
    },
  ],
  [61, { type: 'failure-description', text: 'I could not reach the third log.' }],
  [70, { type: 'death', cause: 'fell', position: { x: 1, y: 60, z: 2 } }],
  [
    90,
    {
      type: 'skill-end',
      skill: 'mine',
      goal,
      ticks: 20,
      failure: { kind: 'unreachable', detail: 'the same log' },
      changes: {},
    },
  ],
  [95, { type: 'skill-end', skill: 'eat', goal: null, ticks: 5, failure: null, changes: {} }],
  [99, { type: 'milestone', name: 'stick' }],
  [
    99,
    {
      type: 'skill-end',
      skill: 'explore',
      goal: null,
      ticks: 4,
      failure: { kind: 'interrupted', detail: 'the trial is over' },
      changes: {},
    },
  ],
  [100, { type: 'trial-end', end: 'success', detail: 'stick obtained' }],
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'delver-log-'))
})

function write(events: readonly TrialEvent[]): void {
  const log = EventLog.create(folder)
  for (const event of events) log.append(event)
  log.close()
}

describe('the event log', () => {
  const events = sampleLog(sampleSettings, rest)

  it('returns the written events', () => {
    write(events)
    expect(readEvents(folder)).toEqual(events)
  })

  it('skips a truncated last line', () => {
    write(events)
    appendFileSync(join(folder, EVENTS_FILE), JSON.stringify(events[4]).slice(0, -1))
    expect(readEvents(folder)).toEqual(events)
  })

  it('rejects an invalid line in the middle, with its number', () => {
    write(events.slice(0, 2))
    appendFileSync(join(folder, EVENTS_FILE), '{"v":1,"t":3,"type":"teleport"}\n')
    expect(() => readEvents(folder)).toThrow(`${EVENTS_FILE}:3 is not an event`)
  })

  it('has no events if there is no log', () => {
    expect(readEvents(folder)).toEqual([])
  })

  it('is never overwritten', () => {
    write(events)
    expect(() => EventLog.create(folder)).toThrow('already contains a trial')
  })
})

describe('the result', () => {
  it('follows from the events', () => {
    const result = deriveResult(sampleLog(sampleSettings, rest))
    expect(result).toEqual({
      v: 2,
      task: 'craft_sticks',
      seed: 3,
      success: true,
      verdict: null,
      end: 'success',
      detail: 'stick obtained',
      ticks: 100,
      wallMs: 200,
      milestones: [
        { name: 'log', tick: 40 },
        { name: 'stick', tick: 99 },
      ],
      deaths: 1,
      failures: { unreachable: 2 },
      missingExplanations: 0,
      clientLimitViolations: null,
      hands: 'vanilla',
      corrections: 0,
      falseOresAt: null,
      faults: [],
      perception: 'seen',
      planner: 'symbolic',
      selector: 'nearest',
      world: { kind: 'practice', version: '1.16.5', difficulty: 'peaceful' },
      cheats: false,
      fairStart: true,
      settings: sampleSettings,
    })
    writeResult(folder, result)
    expect(readResult(folder)).toEqual(result)
  })

  it("has an existing server's difficulty from the server", () => {
    const existing = { world: 'existing', host: 'a.test', port: 1, difficulty: null } as const
    const { world } = deriveResult(sampleLog({ ...sampleSettings, ...existing }, rest))
    expect(world).toEqual({ kind: 'existing', version: '1.16.5', difficulty: 'hard' })
  })

  it('is a crash if the log is incomplete, with the milestones before', () => {
    const result = deriveResult(sampleLog(sampleSettings, rest.slice(0, 5)))
    expect(result).toMatchObject({ success: false, end: 'crash', ticks: 40 })
    expect(result.milestones).toEqual([{ name: 'log', tick: 40 }])
  })

  it.each([
    { gameMode: 'creative', inventory: {} },
    { gameMode: 'survival', inventory: { diamond: 1 } },
    { gameMode: 'survival', inventory: {}, spawnPoint: { x: 400, y: 64, z: 0 } },
  ])('does not pass off a start with $gameMode and $inventory as fair', (given) => {
    const [tick, body] = rest[0] ?? [0, undefined]
    if (body?.type !== 'join') throw new Error('the sample begins with joining')
    const log = sampleLog(sampleSettings, [[tick, { ...body, ...given }], ...rest.slice(1)])
    expect(deriveResult(log).fairStart).toBe(false)
  })

  it('counts as made with `--hands bot` if it names no input limits', () => {
    const result = deriveResult(sampleLog(sampleSettings, rest))
    const { hands: _, clientLimitViolations: __, ...old } = result
    const { hands: ___, ...oldSettings } = result.settings
    const text = JSON.stringify({ ...old, settings: oldSettings })
    writeFileSync(join(folder, 'result.json'), text)
    const read = readResult(folder)
    expect(read).toMatchObject({
      hands: 'bot',
      clientLimitViolations: null,
      settings: { hands: 'bot' },
    })
  })

  it('reports a damaged file', () => {
    writeFileSync(join(folder, 'result.json'), '{"v":1')
    expect(() => readResult(folder)).toThrow("is not a trial's result")
  })
})

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { trialReport } from '#cli/trial-report'
import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import type { RunLife } from '#life/port'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { runTrial } from '#trial/runner'
import { historyOf } from '../support/history.ts'
import { sampleSettings } from '../support/sample-events.ts'
import type { Step } from '../support/scripted-agent.ts'

type LoadAgent = () => Promise<RunLife>

function scripted(steps: readonly Step[]): LoadAgent {
  return async () => (await import('../support/scripted-agent.ts')).scriptedAgent(steps)
}

async function play(loadAgent: LoadAgent, options: Partial<Settings> = {}, abortAt?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'delver-trial-'))
  const stop = new AbortController()
  const seen: TrialEvent[] = []
  const result = await runTrial({
    settings: { ...sampleSettings, ...options },
    folder,
    signal: stop.signal,
    onEvent(event) {
      seen.push(event)
      if (abortAt !== undefined && event.t >= abortAt) stop.abort()
    },
    loadAgent,
  })
  return { folder, result, seen, events: readEvents(folder) }
}

describe('a trial in the practice world', () => {
  const stickMaker = scripted([
    { tick: 60, held: { birch_log: 1 } },
    { tick: 80, held: { birch_planks: 4 } },
    { tick: 100, held: { birch_planks: 2, stick: 4 } },
  ])

  it('succeeds as soon as the agent holds the target, and writes its folder', async () => {
    const { folder, result, seen, events } = await play(stickMaker)
    expect(result).toMatchObject({ success: true, end: 'success', deaths: 0, cheats: false })
    expect(result.milestones).toEqual([
      { name: 'log', tick: 60 },
      { name: 'planks', tick: 80 },
      { name: 'stick', tick: 100 },
    ])
    expect(result.world).toEqual({ kind: 'practice', version: '1.16.5', difficulty: 'peaceful' })
    expect(result.ticks).toBeLessThan(110)
    expect(readResult(folder)).toEqual(result)
    expect(events).toEqual(seen)
    expect(events.at(0)?.type).toBe('trial-start')
    expect(events.at(-1)?.type).toBe('trial-end')
  })

  it('has one history for one seed, except for wall-clock times', async () => {
    const first = await play(stickMaker)
    const second = await play(stickMaker)
    const other = await play(stickMaker, { seed: 4 })
    expect(historyOf(second.events)).toEqual(historyOf(first.events))
    expect(historyOf(other.events).slice(1)).not.toEqual(historyOf(first.events).slice(1))
    const lines = readFileSync(join(first.folder, 'events.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(first.events.length)
  })

  it('ends at its limit of ticks, and a target held later does not count', async () => {
    const late = scripted([{ tick: 201, held: { stick: 1 } }])
    const { result } = await play(late)
    expect(result).toMatchObject({ success: false, end: 'limit' })
    expect(result.ticks).toBeGreaterThanOrEqual(200)
    expect(result.ticks).toBeLessThan(205)
  })

  it('requires the agent to wear armour', async () => {
    const wearer = scripted([
      { tick: 60, held: { iron_boots: 1 } },
      { tick: 90, held: { iron_boots: 1 }, worn: ['iron_boots'] },
    ])
    const { result } = await play(wearer, { task: 'equip_iron_boots' })
    expect(result.success).toBe(true)
    expect(result.milestones).toEqual([{ name: 'worn iron_boots', tick: 90 }])
  })

  it('is recorded completely when it is stopped', async () => {
    const { result, events } = await play(stickMaker, {}, 60)
    expect(result).toMatchObject({ success: false, end: 'interrupted' })
    expect(result.milestones).toEqual([{ name: 'log', tick: 60 }])
    expect(events.at(-1)?.type).toBe('trial-end')
  })

  it('records a bug in the agent as a crash', async () => {
    const { result } = await play(async () => async ({ clock }) => {
      await clock.wait(30)
      throw new TypeError('nothing to see')
    })
    expect(result).toMatchObject({ success: false, end: 'crash', ticks: 30 })
    expect(result.detail).toContain('TypeError: nothing to see')
  })

  it('ends an agent that loops without spending time', async () => {
    const { result, events } = await play(async () => async ({ clock, record }) => {
      await clock.wait(30)
      for (;;) {
        record({ type: 'skill-start', skill: 'take-cover', goal: null, budget: 300 })
        await Promise.resolve()
      }
    })
    expect(result).toMatchObject({ success: false, end: 'crash', ticks: 30 })
    expect(result.detail).toContain('the last is skill-start')
    expect(events.at(-1)?.type).toBe('trial-end')
    expect(events.length).toBeLessThan(1100)
  })

  it('does not wait forever for an agent that does not leave', async () => {
    const { result } = await play(async () => () => new Promise(() => {}), { maxTicks: 100 })
    expect(result).toMatchObject({ success: false, end: 'limit', ticks: 300 })
  })
})

describe('a trial on a missing server', () => {
  it('ends as no-server, and records it', async () => {
    const { result, events } = await play(() => Promise.reject(new Error('never called')), {
      world: 'existing',
      host: '127.0.0.1',
      port: 1,
      version: null,
      difficulty: null,
      speed: 1,
    })
    expect(result).toMatchObject({ success: false, end: 'no-server' })
    expect(events.map(({ type }) => type)).toEqual(['trial-start', 'trial-end'])
  })
})

describe('the verdict on a trial in the practice world', () => {
  it("compares the agent's report with the server's inventory", async () => {
    const steps: Step[] = [{ tick: 60, held: { stick: 1 } }]
    const { result, events } = await play(scripted(steps))
    expect(result.verdict).toEqual({ agent: true, server: true })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'verdict', held: { stick: 1 }, worn: [] }),
    )
  })

  it('does not accept a claim that the server contradicts', async () => {
    const liar = scripted([{ tick: 60, held: { stick: 1 }, untrue: true }])
    const { result } = await play(liar)
    expect(result).toMatchObject({ success: false, end: 'limit' })
    expect(result.verdict).toEqual({ agent: true, server: false })
    expect(trialReport(result).join('\n')).toContain("the server's inventory does not contain it")
  })

  it('waits for packets on their way to the server', async () => {
    const early = scripted([
      { tick: 60, held: { stick: 1 }, untrue: true },
      { tick: 70, held: { stick: 1 } },
    ])
    const { result } = await play(early)
    expect(result).toMatchObject({ success: true, end: 'success' })
    expect(result.milestones.at(-1)).toEqual({ name: 'stick', tick: 60 })
  })

  it('is missing in older results, which stay readable', async () => {
    const { folder, result } = await play(scripted([]), { maxTicks: 40 })
    const { verdict: _, settings, ...older } = result
    const { time: __, ...olderSettings } = settings
    writeFileSync(
      join(folder, 'result.json'),
      JSON.stringify({ ...older, settings: olderSettings }),
    )
    expect(readResult(folder)).toMatchObject({ verdict: null, settings: { time: 0 } })
  })
})

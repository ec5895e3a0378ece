import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Settings } from '#events/settings'
import { readEvents } from '#trial/event-log'
import { runTrial } from '#trial/runner'
import { sampleSettings } from '../support/sample-events.ts'
import { longIt, versionsFor } from '../support/versions.ts'

/** Plays a trial with the real agent. */
async function play(options: Partial<Settings>) {
  const folder = mkdtempSync(join(tmpdir(), 'delver-milestones-'))
  const settings: Settings = { ...sampleSettings, perception: 'loaded', ...options }
  const result = await runTrial({ settings, folder, signal: new AbortController().signal })
  return { result, events: readEvents(folder) }
}

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('milestones in %s', (version) => {
  longIt('are recorded when an item is made, even if it is used immediately', async () => {
    const task = 'obtain:wooden_pickaxe'
    const { result, events } = await play({ task, version, maxTicks: 4000 })
    expect(result.success).toBe(true)
    const reached = new Map(result.milestones.map(({ name, tick }) => [name, tick]))
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining(['log', 'planks', 'crafting_table', 'stick', 'wooden_pickaxe']),
    )
    const made = events.find((e) => e.type === 'skill-end' && e.goal?.target.crafting_table)
    expect(reached.get('crafting_table')).toBe(made?.t)
  })
})

describe('the end of a trial', () => {
  it('counts no failure for the interrupted skill, and logs it', async () => {
    const { result, events } = await play({ task: 'obtain_diamond', maxTicks: 100 })
    expect(result).toMatchObject({ end: 'limit', failures: {} })
    const cut = events.filter((event) => event.type === 'skill-end')
    expect(cut.length).toBeGreaterThan(0)
    for (const event of cut) expect(event.failure?.kind).toBe('interrupted')
  })
})

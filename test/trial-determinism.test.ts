import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { type TrialEvent, WALL_FIELDS } from '../src/episode/events.ts'
import { readEvents } from '../src/trial/event-log.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

/** Plays a trial in a process of its own. */
async function play(...args: string[]): Promise<TrialEvent[]> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-determinism-')), 'out')
  await execa(process.execPath, [LAUNCHER, 'trial', ...args, '--out', folder], {
    reject: false,
    stdin: 'ignore',
  })
  return readEvents(folder)
}

/** What two runs must have in common; the speed is a setting that may change nothing else. */
function history(events: readonly TrialEvent[]): string[] {
  const others = [...WALL_FIELDS, 'speed']
  return events.map((event) =>
    JSON.stringify(event, (key, value) => (others.includes(key) ? undefined : value)),
  )
}

describe('one seed', () => {
  it('gives one history, also when time passes at another speed', async () => {
    const trial = ['obtain:stone_pickaxe', '--seed', '3', '--max-ticks', '1500']
    const [fast, slow] = await Promise.all([play(...trial), play(...trial, '--speed', '15')])
    expect(fast.filter(({ type }) => type === 'milestone').length).toBeGreaterThan(2)
    expect(history(slow)).toEqual(history(fast))
  })

  it('gives one history among monsters', async () => {
    const trial = ['obtain_diamond', '--seed', '6', '--max-ticks', '2500', '--difficulty', 'hard']
    const [first, second] = await Promise.all([play(...trial), play(...trial)])
    expect(first.at(-1)?.t).toBeGreaterThan(1000)
    expect(history(second)).toEqual(history(first))
  })

  it('gives one history in the modern version, with all of the world in view', async () => {
    const trial = ['obtain:stone_pickaxe', '--seed', '4', '--max-ticks', '1000']
    const options = ['--mc-version', '1.21.4', '--perception', 'loaded']
    const [first, second] = await Promise.all([
      play(...trial, ...options),
      play(...trial, ...options),
    ])
    expect(first.at(-1)?.t).toBeGreaterThan(200)
    expect(history(second)).toEqual(history(first))
  })
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import type { TrialEvent } from '#events/events'
import { type Settings, settingsSchema } from '#events/settings'
import { readEvents } from '#trial/event-log'
import { TrialProcesses } from '#trial/trial-processes'
import { runCommand } from '../support/command-line.ts'
import { historyOf } from '../support/history.ts'
import { sampleSettings } from '../support/sample-events.ts'
import { longIt, roundsFor } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-determinism-')), 'out')
}

/** Plays a trial in its own process. */
async function playAlone(...args: string[]): Promise<TrialEvent[]> {
  const folder = newFolder()
  await execa(process.execPath, [LAUNCHER, 'trial', ...args, '--out', folder], {
    reject: false,
    stdin: 'ignore',
  })
  return readEvents(folder)
}

/** Plays a trial in this process, which has played others. */
async function playHere(...args: string[]): Promise<TrialEvent[]> {
  const folder = newFolder()
  await runCommand('trial', ...args, '--out', folder)
  return readEvents(folder)
}

/** Plays trials by a campaign's way, one after another, and gives the history of the last one. */
async function playInTurn(...trials: readonly Settings[]): Promise<TrialEvent[]> {
  const processes = new TrialProcesses([process.execPath, LAUNCHER, 'trial-process'])
  const { signal } = new AbortController()
  let folder = newFolder()
  for (const settings of trials) {
    folder = newFolder()
    const order = { settings, model: null, folder, recording: false }
    expect(await processes.play(order, 120_000, signal)).toBeNull()
  }
  processes.close()
  return readEvents(folder)
}

/** What two runs must have in common; the speed is a setting that may change nothing else. */
const history = (events: readonly TrialEvent[]) => historyOf(events, 'speed')

/** Length of the histories among monsters, and of those of the modern version (ticks). */
const HARD_TICKS = roundsFor({ all: 1200, some: 600 })
const MODERN_TICKS = roundsFor({ all: 1000, some: 300 })

describe('one seed', () => {
  it('gives one history, also among monsters and at another speed', async () => {
    const limit = ['--max-ticks', String(HARD_TICKS)]
    const trial = ['obtain_diamond', '--seed', '455', ...limit, '--difficulty', 'hard']
    const [slow, fast] = await Promise.all([
      playAlone(...trial, '--speed', '30'),
      playHere(...trial),
    ])
    expect(fast.at(-1)?.t).toBeGreaterThanOrEqual(HARD_TICKS)
    expect(fast.filter(({ type }) => type === 'milestone')).not.toEqual([])
    expect(history(slow)).toEqual(history(fast))
  })

  longIt(
    "gives one history in the modern version and a campaign's process, regardless of earlier trials",
    async () => {
      const settings = settingsSchema.parse({
        ...{ ...sampleSettings, task: 'obtain:stone_pickaxe', version: '1.21.4', seed: 4 },
        ...{ perception: 'player', maxTicks: MODERN_TICKS },
      })
      const other = { ...sampleSettings, task: 'obtain:log', seed: 1, maxTicks: 60 }
      const fresh = await playInTurn(settings)
      expect(fresh.at(-1)?.t).toBeGreaterThan(200)
      const used = await playInTurn(other, settings)
      expect(history(used)).toEqual(history(fresh))
    },
  )
})

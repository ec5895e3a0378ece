import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TrialEvent } from '#events/events'
import { readEvents } from '#trial/event-log'
import { runCommand } from '../../support/command-line.ts'
import { eventsOf, historyOf } from '../../support/history.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { casesFor, longIt } from '../../support/versions.ts'

let server: ModelServer

beforeEach(async () => {
  server = await ModelServer.start({ answer: ({ messages }) => scriptedAnswer(messages, '1') })
  vi.stubEnv('OPENAI_API_KEY', 'none')
  vi.stubEnv('OPENAI_BASE_URL', server.baseUrl)
  vi.stubEnv('DELVER_MODEL', 'scripted')
})
afterEach(() => {
  vi.unstubAllEnvs()
  return server.close()
})

/** A trial by ADaPT in the practice world. */
async function play(line: string): Promise<readonly TrialEvent[]> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-adapt-')), 'out')
  const command = `trial ${line} --strategy adapt --difficulty peaceful --perception loaded --no-recording`
  await runCommand(...command.split(' '), '--out', folder)
  return readEvents(folder)
}

const SYMBOLIC = ['symbolic', 'stone_pickaxe', 2] as const
const WITH_MODEL = ['llm', 'iron_pickaxe', 4] as const

it.each(casesFor({ all: [SYMBOLIC, WITH_MODEL], some: [SYMBOLIC] }))(
  'ADaPT with a %s planner and skills obtains %s',
  async (planner, item, depth) => {
    const events = await play(`obtain:${item} --seed 1 --planner ${planner}`)
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
    const steps = eventsOf(events, 'adapt')
    // Iron pickaxe, ingots, ore and stone pickaxe are four levels.
    expect(Math.max(...steps.map((step) => step.depth))).toBeGreaterThan(depth)
    const [start] = eventsOf(events, 'trial-start')
    expect(start?.settings).toMatchObject({ planner, strategy: 'adapt', executor: 'skills' })
    const purposes = new Set(eventsOf(events, 'llm-call').map(({ purpose }) => purpose))
    expect([...purposes]).toEqual(planner === 'llm' ? ['plan'] : [])
  },
  120_000,
)

longIt(
  'ADaPT with an executor by a model obtains a crafting table, with identical histories',
  async () => {
    const line = 'obtain:crafting_table --seed 12 --planner llm --executor react'
    const [first, second] = [await play(line), await play(line)]
    expect(first.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
    const purposes = eventsOf(first, 'llm-call').map(({ purpose }) => purpose)
    expect(new Set(purposes)).toEqual(new Set(['act', 'plan']))
    expect(eventsOf(first, 'skill-end').length).toBeGreaterThan(2)
    expect(historyOf(second)).toEqual(historyOf(first))
  },
)

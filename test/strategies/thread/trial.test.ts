import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readEvents } from '#trial/event-log'
import { runCommand } from '../../support/command-line.ts'
import { historyOf } from '../../support/history.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { longIt } from '../../support/versions.ts'

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

async function play(line: string) {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-thread-')), 'out')
  await runCommand(...`trial ${line} --strategy thread`.split(' '), '--out', folder)
  return readEvents(folder)
}

const PRACTICE = '--planner llm --difficulty peaceful --perception loaded --no-recording'

longIt(
  'THREAD obtains an iron pickaxe in the practice world',
  async () => {
    const events = await play(`obtain:iron_pickaxe --seed 1 ${PRACTICE}`)
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
    expect(events[0]).toMatchObject({ settings: { strategy: 'thread', planner: 'llm' } })
    const threads = events.filter((event) => event.type === 'thread')
    const spawned = threads.filter(({ what }) => what === 'spawn')
    expect(Math.max(...spawned.map(({ depth }) => depth))).toBeGreaterThan(4)
    const purposes = events.flatMap((event) => (event.type === 'llm-call' ? [event.purpose] : []))
    expect([...new Set(purposes)]).toEqual(['thread'])
  },
  120_000,
)

longIt(
  'THREAD has identical histories in repeated trials',
  async () => {
    const line = 'obtain:iron_pickaxe --seed 1 --planner llm --world text'
    const history = async () => historyOf(await play(line))
    expect(await history()).toEqual(await history())
  },
  60_000,
)

it.each([
  ['obtain:log --world text', /the strategy thread is for a language model; add --planner llm/],
  ['obtain:log --world text --planner llm --selector random', /--selector is for --strategy/],
  ['obtain:log --world text --planner llm --executor react', /--executor is for --strategy adapt/],
])('refuses %s', async (line, message) => {
  expect(await runCommand(...`trial ${line} --strategy thread`.split(' '))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message),
  })
})

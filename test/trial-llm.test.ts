import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EventOf, TrialEvent } from '../src/episode/events.ts'
import { EVENTS_FILE, readEvents } from '../src/trial/event-log.ts'
import { TASKS } from '../src/trial/tasks.ts'
import { runCommand } from './support/command-line.ts'
import { ModelServer } from './support/model-server.ts'
import { scriptedAnswer } from './support/scripted-model.ts'

const KEY = 'sk-do-not-tell'
const WOODEN_PICKAXE = 'trial craft_wooden_pickaxe --world text --planner llm'

let server: ModelServer | undefined

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-llm-')), 'out')
}

async function scriptedServer(delayMs?: () => number): Promise<string> {
  server = await ModelServer.start({
    answer: ({ messages }) => scriptedAnswer(messages, 'trial'),
    ...(delayMs && { delayMs }),
  })
  return server.baseUrl
}

/** The command, with a key in its environment. */
async function delver(line: string, env: Record<string, string> = {}) {
  const folder = newFolder()
  for (const [name, value] of Object.entries({ OPENAI_API_KEY: KEY, ...env }))
    vi.stubEnv(name, value)
  const command = [...line.split(' '), '--out', folder, '--json']
  const { code, stdout, stderr } = await runCommand(...command)
  return { exitCode: code, stdout, stderr, folder, events: readEvents(folder) }
}

function only<T extends TrialEvent['type']>(events: readonly TrialEvent[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}

describe('a trial with a language model', () => {
  it('asks for plans by a schema where it is told to, and by text where the server cannot', async () => {
    server = await ModelServer.start({
      answer: ({ messages }) => scriptedAnswer(messages, 'trial'),
      lacks: ['response_format'],
    })
    const model = `--model scripted --base-url ${server.baseUrl}`
    const { exitCode, events } = await delver(`${WOODEN_PICKAXE} --structured ${model}`)
    expect(exitCode).toBe(0)
    expect(only(events, 'trial-start')[0]?.settings.llm?.structured).toBe(true)
    const asked = server.received.map(({ body }) => body.response_format?.type)
    expect(asked[0]).toBe('json_schema')
    expect(asked.slice(1)).toContain(undefined)
  })

  it('plans by the model in the text world, and records all of it but the key', async () => {
    const baseUrl = await scriptedServer()
    const { exitCode, stdout, stderr, folder, events } = await delver(
      `${WOODEN_PICKAXE} --strategy deps --rounds 9 --max-calls 50`,
      { OPENAI_BASE_URL: baseUrl, DELVER_MODEL: 'scripted' },
    )
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      planner: 'llm',
      world: { kind: 'text', version: '1.16.5', difficulty: null },
    })
    expect(only(events, 'trial-start')[0]?.settings).toMatchObject({
      strategy: 'deps',
      rounds: 9,
      descriptor: 'typed',
      replan: 'on-failure',
      llm: { model: 'scripted', explainer: true, time: null, maxCalls: 50 },
    })
    const calls = only(events, 'llm-call')
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.length).toBe(server?.received.length)
    expect(calls.every((call) => call['gen_ai.request.model'] === 'scripted')).toBe(true)
    expect(server?.received[0]?.authorization).toBe(`Bearer ${KEY}`)
    const written = readFileSync(join(folder, EVENTS_FILE), 'utf8') + stdout + stderr
    expect(written).not.toContain(KEY)
  })

  it('ends cleanly when the model cannot be used', async () => {
    const baseUrl = await scriptedServer()
    server?.fail({ kind: 'status', status: 401 })
    const { exitCode, stdout, events } = await delver(
      `${WOODEN_PICKAXE} --strategy cot --model scripted --base-url ${baseUrl}`,
    )
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      end: 'gave-up',
      detail: expect.stringContaining('auth'),
    })
    expect(only(events, 'llm-call').map((call) => call['error.type'])).toEqual(['auth'])
  })

  it('passes the model on to the trials of a campaign', async () => {
    const baseUrl = await scriptedServer()
    const { exitCode, stdout } = await delver(
      `trials MT1 --seeds 1 --world text --planner llm --model scripted --base-url ${baseUrl}`,
    )
    const { total, trials } = JSON.parse(stdout)
    expect(total.successes).toBe(TASKS.filter(({ group }) => group === 'MT1').length)
    expect(trials[0].settings.llm.model).toBe('scripted')
    expect(exitCode).toBe(0)
  })

  it.each(['pause', 'charge'] as const)(
    'asks it from the practice world, whose time a call makes %s',
    async (mode) => {
      const baseUrl = await scriptedServer(() => 500)
      const { events } = await delver(
        `trial obtain:log --planner llm --perception loaded --difficulty peaceful --max-ticks 400 --llm-time ${mode} --model scripted --base-url ${baseUrl}`,
      )
      const [join] = only(events, 'join')
      const [call] = only(events, 'llm-call')
      const [plan] = only(events, 'plan')
      if (!join || !call || !plan) throw new Error(`no plan: ${JSON.stringify(events.at(-1))}`)
      expect(call.latencyMs).toBeGreaterThanOrEqual(500)
      const ticks = call.t - join.t
      expect(ticks).toBe(mode === 'pause' ? 0 : Math.ceil(call.latencyMs / 50))
      expect(only(events, 'skill-start').length).toBeGreaterThan(0)
    },
    60_000,
  )
})

describe('ADaPT in a trial', () => {
  it('records its recursion', async () => {
    const { exitCode, events } = await delver(
      'trial obtain:iron_pickaxe --world text --strategy adapt',
    )
    expect(exitCode).toBe(0)
    const steps = only(events, 'adapt')
    expect(steps[0]).toMatchObject({ what: 'try', depth: 1 })
    expect(steps.some(({ what, depth }) => what === 'split' && depth > 1)).toBe(true)
  })
})

describe('the text world', () => {
  it('plays all tasks of DEPS by rules; only quartz is not to be had', async () => {
    const { stdout } = await delver('trials all --seeds 1 --world text')
    const { trials } = JSON.parse(stdout) as { trials: { task: string; success: boolean }[] }
    expect(trials.length).toBe(TASKS.length)
    expect(trials.filter(({ success }) => !success).map(({ task }) => task)).toEqual([
      'craft_quartz_block',
    ])
  })
})

describe('options that do not go together', () => {
  it.each([
    [WOODEN_PICKAXE, /OPENAI_API_KEY.* and DELVER_MODEL or --model to be set/],
    ['trials MT1 --seeds 1 --out x --planner llm --model m', /needs OPENAI_API_KEY/],
    ['trials MT1 --seeds 1 --out x --planner llm --record y', /for one trial/],
    ['trial cook_beef --strategy gpt', /gpt is for a language model; add --planner llm/],
    ['trial cook_beef --model m', /--model is for a language model; add --planner llm/],
    ['trial cook_beef --strategy adapt --rounds 3', /--rounds is for --strategy deps/],
    ['trial cook_beef --strategy adapt --replan on-failure', /--replan is for --strategy deps/],
    ['trial cook_beef --selector cleverest', /nearest, fixed, random, none/],
    ['trial cook_beef --replan never', /on-failure, after-gathering/],
    ['trial cook_beef --descriptor poetic', /typed, paper, none/],
    ['trial cook_beef --no-explainer', /is for --planner llm with --strategy deps/],
    ['trial cook_beef --executor react', /--executor is for --strategy adapt/],
    ['trial cook_beef --strategy adapt --executor react', /language model.*; add --planner llm/],
    ['trial cook_beef --strategy adapt --planner llm', /needs OPENAI_API_KEY/],
    // What is wrong with a line comes before what the environment lacks.
    ['trial cook_bef --planner llm', /no task or item "cook_bef".*cook_beef/],
    ['trial cook_beef --planner llm --strategy gpt --selector random', /--selector is for/],
    ['trial cook_beef --planner llm --strategy gpt --host x', /add --world existing/],
    ['trials cook_bef --seeds 1 --out x --planner llm', /no task or item "cook_bef"/],
    ['trial cook_beef --planner llm --timeout 0', /above 0/],
    ['trial cook_beef --llm-time charge', /for --planner llm in the practice world/],
    ['trial cook_beef --world text --difficulty easy', /for the practice world only/],
    ['trial cook_beef --strategy magic', /deps, adapt, gpt/],
  ])('delver %s ends with exit code 2 and one line', async (line, message) => {
    vi.stubEnv('OPENAI_API_KEY', undefined)
    vi.stubEnv('DELVER_MODEL', undefined)
    const { code, stderr } = await runCommand(...line.split(' '))
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })
})

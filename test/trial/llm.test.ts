import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTrialSet } from '#report/trial-set'
import { EVENTS_FILE, readEvents } from '#trial/event-log'
import { TASKS } from '#trial/tasks'
import { runCommand } from '../support/command-line.ts'
import { eventsOf } from '../support/history.ts'
import { type Fault, ModelServer } from '../support/model-server.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import { longIt } from '../support/versions.ts'

const KEY = 'sk-do-not-tell'
/** For which the agent looks at the land before it plans, where all of it is there (ticks). */
const LOOKING_TICKS = 8
const WOODEN_PICKAXE = 'trial craft_wooden_pickaxe --world text --planner llm'

const LOCAL = `${WOODEN_PICKAXE} --provider ollama --model m`

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
async function delver(line: string, env: Record<string, string> = {}, folder = newFolder()) {
  for (const [name, value] of Object.entries({ OPENAI_API_KEY: KEY, ...env }))
    vi.stubEnv(name, value)
  const command = [...line.split(' '), '--out', folder, '--json']
  const { code, stdout, stderr } = await runCommand(...command)
  return { exitCode: code, stdout, stderr, folder, events: readEvents(folder) }
}

describe('a trial with a language model', () => {
  it('asks for plans by a schema on request, and as text if the server cannot', async () => {
    server = await ModelServer.start({
      answer: ({ messages }) => scriptedAnswer(messages, 'trial'),
      lacks: ['response_format'],
    })
    const model = `--model scripted --base-url ${server.baseUrl}`
    const { exitCode, events } = await delver(`${WOODEN_PICKAXE} --structured ${model}`)
    expect(exitCode).toBe(0)
    expect(eventsOf(events, 'trial-start')[0]?.settings.llm?.answers).toBe('json')
    const asked = server.received.map(({ body }) => body.response_format?.type)
    expect(asked[0]).toBe('json_schema')
    expect(asked.slice(1)).toContain(undefined)
  })

  it('plans with the model in the text world, and records everything except the key', async () => {
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
    expect(eventsOf(events, 'trial-start')[0]?.settings).toMatchObject({
      strategy: 'deps',
      rounds: 9,
      descriptor: 'typed',
      replan: 'on-failure',
      llm: { model: 'scripted', explainer: true, time: null, maxCalls: 50 },
    })
    const calls = eventsOf(events, 'llm-call')
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
    expect(exitCode).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      end: 'no-model',
      detail: expect.stringContaining('auth'),
    })
    expect(eventsOf(events, 'llm-call').map((call) => call['error.type'])).toEqual(['auth'])
  })

  it.each([
    ['explainer', 'deps', 'obtain_diamond'],
    ['executor', 'adapt --executor react', 'craft_wooden_pickaxe'],
  ])('asks another for the part of the %s', async (role, strategy, task) => {
    const baseUrl = await scriptedServer()
    const other = await ModelServer.start({
      answer: ({ messages }) => scriptedAnswer(messages, 'trial'),
      key: { header: 'authorization', value: 'Bearer other-key' },
    })
    const own = `--${role}-model small --${role}-base-url ${other.baseUrl} --${role}-api-key-env OTHER_KEY --${role}-max-calls 90`
    const { exitCode, events } = await delver(
      `trial ${task} --world text --planner llm --strategy ${strategy} --model big --base-url ${baseUrl} ${own}`,
      { OTHER_KEY: 'other-key' },
    )
    await other.close()
    expect(exitCode).toBe(0)
    const asked = new Set(
      eventsOf(events, 'llm-call').map((call) => `${call.purpose} ${call['gen_ai.request.model']}`),
    )
    expect(asked).toEqual(new Set(['plan big', `${role === 'executor' ? 'act' : 'explain'} small`]))
    expect(other.received.length).toBeGreaterThan(0)
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

  it('ends a campaign immediately without counting its trials when the model cannot be asked', async () => {
    const baseUrl = await scriptedServer()
    const { total } = { total: TASKS.filter(({ group }) => group === 'MT1').length }
    // The key is refused from the third call on.
    server?.fail(
      ...Array<Fault | null>(2).fill(null),
      ...Array<Fault>(99).fill({ kind: 'status', status: 401 }),
    )
    const line = `trials MT1 --seeds 1 --world text --planner llm --strategy cot --model scripted --base-url ${baseUrl}`
    const stopped = await delver(line)
    expect(stopped.exitCode).toBe(3)
    expect(stopped.stderr).toMatch(/^error: the model does not answer: .*auth, 401.*$/m)
    expect(JSON.parse(stopped.stdout)).toMatchObject({ total: { trials: 2 } })
    expect(server?.received).toHaveLength(3)
    const { trials, leftOut } = readTrialSet('stopped', stopped.folder)
    expect(trials).toHaveLength(2)
    expect(leftOut).toMatchObject([{ why: 'could not reach its language model' }])
    server?.clearFaults()
    const resumed = await delver(line, {}, stopped.folder)
    expect(JSON.parse(resumed.stdout)).toMatchObject({ total: { trials: total } })
    // What was played before is not played again: it would have other times.
    expect(readTrialSet('resumed', stopped.folder).trials).toEqual(
      expect.arrayContaining([...trials]),
    )
  })

  longIt('ends a campaign immediately without a server', async () => {
    const baseUrl = await scriptedServer()
    await server?.close()
    const { exitCode, stderr } = await delver(
      `trials all --seeds 1 --world text --planner llm --strategy cot --model scripted --base-url ${baseUrl}`,
    )
    expect(exitCode).toBe(3)
    expect(stderr).toMatch(/^error: the model does not answer: .*ECONNREFUSED.*$/m)
  })

  it.each(['pause', 'charge'] as const)(
    'asks it from the practice world, whose time a call makes %s',
    async (mode) => {
      const baseUrl = await scriptedServer(() => 500)
      const { events } = await delver(
        `trial obtain:log --planner llm --perception loaded --difficulty peaceful --max-ticks 400 --llm-time ${mode} --model scripted --base-url ${baseUrl}`,
      )
      const [join] = eventsOf(events, 'join')
      const [call] = eventsOf(events, 'llm-call')
      const [plan] = eventsOf(events, 'plan')
      if (!join || !call || !plan) throw new Error(`no plan: ${JSON.stringify(events.at(-1))}`)
      expect(call.latencyMs).toBeGreaterThanOrEqual(500)
      const ticks = call.t - join.t - LOOKING_TICKS
      expect(ticks).toBe(mode === 'pause' ? 0 : Math.ceil(call.latencyMs / 50))
      expect(eventsOf(events, 'skill-start').length).toBeGreaterThan(0)
    },
    60_000,
  )
})

describe('the doctor, asked about a model', () => {
  const diagnose = async (line: string) => {
    const { code, stdout } = await runCommand(...`doctor --model thinker ${line}`.split(' '))
    const lines = stdout.trim().split('\n')
    return { code, lines: Object.fromEntries(lines.map((one) => one.split(/: (.*)/).slice(0, 2))) }
  }

  it('reports each check on a line, and the cost of a diamond', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY)
    server = await ModelServer.start({
      answer: ({ messages }) => ({ text: scriptedAnswer(messages, 'trial'), reasoning: 'hm' }),
      lacks: ['response_format'],
    })
    const { code, lines } = await diagnose(`--base-url ${server.baseUrl} --price 1,2`)
    vi.unstubAllEnvs()
    expect(code).toBe(0)
    expect(lines).toMatchObject({
      'ok     plan': expect.stringMatching(/^\d+ goals in \d+ ms$/),
      'ok     explanation': expect.stringMatching(/ in \d+ ms$/),
      'ok     streaming': 'supported',
      'ok     schema': expect.stringMatching(/^no/),
      'ok     usage': 'reported',
      'ok     reasoning': expect.stringMatching(/^included, /),
      'ok     a diamond': expect.stringMatching(/^about \$0\.\d+/),
    })
    // Nothing else was looked at.
    expect(Object.keys(lines)).not.toContain('ok     practice world')
  })

  it('reports the problem without the key', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY)
    server = await ModelServer.start({ answer: () => 'a' })
    server.fail({ kind: 'status', status: 401, message: `wrong key ${KEY}` })
    const { code, lines } = await diagnose(`--base-url ${server.baseUrl}`)
    vi.unstubAllEnvs()
    expect(code).toBe(3)
    expect(lines['WRONG  plan']).toBe(
      'the model gave no answer: auth, 401 wrong key [secret]; check the API key',
    )
    expect(server.received).toHaveLength(1)
  })

  it('says what to check when the server does not know the model', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY)
    server = await ModelServer.start({ answer: () => 'a' })
    server.fail({ kind: 'status', status: 404, message: 'no such model' })
    const { lines } = await diagnose(`--base-url ${server.baseUrl}`)
    vi.unstubAllEnvs()
    expect(lines['WRONG  plan']).toBe(
      'the model gave no answer: rejected, 404 no such model; check --model and --base-url',
    )
  })
})

describe('ADaPT in a trial', () => {
  it('records its recursion', async () => {
    const { exitCode, events } = await delver(
      'trial obtain:iron_pickaxe --world text --strategy adapt',
    )
    expect(exitCode).toBe(0)
    const steps = eventsOf(events, 'adapt')
    expect(steps[0]).toMatchObject({ what: 'try', depth: 1 })
    expect(steps.some(({ what, depth }) => what === 'split' && depth > 1)).toBe(true)
  })
})

describe('the text world', () => {
  longIt(
    'plays all tasks of DEPS with the symbolic planner; only quartz is unobtainable',
    async () => {
      const { stdout } = await delver('trials all --seeds 1 --world text')
      const { trials } = JSON.parse(stdout) as { trials: { task: string; success: boolean }[] }
      expect(trials.length).toBe(TASKS.length)
      expect(trials.filter(({ success }) => !success).map(({ task }) => task)).toEqual([
        'craft_quartz_block',
      ])
    },
  )
})

describe('options that do not go together', () => {
  it.each([
    [WOODEN_PICKAXE, /OPENAI_API_KEY.* and DELVER_MODEL or --model to be set/],
    ['trials MT1 --seeds 1 --out x --planner llm --model m', /needs OPENAI_API_KEY/],
    ['trials MT1 --seeds 1 --out x --planner llm --record y', /for a single trial/],
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
    ['trial cook_beef --planner llm --provider hal', /openai, azure, anthropic/],
    ['trial cook_beef --planner llm --provider gemini --model m', /needs GEMINI_API_KEY/],
    ['trial cook_beef --planner llm --temperature hot', /from 0 to 2/],
    ['trial cook_beef --planner llm --context-tokens 10', /at least 1024/],
    ['trial cook_beef --planner llm --price cheap', /two numbers/],
    ['trial cook_beef --planner llm --reasoning-effort vast', /minimal, low, medium, high/],
    ['trial cook_beef --no-stream', /--no-stream is for a language model/],
    ['trial cook_beef --explainer-model m', /--explainer-model is for a language model/],
    [`${LOCAL} --executor-model m`, /is for --strategy adapt with --executor react/],
    [`${LOCAL} --no-explainer --explainer-model m`, /with --strategy deps and its expl/],
    [`${LOCAL} --explainer-max-calls 4`, /need --explainer-model/],
    ['trial cook_beef --llm-time charge', /for --planner llm in the practice world/],
    ['trial cook_beef --world text --difficulty easy', /for the practice world only/],
    ['trial cook_beef --strategy magic', /deps, adapt, thread, gpt/],
  ])('delver %s ends with exit code 2 and one line', async (line, message) => {
    vi.stubEnv('OPENAI_API_KEY', undefined)
    vi.stubEnv('DELVER_MODEL', undefined)
    const { code, stderr } = await runCommand(...line.split(' '))
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })
})

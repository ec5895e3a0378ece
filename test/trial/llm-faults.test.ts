import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trialReport } from '#cli/trial-report'
import type { Settings } from '#events/settings'
import type { ModelFlags } from '#llm/settings'
import { readEvents } from '#trial/event-log'
import { eventsOf } from '../support/history.ts'
import { type Fault, ModelServer } from '../support/model-server.ts'
import { MODEL_KEY, playWithModel } from '../support/model-trial.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import { longIt } from '../support/versions.ts'

/** The server is taken for silent after this long (s). */
const SILENCE = 0.5

let server: ModelServer

beforeEach(async () => {
  server = await ModelServer.start({ answer: ({ messages }) => scriptedAnswer(messages, 'trial') })
})
afterEach(() => server.close())

type PromptMessages = Parameters<typeof scriptedAnswer>[0]
type Strategy = Pick<Settings, 'strategy'> & { executor?: Settings['executor'] }
const STRATEGIES: readonly Strategy[] = [
  { strategy: 'deps' },
  { strategy: 'adapt' },
  { strategy: 'adapt', executor: 'react' },
  { strategy: 'thread' },
]

/** A whole trial over the real client. */
async function play(
  strategy: Strategy,
  flags: ModelFlags = {},
  more: Partial<Pick<Settings, 'world' | 'maxTicks' | 'task'>> = {},
) {
  const { folder, result } = await playWithModel(server.baseUrl, { ...strategy, ...more }, flags)
  const events = readEvents(folder)
  expect(JSON.stringify(events)).not.toContain(MODEL_KEY)
  return { result, events, calls: eventsOf(events, 'llm-call'), settings: result.settings }
}

describe('a trial in the practice world', () => {
  longIt('pauses while the server is silent or broken, and ends if it stays so', async () => {
    server.fail({ kind: 'silence' }, { kind: 'status', status: 503 }, { kind: 'cut' })
    const { result, calls } = await play(
      { strategy: 'deps' },
      { timeoutSeconds: SILENCE },
      { world: 'practice' },
    )
    expect(calls.map((call) => call['error.type'])).toEqual(['timeout', 'server', 'connection'])
    expect(calls[0]?.latencyMs).toBeGreaterThanOrEqual(SILENCE * 1000)
    expect(new Set(calls.map(({ t }) => t)).size).toBe(1)
    expect(result).toMatchObject({
      end: 'no-model',
      detail: expect.stringMatching(/: connection, /),
    })
  })
})

type FaultCase = [what: string, fault: Fault, kind: string]
const FAULTS: readonly FaultCase[] = [
  ['a cut answer', { kind: 'cut' }, 'connection'],
  ['an empty answer', { kind: 'empty' }, 'empty'],
]
/** The model that all strategies ask takes these for failures in the same way. */
const MORE_FAULTS: readonly FaultCase[] = [
  ['a busy server', { kind: 'status', status: 429, headers: { 'retry-after': '3' } }, 'rate-limit'],
  ['a broken server', { kind: 'status', status: 500 }, 'server'],
  ['an answer of 5 MB', { kind: 'huge', bytes: 5_000_000 }, 'too-long'],
  ['silence', { kind: 'silence' }, 'timeout'],
  ['an answer that is no JSON', { kind: 'malformed' }, 'bad-output'],
]

describe.each(STRATEGIES)('a trial by %o', (strategy) => {
  const faults = strategy.strategy === 'deps' ? [...FAULTS, ...MORE_FAULTS] : FAULTS
  it.each(faults)(
    'gets over %s, and gives up when there is nothing else',
    async (_, fault, kind) => {
      const flags = fault.kind === 'silence' ? { timeoutSeconds: SILENCE } : {}
      server.fail(fault)
      const once = await play(strategy, flags)
      expect(once.result).toMatchObject({ success: true, end: 'success' })
      expect(once.calls[0]).toMatchObject({
        'error.type': kind,
        detail: expect.stringMatching(/\w/),
      })
      expect(once.calls[1]?.['error.type']).toBeNull()

      server.fail(...Array<Fault>(10).fill(fault))
      const always = await play(strategy, flags)
      expect(always.result).toMatchObject({
        success: false,
        // What lies in answers is the model's, what lies on the way to it is not.
        end: ['empty', 'too-long', 'bad-output'].includes(kind) ? 'gave-up' : 'no-model',
        detail: expect.stringMatching(`^the model gave no answer: ${kind}, `),
      })
      expect(always.calls.map((call) => call['error.type'])).toEqual([kind, kind, kind])
    },
  )

  it('ends with the first answer to a wrong key', async () => {
    server.fail({
      kind: 'status',
      status: 401,
      message: `Incorrect API key provided: ${MODEL_KEY}`,
    })
    const { result, calls } = await play(strategy)
    expect(result).toMatchObject({
      end: 'no-model',
      detail:
        'the model gave no answer: auth, 401 Incorrect API key provided: [secret]; check the API key',
    })
    expect(calls.map((call) => call['error.type'])).toEqual(['auth'])
  })

  it('ends when the server refuses the connection', async () => {
    await server.close()
    const { result, calls } = await play(strategy)
    expect(result).toMatchObject({
      success: false,
      end: 'no-model',
      detail: expect.stringMatching(/^the model gave no answer: connection, .*ECONNREFUSED/),
    })
    expect(calls.map((call) => call['error.type'])).toEqual(Array(3).fill('connection'))
  })

  it('retries a call up to the limit', async () => {
    const busy: Fault = { kind: 'status', status: 429, headers: { 'retry-after-ms': '1' } }
    server.fail(busy, busy)
    const { result, calls } = await play(strategy, { retries: 2 })
    expect(result.success).toBe(true)
    expect(calls[0]).toMatchObject({ attempts: 3, 'error.type': null })
  })
})

longIt('a pause that the server asks for is in the log', async () => {
  server.fail({ kind: 'status', status: 429, headers: { 'retry-after-ms': '500' } })
  const { events } = await play({ strategy: 'deps' }, { retries: 1 }, { world: 'practice' })
  const { host } = new URL(server.baseUrl)
  expect(eventsOf(events, 'llm-pause')).toMatchObject([{ purpose: 'plan', seconds: 0.5, host }])
})

describe('a model that goes in circles', () => {
  it.each(STRATEGIES.filter(({ strategy }) => strategy === 'adapt'))(
    'ends with the time of the trial: %o',
    async (strategy) => {
      await server.close()
      const circle = [
        'Step 1: have 1 furnace',
        'Step 2: have a furnace at hand',
        'Execution Order: (Step 1 OR Step 2)',
      ].join('\n')
      server = await ModelServer.start({
        answer: ({ messages }) =>
          messages[0]?.content.startsWith('You split') ? circle : 'think: task completed',
      })
      const { result, calls } = await play(strategy, {}, { maxTicks: 250 })
      expect(result).toMatchObject({ end: 'limit', success: false })
      // At temperature 0 a question is asked once, however often it comes up.
      expect(calls.length).toBeLessThan(100)
    },
  )
})

describe('an explainer with long thoughts', () => {
  const plan = (messages: PromptMessages) => scriptedAnswer(messages, '1')
  const isExplainer = (messages: PromptMessages) =>
    messages[0]?.content.startsWith('You are the explainer')

  it('has enough tokens', async () => {
    await server.close()
    server = await ModelServer.start({
      answer: ({ messages, max_tokens = 0 }) =>
        isExplainer(messages) && max_tokens < 4000
          ? { text: '', finishReason: 'length' }
          : `<think>mine({dirt:64}, null);</think>${plan(messages)}`,
    })
    const { calls, events } = await play({ strategy: 'deps' }, {}, { task: 'obtain_diamond' })
    const explained = calls.filter(({ purpose }) => purpose === 'explain')
    expect(explained.length).toBeGreaterThan(0)
    expect(eventsOf(events, 'explanation')).toHaveLength(explained.length)
    expect(JSON.stringify(eventsOf(events, 'plan'))).not.toContain('dirt')
  })

  it('without an answer is logged, counted, and not asked four times', async () => {
    await server.close()
    server = await ModelServer.start({
      answer: ({ messages }) =>
        isExplainer(messages) ? { text: '', finishReason: 'length' } : plan(messages),
    })
    const flags = { retries: 3 }
    const { calls, events, result } = await play({ strategy: 'deps' }, flags, {
      task: 'obtain_diamond',
    })
    const explained = calls.filter(({ purpose }) => purpose === 'explain')
    expect(explained.length).toBeGreaterThan(0)
    expect(Math.max(...explained.map(({ attempts }) => attempts))).toBeLessThanOrEqual(2)
    expect(eventsOf(events, 'explanation-missing')).toHaveLength(explained.length)
    expect(eventsOf(events, 'explanation-missing')[0]?.reason).toMatch(
      /^empty, .*--max-output-tokens/,
    )
    expect(result.missingExplanations).toBe(explained.length)
    expect(trialReport(result).join()).toContain(`no explanation of ${explained.length} failure`)
  })
})

describe('an explainer with a separate server', () => {
  const flags = (baseUrl: string): ModelFlags => ({
    timeoutSeconds: SILENCE,
    roles: { explainer: { model: 'explainer', baseUrl } },
  })
  let own: ModelServer
  beforeEach(async () => {
    // Its plans fail for ever, so that there is always something to explain.
    await server.close()
    server = await ModelServer.start({ answer: () => "mine({diamond:1}, 'iron_pickaxe')" })
    own = await ModelServer.start({ answer: () => 'A pickaxe is missing.' })
  })
  afterEach(() => own.close())

  it('that is unreachable ends the trial as no-model', async () => {
    await own.close()
    const { result, calls } = await play({ strategy: 'deps' }, flags(own.baseUrl))
    expect(result).toMatchObject({
      end: 'no-model',
      detail: expect.stringMatching(/^the model gave no answer: connection, .*ECONNREFUSED/),
      missingExplanations: 3,
    })
    expect(calls.map((call) => call['error.type'])).toEqual([
      ...[null, 'connection', null, 'connection', null, 'connection'],
    ])
  })

  it('that rejects the key ends the trial immediately', async () => {
    own.fail({ kind: 'status', status: 401, message: 'no such key' })
    const { result, calls } = await play({ strategy: 'deps' }, flags(own.baseUrl))
    expect(result).toMatchObject({
      end: 'no-model',
      detail: 'the model gave no answer: auth, 401 no such key; check the API key',
    })
    expect(calls).toHaveLength(2)
  })

  it('that does not know the model ends the trial immediately', async () => {
    own.fail({ kind: 'status', status: 404, message: 'no such model' })
    const { result } = await play({ strategy: 'deps' }, flags(own.baseUrl))
    expect(result).toMatchObject({ end: 'no-model', missingExplanations: 1 })
  })

  it('that sometimes fails or answers nothing does not end the trial', async () => {
    const empty: Fault = { kind: 'empty' }
    const cut: Fault = { kind: 'cut' }
    own.fail(null, cut, cut, null, empty, empty, empty, empty, cut, cut)
    const { result } = await play({ strategy: 'deps' }, flags(own.baseUrl))
    expect(result).toMatchObject({
      end: 'gave-up',
      detail: 'too many plans in a row gained nothing; the last: mine failed: missing-tool',
    })
    expect(result.missingExplanations).toBeGreaterThanOrEqual(8)
  })
})

describe('an executor with a separate server', () => {
  it('that is unreachable ends the trial as no-model', async () => {
    const own = await ModelServer.start({ answer: () => '' })
    await own.close()
    const { result } = await play(
      { strategy: 'adapt', executor: 'react' },
      { roles: { executor: { model: 'executor', baseUrl: own.baseUrl } } },
    )
    expect(result).toMatchObject({
      end: 'no-model',
      detail: expect.stringMatching(/^the model gave no answer: connection, /),
    })
  })
})

describe('failed calls of planner and explainer on one server', () => {
  it('count together', async () => {
    await server.close()
    server = await ModelServer.start({ answer: () => "mine({diamond:1}, 'iron_pickaxe')" })
    const down: Fault = { kind: 'status', status: 503 }
    server.fail(null, down, down, down)
    const { result, calls } = await play({ strategy: 'deps' })
    expect(result.end).toBe('no-model')
    expect(calls.map(({ purpose }) => purpose)).toEqual(['plan', 'explain', 'plan', 'plan'])
  })
})

describe('the settings of a trial', () => {
  it("name the model's server without secrets", async () => {
    const { hostname } = new URL(server.baseUrl)
    const { settings } = await play(
      { strategy: 'adapt', executor: 'react' },
      { baseUrl: `${server.baseUrl}?key=${MODEL_KEY}` },
    )
    expect(settings).toMatchObject({
      strategy: 'adapt',
      executor: 'react',
      llm: { model: 'scripted', server: hostname, replayed: false },
    })
  })

  it('say when answers are replayed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'delver-cassette-')), 'calls.jsonl')
    const strategy = { strategy: 'adapt' } as const
    const recorded = await play(strategy, { record: file })
    await server.close()
    const played = await play(strategy, { replayCalls: file })
    expect(recorded.settings.llm?.replayed).toBe(false)
    expect(played.settings.llm).toMatchObject({ server: null, replayed: true })
    expect(played.result).toMatchObject({ success: true, ticks: recorded.result.ticks })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_NAMES } from '#llm/api'
import { HttpTransport } from '#llm/http-transport'
import type { ServerSettings } from '#llm/server-settings'
import type { TransportRequest } from '#llm/transport'
import { type Fault, ModelServer, words } from '../support/model-server.ts'

const KEY = 'sk-test-0123456789abcdef'
const PLAN = 'mine({log:3}, null); craft({planks:4}, {log:1}, null);'

const request: TransportRequest = {
  purpose: 'plan',
  messages: [{ role: 'user', content: 'obtain a wooden pickaxe' }],
  schema: null,
  tools: [],
  mustCall: false,
  maxOutputTokens: 500,
  maxThinkingTokens: 500,
  temperature: null,
  thinksAloud: false,
  stop: [],
}

let server: ModelServer
let pauses: number[]

beforeEach(async () => {
  server = await ModelServer.start({ answer: () => PLAN })
  pauses = []
})
afterEach(() => server.close())

function client(options: Partial<ServerSettings> = {}, key = KEY): Promise<HttpTransport> {
  const settings: ServerSettings = {
    api: 'chat',
    cacheKey: false,
    model: 'test-model',
    baseUrl: server.baseUrl,
    contextTokens: 8000,
    firstTokenMs: 60_000,
    timeoutMs: 5000,
    callMs: 120_000,
    retries: 2,
    backOff: { baseMs: 500, maxMs: 60_000 },
    maxAnswerChars: 10_000,
    stream: true,
    reasoningEffort: null,
    keyHeader: 'authorization',
    limitName: 'max_tokens',
    ...options,
  }
  return HttpTransport.open(settings, key, async (ms) => {
    pauses.push(ms)
  })
}

async function send(options: Partial<ServerSettings> = {}, signal = new AbortController().signal) {
  return (await client(options)).send(request, signal)
}

function repeated(fault: Fault): void {
  server.fail(fault, fault, fault)
}

const WAYS = API_NAMES.flatMap((api) => [
  { api, way: 'streamed', stream: true },
  { api, way: 'whole', stream: false },
])

describe.each(WAYS)('a server with the API $api whose answers come $way', ({ api, stream }) => {
  it('answers without faults', async () => {
    const reply = await send({ api, stream })
    expect(reply).toMatchObject({
      outcome: { ok: true, text: PLAN, finishReason: 'stop' },
      usage: {
        inputTokens: words('obtain a wooden pickaxe'),
        outputTokens: words(PLAN),
        estimated: false,
      },
      responseModel: 'test-model-served',
      attempts: 1,
    })
    expect(server.received[0]?.body.stream).toBe(stream)
    expect(server.received[0]?.authorization).toContain(KEY)
  })

  it.each<[string, Fault]>([
    ['server', { kind: 'status', status: 500, message: 'out of memory' }],
    ['server', { kind: 'status', status: 503 }],
    ['rate-limit', { kind: 'status', status: 429 }],
    ['timeout', { kind: 'status', status: 408 }],
    ['connection', { kind: 'cut' }],
    ['empty', { kind: 'empty' }],
    ['bad-output', { kind: 'malformed' }],
    ['bad-output', { kind: 'no-completion' }],
  ])('tries again after a passing fault: %s, %o', async (kind, fault) => {
    repeated(fault)
    expect(await send({ api, stream })).toMatchObject({
      outcome: { ok: false, failure: { kind } },
      attempts: 3,
    })
    server.fail(fault)
    expect(await send({ api, stream })).toMatchObject({
      outcome: { ok: true, text: PLAN },
      attempts: 2,
    })
  })

  it.each<[string, Fault]>([
    ['auth', { kind: 'status', status: 401, message: 'Incorrect API key' }],
    ['auth', { kind: 'status', status: 403 }],
    ['rejected', { kind: 'status', status: 404, message: 'The model does not exist' }],
    ['rejected', { kind: 'status', status: 400, message: 'messages are wrong' }],
    ['rate-limit', { kind: 'status', status: 429, code: 'insufficient_quota' }],
    ['rate-limit', { kind: 'status', status: 402, message: 'Insufficient Balance' }],
    [
      'window',
      { kind: 'status', status: 400, message: "This model's maximum context length is 10 tokens" },
    ],
    ['too-long', { kind: 'huge', bytes: 5_000_000 }],
    ['too-long', { kind: 'huge', bytes: 20_000 }],
  ])('does not ask again after a lasting one: %s, %o', async (kind, fault) => {
    server.fail(fault)
    const { outcome, attempts } = await send({ api, stream })
    expect(outcome).toMatchObject({ ok: false, failure: { kind } })
    expect(attempts).toBe(1)
    expect(server.received).toHaveLength(1)
    expect(pauses).toEqual([])
  })

  it('ends an attempt with a silent server and tries again', async () => {
    server.fail({ kind: 'silence' }, { kind: 'silence-midway' })
    const reply = await send({ api, stream, timeoutMs: 250 })
    expect(reply).toMatchObject({ outcome: { ok: true, text: PLAN }, attempts: 3 })
    repeated({ kind: 'silence' })
    expect(await send({ api, stream, timeoutMs: 30 })).toMatchObject({
      outcome: { failure: { kind: 'timeout', detail: 'the server was silent for 30 ms' } },
      attempts: 3,
    })
  })

  it('reports a refused connection', async () => {
    await server.close()
    const { outcome, attempts } = await send({ api, stream })
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'connection' } })
    expect(JSON.stringify(outcome)).toContain('ECONNREFUSED')
    expect(attempts).toBe(3)
  })

  it('stops at once when the signal fires', async () => {
    const stop = new AbortController()
    server.fail({ kind: 'silence' })
    const reply = send({ api, stream }, stop.signal)
    await until(() => server.received.length === 1)
    stop.abort()
    expect(await reply).toMatchObject({
      outcome: { failure: { kind: 'aborted' } },
      attempts: 1,
    })
    expect(await send({ api, stream }, stop.signal)).toMatchObject({
      outcome: { failure: { kind: 'aborted' } },
      attempts: 0,
    })
    expect(server.received).toHaveLength(1)
  })
})

describe.each(API_NAMES)('a streamed answer (%s)', (api) => {
  it('fails when the connection closes within it', async () => {
    repeated({ kind: 'unfinished' })
    const { outcome } = await send({ api })
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: 'connection', detail: 'the connection closed within the answer' },
    })
  })
})

describe.each(API_NAMES)('an answer that never ends (%s)', (api) => {
  it('is given up at the time limit, although it is never silent', async () => {
    repeated({ kind: 'drip' })
    expect(await send({ api, callMs: 300 })).toMatchObject({
      outcome: { failure: { kind: 'timeout', detail: 'the answer did not end in time' } },
      attempts: 1,
    })
  })
})

describe.each(API_NAMES)('a server that redirects (%s)', (api) => {
  it('is not followed, because the redirect would leak the key', async () => {
    const elsewhere = await ModelServer.start({ answer: () => 'give me the key' })
    const location = `${elsewhere.baseUrl}/chat/completions`
    server.fail({ kind: 'status', status: 307, headers: { location } })
    const { outcome } = await send({ api, retries: 0 })
    await elsewhere.close()
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'connection' } })
    expect(elsewhere.received).toEqual([])
  })
})

describe('pauses between attempts', () => {
  it('grow, up to a limit', async () => {
    server.fail(...Array<Fault>(6).fill({ kind: 'status', status: 500 }))
    await send({ retries: 5, backOff: { baseMs: 100, maxMs: 700 } })
    expect(pauses).toHaveLength(5)
    for (const [index, least] of [100, 200, 400].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least)
      expect(pauses[index]).toBeLessThan(least * 1.25)
    }
    expect(pauses.slice(3)).toEqual([700, 700])
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '1234' }, 1234],
    [{ 'retry-after': '60' }, 60_000],
  ])('are as the server asks, within reason: %o', async (headers, ms) => {
    server.fail({ kind: 'status', status: 429, headers })
    expect(await send()).toMatchObject({ outcome: { ok: true }, attempts: 2 })
    expect(pauses).toEqual([ms])
  })

  it('are not longer than the limit: the call ends with what the server asks', async () => {
    const busy: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '86400' } }
    server.fail(busy)
    const { outcome, attempts } = await send()
    const { host } = new URL(server.baseUrl)
    expect(outcome).toMatchObject({
      failure: {
        kind: 'rate-limit',
        detail: expect.stringMatching(
          `^${host} asks to wait 86400 seconds, and Delver waits at most 60: 429`,
        ),
      },
    })
    expect({ attempts, pauses }).toEqual({ attempts: 1, pauses: [] })
  })

  it('are reported when the server asks for them, without the key', async () => {
    const headers = { 'retry-after': '30' }
    const own: Fault = { kind: 'status', status: 500 }
    server.fail({ kind: 'status', status: 429, headers, message: `too many by ${KEY}` }, own)
    const heard: unknown[] = []
    const { signal } = new AbortController()
    await (await client()).send(request, signal, { onPause: (pause) => heard.push(pause) })
    expect(pauses).toHaveLength(2)
    const { host } = new URL(server.baseUrl)
    expect(heard).toEqual([{ seconds: 30, host, detail: '429 too many by [secret]' }])
  })

  it('do not begin when they would exceed the time of the call', async () => {
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '30' } })
    expect(await send({ callMs: 20_000 })).toMatchObject({
      outcome: { failure: { kind: 'rate-limit' } },
      attempts: 1,
    })
    expect(pauses).toEqual([])
  })

  it('last until the date in the server’s header', async () => {
    const headers = { 'retry-after': new Date(Date.now() + 20_000).toUTCString() }
    server.fail({ kind: 'status', status: 503, headers })
    await send()
    expect(pauses[0]).toBeGreaterThan(15_000)
    expect(pauses[0]).toBeLessThanOrEqual(20_000)
  })
})

describe.each(API_NAMES)('a key (%s)', (api) => {
  const quoting = (text: string): Fault => ({ kind: 'status', status: 401, message: text })

  it('is hidden in failures, although the server quotes it', async () => {
    server.fail(quoting(`Incorrect API key provided: ${KEY}. See Bearer ${KEY}`))
    const { outcome } = await send({ api })
    expect(JSON.stringify(outcome)).not.toContain(KEY)
    expect(outcome).toMatchObject({
      failure: { detail: '401 Incorrect API key provided: [secret]. See [secret]' },
    })
  })

  it('is hidden in failures, also in an unusual form or partly masked', async () => {
    server.fail(quoting('wrong key: hunter2-and-more'), quoting('wrong key: sk-abc1****wxyz'))
    const odd = await client({ api }, 'hunter2-and-more')
    const { signal } = new AbortController()
    const details = [await odd.send(request, signal), await odd.send(request, signal)]
    expect(details.map(({ outcome }) => !outcome.ok && outcome.failure.detail)).toEqual([
      '401 wrong key: [secret]',
      '401 wrong key: [secret]',
    ])
  })

  it('is hidden in failures, also where a long message is cut off', async () => {
    for (let before = 280; before < 300; before++) server.fail(quoting('x'.repeat(before) + KEY))
    for (let count = 0; count < 20; count++)
      expect(JSON.stringify(await send({ api }))).not.toContain(KEY.slice(0, 3))
  })

  it('is hidden in answers', async () => {
    const echo = await ModelServer.start({ answer: () => `craft() # ${KEY}` })
    const { outcome } = await send({ api, baseUrl: echo.baseUrl })
    await echo.close()
    expect(outcome).toMatchObject({ ok: true, text: 'craft() # [secret]' })
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

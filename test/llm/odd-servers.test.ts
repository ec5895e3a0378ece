import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_NAMES, type ApiName } from '#llm/api'
import { HttpTransport } from '#llm/http-transport'
import type { TransportReply, TransportRequest } from '#llm/transport'
import { MODEL_FORMS, type Said } from '../support/model-forms.ts'

/** What servers really send, byte by byte: pings, comments, cut characters, calls of tools that are no JSON. */
const PLAN = 'mine({log:3}, null) # naïve 木 🌲'

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

type Answer = (response: ServerResponse) => void | Promise<void>

let server: Server
/** The answers to the next requests; the last one is repeated. */
let answers: Answer[]
let pauses: number[]

beforeEach(async () => {
  pauses = []
  server = createServer(async (incoming, response) => {
    for await (const _ of incoming);
    await (answers.length > 1 ? answers.shift() : answers[0])?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function send(
  api: ApiName,
  stream: boolean,
  wanted: Partial<TransportRequest> = {},
): Promise<TransportReply> {
  const { port } = server.address() as AddressInfo
  const settings = {
    ...{ api, stream, cacheKey: false, model: 'm', baseUrl: `http://127.0.0.1:${port}/v1` },
    ...{ contextTokens: 8000, firstTokenMs: 60_000, timeoutMs: 5000, callMs: 60_000, retries: 2 },
    ...{ backOff: { baseMs: 1, maxMs: 60_000 }, maxAnswerChars: 10_000, reasoningEffort: null },
    ...({ keyHeader: 'authorization', limitName: 'max_tokens' } as const),
  }
  const client = await HttpTransport.open(settings, 'sk-test-0123456789', async (ms) => {
    pauses.push(ms)
  })
  return client.send({ ...request, ...wanted }, new AbortController().signal)
}

/** All lines of a streamed answer. */
function lines(api: ApiName, said: Said): string {
  const form = MODEL_FORMS[api]
  const pieces = said.text.match(/\S+\s*|\s+/g) ?? []
  const events = [
    ...form.begin('m'),
    ...pieces.flatMap((piece) => form.piece(piece)),
    ...form.rest('m', said, { prompt: 5, completion: 7 }),
  ]
  return events.map((event) => form.encode(event, 'm')).join('') + form.last
}

const streamed =
  (text: string | Buffer, type = 'text/event-stream'): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': type })
    response.end(text)
  }

/** Sends a text in pieces of some bytes, each in a packet of its own. */
const inBytes =
  (text: string, size: number, upTo = Number.POSITIVE_INFINITY): Answer =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.socket?.setNoDelay(true)
    const bytes = Buffer.from(text)
    const end = Math.min(bytes.length, upTo)
    for (let from = 0; from < end; from += size) {
      response.write(bytes.subarray(from, Math.min(end, from + size)))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (end === bytes.length) response.end()
    else response.socket?.destroy()
  }

const whole =
  (body: object): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

const call = (given: string, name = 'mine', id = 'call_1') => ({ id, name, arguments: given })

describe.each(API_NAMES)('an answer in the API %s', (api) => {
  it('arrives intact when packets end within characters', async () => {
    for (const size of [1, 3, 7]) {
      answers = [inBytes(lines(api, { text: PLAN }), size)]
      expect((await send(api, true)).outcome).toMatchObject({ ok: true, text: PLAN })
    }
  })

  it('is requested again when the connection breaks within a character', async () => {
    const text = lines(api, { text: PLAN })
    const within = Buffer.from(text).indexOf(Buffer.from('🌲')) + 2
    answers = [inBytes(text, 64, within), streamed(text)]
    expect(await send(api, true)).toMatchObject({ outcome: { ok: true, text: PLAN }, attempts: 2 })
  })

  it('is read between comments, pings, CRLF, a byte order mark and empty events', async () => {
    const plain = lines(api, { text: PLAN })
    const noisy = plain
      .split('\n\n')
      .join('\n\n: keep-alive\n\nevent: ping\ndata: {"type": "ping"}\n\n\n:\n\n')
    const forms = [
      noisy.replaceAll('event: ping\ndata: {"type": "ping"}\n\n', api === 'chat' ? '' : '$&'),
      plain.replaceAll('\n', '\r\n'),
      `\uFEFF${plain}`,
      plain.replaceAll('data: ', 'data:').replaceAll('event: ', 'event:'),
      `retry: 3000\n\n${plain.replaceAll('data: ', 'id: 7\ndata: ')}`,
    ]
    for (const form of forms) {
      answers = [streamed(form)]
      expect((await send(api, true)).outcome).toMatchObject({ ok: true, text: PLAN })
    }
  })

  it('may have calls whose arguments are no JSON, and calls of unknown tools', async () => {
    for (const given of ['{"log": 3', 'log 3', '', '[]', '{"a":"\\ud800"}']) {
      const said = { text: '', calls: [call(given, 'fly'), call('{}', 'mine', 'call_2')] }
      answers = [streamed(lines(api, { ...said, finishReason: 'tool_calls' }))]
      const { outcome } = await send(api, true)
      expect(outcome).toMatchObject({ ok: true, calls: [{ name: 'fly' }, { name: 'mine' }] })
    }
  })

  it('may be one line of a megabyte, which is refused or cut, not read twice', async () => {
    const text = Array.from({ length: 150_000 }, (_, index) => String(index)).join(' ')
    const form = MODEL_FORMS[api]
    const one = [...form.begin('m'), ...form.piece(text), ...form.rest('m', { text }, null)]
    const body = one.map((event) => form.encode(event, 'm')).join('') + form.last
    answers = [streamed(body)]
    expect(await send(api, true)).toMatchObject({
      outcome: { ok: false, failure: { kind: 'too-long' } },
      attempts: 1,
    })
    answers = [whole(form.whole('m', { text }, null))]
    expect(await send(api, false)).toMatchObject({
      outcome: { ok: false, failure: { kind: 'too-long' } },
      attempts: 1,
    })
  })

  it('counts tokens itself where usage is missing or no number', async () => {
    const form = MODEL_FORMS[api]
    const without = form.whole('m', { text: PLAN }, null)
    for (const body of [without, { ...without, usage: { prompt_tokens: 'many' } }]) {
      answers = [whole(body)]
      expect(await send(api, false)).toMatchObject({
        outcome: { ok: true, text: PLAN },
        usage: { estimated: true, inputTokens: expect.any(Number) },
      })
    }
  })

  it('is waited for as long as the server asks', async () => {
    const busy =
      (status: number, after: string): Answer =>
      (response) => {
        response.writeHead(status, { 'retry-after': after, 'content-type': 'text/html' })
        response.end('<html>busy</html>')
      }
    answers = [busy(429, '7'), busy(503, '2'), streamed(lines(api, { text: PLAN }))]
    expect(await send(api, true)).toMatchObject({ outcome: { ok: true }, attempts: 3 })
    expect(pauses).toEqual([7000, 2000])
  })

  it('is an error of the server when it is a web page', async () => {
    const page = '<!doctype html><html><head><title>Welcome</title></head><body>x</body></html>'
    for (const stream of [true, false]) {
      answers = [streamed(page, 'text/html; charset=utf-8')]
      expect((await send(api, stream)).outcome).toEqual({
        ok: false,
        failure: {
          kind: 'server',
          detail: 'the answer is a web page, not one of the API; check --base-url',
        },
      })
    }
    answers = [
      (response) => {
        response.writeHead(404, { 'content-type': 'text/html' })
        response.end(page)
      },
    ]
    expect((await send(api, true)).outcome).toEqual({
      ok: false,
      failure: {
        kind: 'rejected',
        detail: '404 a web page "Welcome", not an answer of the API; check --base-url',
      },
    })
    // Streams of events that are called HTML are read.
    answers = [streamed(lines(api, { text: PLAN }), 'text/html')]
    expect((await send(api, true)).outcome).toMatchObject({ ok: true, text: PLAN })
  })

  it('is read when the server ignores the choice of streaming', async () => {
    answers = [whole(MODEL_FORMS[api].whole('m', { text: PLAN }, null))]
    expect((await send(api, true)).outcome).toMatchObject({ ok: true, text: PLAN })
    answers = [streamed(lines(api, { text: PLAN }))]
    expect((await send(api, false)).outcome).toMatchObject({ ok: true, text: PLAN })
  })
})

describe('errors within a stream', () => {
  const start = (api: ApiName) => {
    const form = MODEL_FORMS[api]
    return [...form.begin('m'), ...form.piece('mine')]
      .map((event) => form.encode(event, 'm'))
      .join('')
  }
  it.each<[ApiName, string, string]>([
    ['chat', 'data: {"error":{"message":"overloaded","code":503}}\n\n', 'server'],
    [
      'chat',
      'data: {"error":{"message":"Rate limit","code":"rate_limit_exceeded","type":"x"}}\n\n',
      'rate-limit',
    ],
    [
      'responses',
      'event: error\ndata: {"type":"error","code":"server_error","message":"overloaded"}\n\n',
      'server',
    ],
    [
      'responses',
      'event: error\ndata: {"type":"error","code":"rate_limit_exceeded","message":"slow"}\n\n',
      'rate-limit',
    ],
    [
      'anthropic',
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      'server',
    ],
  ])('are tried again: %s %s', async (api, error, kind) => {
    answers = [streamed(start(api) + error)]
    expect(await send(api, true)).toMatchObject({ outcome: { failure: { kind } }, attempts: 3 })
    answers = [streamed(start(api) + error), streamed(lines(api, { text: PLAN }))]
    expect(await send(api, true)).toMatchObject({ outcome: { ok: true }, attempts: 2 })
  })
})

describe('chat completions of other servers', () => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

  it('may have no choices in some chunks, or in all', async () => {
    const empty = 'data: {"choices":[]}\n\n'
    answers = [streamed(`${empty}${lines('chat', { text: PLAN })}`)]
    expect((await send('chat', true)).outcome).toMatchObject({ ok: true, text: PLAN })
    for (const stream of [true, false]) {
      answers = [stream ? streamed(`${empty}data: [DONE]\n\n`) : whole({ choices: [] })]
      const { outcome, attempts } = await send('chat', stream)
      expect(outcome).toMatchObject({ ok: false })
      expect(attempts).toBe(3)
    }
  })

  it('may have arguments that are objects', async () => {
    const called = [{ id: 'a', function: { name: 'mine', arguments: { log: 3 } } }]
    answers = [
      whole({
        choices: [{ message: { content: null, tool_calls: called }, finish_reason: 'stop' }],
      }),
    ]
    expect((await send('chat', false)).outcome).toMatchObject({
      ok: true,
      calls: [{ name: 'mine', arguments: '{"log":3}' }],
    })
  })

  it('may have the text in parts', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'wood first' }] },
      { type: 'text', text: PLAN },
    ]
    answers = [whole({ choices: [{ message: { content }, finish_reason: 'stop' }] })]
    expect(await send('chat', false)).toMatchObject({
      outcome: { ok: true, text: PLAN },
      thoughts: 'wood first',
    })
    answers = [streamed(chunk({ content }) + chunk({ content: ' # end' }, 'stop'))]
    expect(await send('chat', true)).toMatchObject({
      outcome: { ok: true, text: `${PLAN} # end` },
      thoughts: 'wood first',
    })
  })

  it('may give several calls the same index, as Gemini does', async () => {
    const one = (id: string, given: string) =>
      chunk({
        tool_calls: [
          { index: 0, id, type: 'function', function: { name: 'mine', arguments: given } },
        ],
      })
    answers = [streamed(one('a', '{"log":3}') + one('b', '{"stone":1}') + chunk({}, 'tool_calls'))]
    expect((await send('chat', true)).outcome).toMatchObject({
      ok: true,
      calls: [{ arguments: '{"log":3}' }, { arguments: '{"stone":1}' }],
    })
  })

  it('may repeat the id in each piece of a call', async () => {
    const piece = (given: string) =>
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'mine', arguments: given } }] })
    answers = [streamed(piece('{"log"') + piece(':3}') + chunk({}, 'tool_calls'))]
    expect((await send('chat', true)).outcome).toMatchObject({
      ok: true,
      calls: [{ arguments: '{"log":3}' }],
    })
  })
})

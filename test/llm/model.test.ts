import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { eventSchema } from '#events/events'
import { type CallEvent, callEventSchema } from '#llm/call-event'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { messageTokens } from '#llm/tokens'
import { ModelServer, type ModelServerOptions, words } from '../support/model-server.ts'

const KEY = 'sk-test-0123456789abcdef'
const PROMPT = 'Obtain a wooden pickaxe.'
const ask: ModelRequest = { purpose: 'plan', messages: [{ role: 'user', content: PROMPT }] }
const planSchema = z.object({ goals: z.array(z.string()).max(9), done: z.boolean() })

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(options: ModelServerOptions, flags: ModelFlags = {}) {
  const server = await ModelServer.start(options)
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'test-model' }
  const chosen = modelSettingsFromEnv(env, flags)
  if (!chosen.ok) throw new Error(chosen.message)
  const { settings } = chosen
  const backOff = { baseMs: 1, maxMs: 2 }
  const calls: CallEvent[] = []
  const opened = await openModel(
    { ...settings, server: { ...settings.server, backOff } },
    { onCall: (call) => calls.push(callEventSchema.parse(call)) },
  )
  open.push(opened, server)
  const stop = new AbortController()
  return { server, calls, stop, model: opened.model, settings }
}

describe('a call', () => {
  it('returns text and is an event', async () => {
    const { model, calls, stop } = await start({ answer: () => 'mine({log:1}, null);' })
    const result = await model.complete(
      { ...ask, temperature: 0, maxOutputTokens: 77 },
      stop.signal,
    )
    expect(result).toMatchObject({
      ok: true,
      text: 'mine({log:1}, null);',
      finishReason: 'stop',
      usage: { inputTokens: words(PROMPT), outputTokens: 2, estimated: false },
    })
    expect(calls).toEqual([
      {
        type: 'llm-call',
        purpose: 'plan',
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'test-model',
        'gen_ai.request.max_tokens': 77,
        'gen_ai.request.temperature': 0,
        'gen_ai.response.model': 'test-model-served',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': words(PROMPT),
        'gen_ai.usage.cache_read.input_tokens': null,
        'gen_ai.usage.cache_creation.input_tokens': null,
        'gen_ai.usage.reasoning.output_tokens': null,
        'gen_ai.usage.output_tokens': 2,
        usageEstimated: false,
        thoughts: '',
        'error.type': null,
        detail: '',
        attempts: 1,
        droppedMessages: 0,
        latencyMs: expect.any(Number),
        dollars: null,
      },
    ])
    expect(eventSchema.parse({ ...calls[0], v: 1, t: 0, wall: 0 })).toMatchObject(calls[0] ?? {})
  })

  it('that fails is also an event', async () => {
    const { model, server, calls, stop } = await start({ answer: () => 'never' })
    server.fail({ kind: 'status', status: 401, message: `wrong key ${KEY}` })
    const failure = { kind: 'auth', detail: '401 wrong key [secret]' }
    expect(await model.complete(ask, stop.signal)).toEqual({ ok: false, failure })
    expect(calls[0]).toMatchObject({ 'error.type': 'auth', detail: failure.detail, attempts: 1 })
    expect(calls[0]?.['gen_ai.usage.input_tokens']).toBeNull()
  })

  it('counts its tokens itself where the server does not report them', async () => {
    const { model, calls, stop } = await start({ answer: () => 'one two three', usage: false })
    await model.complete(ask, stop.signal)
    expect(calls[0]).toMatchObject({
      'gen_ai.usage.input_tokens': messageTokens({ role: 'user', content: PROMPT }),
      'gen_ai.usage.output_tokens': 3,
      usageEstimated: true,
    })
  })

  it('reports when the answer was cut off at its limit', async () => {
    const answer = () => ({ text: 'craft({sti', finishReason: 'length' })
    const { model, calls, stop } = await start({ answer })
    expect(await model.complete(ask, stop.signal)).toMatchObject({
      ok: true,
      text: 'craft({sti',
      finishReason: 'length',
    })
    expect(calls[0]?.['gen_ai.response.finish_reasons']).toEqual(['length'])
  })

  it('can be aborted while the server works', async () => {
    const { model, server, calls, stop } = await start({ answer: () => 'never' })
    server.fail({ kind: 'silence' })
    const result = model.complete(ask, stop.signal)
    while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await result).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    expect(await model.complete(ask, stop.signal)).toMatchObject({ failure: { kind: 'aborted' } })
    expect(calls.map((call) => call['error.type'])).toEqual(['aborted', 'aborted'])
  })

  it('runs concurrently with others', async () => {
    const { model, stop } = await start({ answer: ({ messages }) => `to ${messages[0]?.content}` })
    const asked = ['a', 'b', 'c'].map((content) =>
      model.complete({ purpose: 'plan', messages: [{ role: 'user', content }] }, stop.signal),
    )
    const texts = (await Promise.all(asked)).map((result) => result.ok && result.text)
    expect(texts).toEqual(['to a', 'to b', 'to c'])
  })

  it('never reveals its key', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug')
    const levels = ['debug', 'info', 'log', 'warn', 'error'] as const
    const printed = levels.map((level) => vi.spyOn(console, level).mockReturnValue())
    const { model, server, calls, stop, settings } = await start({ answer: () => `ok ${KEY}` })
    const results = [await model.complete(ask, stop.signal)]
    server.fail({ kind: 'status', status: 400, message: KEY }, { kind: 'cut' }, { kind: 'empty' })
    results.push(await model.complete(ask, stop.signal), await model.complete(ask, stop.signal))
    expect(server.received[0]?.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify({ results, calls, settings })).not.toContain(KEY)
    expect(`${settings.key}`).toBe('[secret]')
    expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
})

describe('a dialogue too long for the window', () => {
  const turn = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content })
  const long = 'word '.repeat(200)

  it('loses its oldest exchanges, and the event counts the dropped messages', async () => {
    const flags = { contextTokens: 800, maxOutputTokens: 100 }
    const { model, server, calls, stop } = await start({ answer: () => 'ok' }, flags)
    const messages = [
      turn('system', 'rules'),
      turn('user', 'task'),
      turn('assistant', `first plan ${long}`),
      turn('user', `first failure ${long}`),
      turn('assistant', `second plan ${long}`),
      { ...turn('user', 'second failure'), pinned: true },
      turn('assistant', `third plan ${long}`),
      turn('user', 'third failure'),
    ]
    await model.complete({ purpose: 'plan', messages }, stop.signal)
    const sent = server.received[0]?.body.messages.map(({ content }) => content.slice(0, 12).trim())
    expect(sent).toEqual([
      'rules',
      'task',
      'second plan',
      'second failu',
      'third plan w',
      'third failur',
    ])
    expect(calls[0]?.droppedMessages).toBe(2)
  })

  it('is not sent when the messages that must stay are too long', async () => {
    const flags = { contextTokens: 200, maxOutputTokens: 100 }
    const { model, server, stop } = await start({ answer: () => 'ok' }, flags)
    const result = model.complete({ purpose: 'plan', messages: [turn('user', long)] }, stop.signal)
    expect(await result).toMatchObject({ ok: false, failure: { kind: 'window' } })
    expect(server.received).toEqual([])
  })
})

describe('an answer by a schema', () => {
  const goals = { goals: ['mine', 'craft'], done: false }
  const structured = { ...ask, schema: planSchema }

  it('is an object', async () => {
    const { model, server, stop } = await start({ answer: () => JSON.stringify(goals) })
    expect(await model.complete(structured, stop.signal)).toMatchObject({ ok: true, object: goals })
    expect(server.received[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'plan',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            goals: { type: 'array', maxItems: 9, items: { type: 'string' } },
            done: { type: 'boolean' },
          },
          required: ['goals', 'done'],
          additionalProperties: false,
        },
      },
    })
  })

  it('is read from a code fence', async () => {
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify(goals)}\n\`\`\``
    const { model, stop } = await start({ answer: () => text })
    expect(await model.complete(structured, stop.signal)).toMatchObject({ text, object: goals })
  })

  it.each(['{"goals": "all", "done": 1}', 'mine({log:1}, null);', '{', '}{'])(
    'is only text when it does not match the schema: %s',
    async (text) => {
      const { model, stop } = await start({ answer: () => text })
      const result = await model.complete(structured, stop.signal)
      expect(result).toMatchObject({ ok: true, text })
      expect(result).not.toHaveProperty('object')
    },
  )

  it('is not requested again where the server does not support schemas', async () => {
    const options = { answer: () => 'mine({log:1}, null);', lacks: ['response_format'] as const }
    const { model, server, calls, stop } = await start(options)
    for (let count = 0; count < 2; count++)
      expect(await model.complete(structured, stop.signal)).toMatchObject({ ok: true })
    expect(calls.map(({ attempts }) => attempts)).toEqual([2, 1])
    const asked = server.received.map(({ body }) => body.response_format !== undefined)
    expect(asked).toEqual([true, false, false])
  })

  it('is no longer requested where the server refuses without a reason', async () => {
    const { model, server, calls, stop } = await start({ answer: () => 'plain' })
    server.fail({ kind: 'status', status: 400, message: 'bad request' })
    expect(await model.complete(structured, stop.signal)).toMatchObject({ ok: true, text: 'plain' })
    expect(calls[0]?.attempts).toBe(2)
  })
})

describe('an unsupported parameter of the API', () => {
  it.each([
    ['stream_options', 'stream_options', 'stream'],
    ['stream', 'stream', 'model'],
    ['max_tokens', 'max_tokens', 'max_completion_tokens'],
    ['temperature', 'temperature', 'max_tokens'],
  ] as const)('is not asked for again: %s', async (lack, without, still) => {
    const { model, server, calls, stop } = await start({ answer: () => 'fine', lacks: [lack] })
    const request = { ...ask, temperature: 0.5, maxOutputTokens: 300 }
    for (let count = 0; count < 2; count++)
      expect(await model.complete(request, stop.signal)).toMatchObject({ ok: true, text: 'fine' })
    expect(calls.map(({ attempts }) => attempts)).toEqual([2, 1])
    const { body } = server.received[2] ?? {}
    expect(server.received[0]?.body[without]).toBeTruthy()
    expect(body?.[without]).toBeFalsy()
    expect(body?.[still]).toBeTruthy()
  })

  it('may be every optional parameter at once', async () => {
    const lacks = [
      'response_format',
      'stream_options',
      'stream',
      'max_tokens',
      'temperature',
    ] as const
    const { model, calls, stop } = await start({ answer: () => '{"goals":[],"done":true}', lacks })
    const request = { ...ask, temperature: 0.5, schema: planSchema }
    expect(await model.complete(request, stop.signal)).toMatchObject({ object: { done: true } })
    expect(calls[0]?.attempts).toBeGreaterThan(3)
  })
})

describe('a stop sequence', () => {
  const request = { ...ask, purpose: 'thread', thinksAloud: true, stop: ['=>', 'STOP'] }
  const ANSWER = 'x = 1\nI need a log. => I made it up. STOP'

  it.each([
    ['is applied by the server', {}, 1, ['=>', 'STOP']],
    [
      'is applied by the client where the server ignores it',
      { ignoresStop: true },
      1,
      ['=>', 'STOP'],
    ],
    ['is applied by the client where the server refuses it', { lacks: ['stop'] }, 2, undefined],
    [
      'is applied by the client where the server refuses it and does not stream',
      { lacks: ['stop', 'stream'] },
      3,
      undefined,
    ],
  ] as const)('%s', async (_, options, attempts, sent) => {
    const { model, server, calls, stop } = await start({ answer: () => ANSWER, ...options })
    for (let count = 0; count < 2; count++)
      expect(await model.complete(request, stop.signal)).toMatchObject({
        ok: true,
        text: expect.stringMatching(/^x = 1\nI need a log. ?$/),
        finishReason: 'stop',
      })
    expect(calls.map((call) => call.attempts)).toEqual([attempts, 1])
    expect(server.received.at(-1)?.body.stop).toEqual(sent)
  })

  it('within a thought does not end the answer', async () => {
    const { model, stop } = await start({
      answer: () => `<think>a => b STOP</think>${ANSWER}`,
      ignoresStop: true,
    })
    const result = await model.complete(request, stop.signal)
    expect(result).toMatchObject({ text: expect.stringMatching(/^x = 1\nI need a log. ?$/) })
  })

  it('is not sent unless it is requested', async () => {
    const { model, server, stop } = await start({ answer: () => ANSWER })
    expect(await model.complete(ask, stop.signal)).toMatchObject({ text: ANSWER })
    expect(server.received[0]?.body).not.toHaveProperty('stop')
  })
})

describe('the budget', () => {
  const budgetOf = async (flags: ModelFlags, asked: number) => {
    const { model, calls, stop, server } = await start({ answer: () => 'a b c' }, flags)
    for (let count = 0; count < asked; count++) await model.complete(ask, stop.signal)
    return { errors: calls.map((call) => call['error.type']), calls, server }
  }

  it('ends after a number of calls', async () => {
    const { errors, calls, server } = await budgetOf({ maxCalls: 2 }, 4)
    expect(errors).toEqual([null, null, 'budget', 'budget'])
    expect(calls.at(-1)).toMatchObject({
      detail: 'the limit of 2 calls is reached',
      attempts: 0,
      dollars: null,
    })
    expect(server.received).toHaveLength(2)
  })

  it('ends after a number of tokens', async () => {
    // A call uses the prompt's words and three more tokens.
    const { errors } = await budgetOf({ maxTokens: 2 * (words(PROMPT) + 3) + 1 }, 5)
    expect(errors).toEqual([null, null, null, 'budget', 'budget'])
  })

  it('ends after an amount of dollars', async () => {
    const price = { input: 1e6, output: 2e6 }
    const cost = words(PROMPT) + 2 * 3
    const { errors, calls } = await budgetOf({ maxDollars: 2 * cost, price }, 3)
    expect(errors).toEqual([null, null, 'budget'])
    expect(calls.map(({ dollars }) => dollars)).toEqual([cost, cost, null])
  })
})

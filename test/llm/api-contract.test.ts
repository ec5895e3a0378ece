import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { API_NAMES } from '#llm/api'
import type { CallEvent } from '#llm/call-event'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import type { ChatRequest } from '../support/model-forms.ts'
import { ModelServer, type ModelServerOptions } from '../support/model-server.ts'

const KEY = 'sk-contract-0123456789'
const RULES = { role: 'system', content: 'You plan.' } as const
const TASK = { role: 'user', content: 'Obtain a pickaxe.' } as const
const PLAN: ModelRequest = { purpose: 'plan', messages: [RULES, TASK] }
const mine = {
  name: 'mine',
  description: 'mine blocks',
  schema: z.object({ block: z.string(), count: z.int().min(1).max(9) }),
}
const CALLS = [
  { id: 'call_a', name: 'mine', arguments: '{"block":"log","count":3}' },
  { id: 'call_b', name: 'mine', arguments: '{"block":"stone","count":2}' },
]

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(options: Partial<ModelServerOptions>, flags: ModelFlags) {
  const server = await ModelServer.start({ answer: () => 'fine', ...options })
  const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, DELVER_MODEL: 'test-model' }
  const chosen = modelSettingsFromEnv(env, { baseUrl: server.baseUrl, retries: 0, ...flags })
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  const opened = await openModel(chosen.settings, { onCall: (call) => calls.push(call) })
  open.push(opened, server)
  const stop = new AbortController()
  return {
    server,
    calls,
    stop,
    ask: <T>(request: ModelRequest<T>) => opened.model.complete(request, stop.signal),
  }
}

const WAYS = API_NAMES.flatMap((api) => [
  { api, way: 'streamed', stream: true },
  { api, way: 'whole', stream: false },
])

describe.each(WAYS)('the API $api, $way', ({ api, stream }) => {
  it('gives the text of an answer, and the dialogue to the model', async () => {
    const { ask, server, calls } = await start({}, { api, stream, temperature: 0.5 })
    const messages = [
      RULES,
      TASK,
      { role: 'assistant', content: 'a plan' },
      { role: 'user', content: 'failed' },
    ] as const
    expect(await ask({ ...PLAN, messages })).toMatchObject({
      ok: true,
      text: 'fine',
      finishReason: 'stop',
      usage: { outputTokens: 1, estimated: false },
    })
    const { body } = server.received[0] ?? {}
    expect(body?.messages).toEqual(messages)
    expect(body).toMatchObject({ model: 'test-model', temperature: 0.5, stream })
    expect(calls[0]).toMatchObject({ 'gen_ai.response.model': 'test-model-served', attempts: 1 })
  })

  it('reports an answer that was cut off at its limit', async () => {
    const answer = () => ({ text: 'craft({sti', finishReason: 'length' })
    const { ask } = await start({ answer }, { api, stream, maxOutputTokens: 77 })
    expect(await ask(PLAN)).toMatchObject({ text: 'craft({sti', finishReason: 'length' })
  })

  it('keeps thoughts apart, and gives them room', async () => {
    const answer = ({ max_completion_tokens, max_tokens }: ChatRequest) =>
      ((max_completion_tokens ?? max_tokens) || 0) < 500
        ? { text: '', reasoning: 'hm', signature: 's', finishReason: 'length' }
        : { text: 'a plan', reasoning: 'hm', signature: 's' }
    const { ask, calls } = await start({ answer }, { api, stream, maxOutputTokens: 400 })
    expect(await ask(PLAN)).toMatchObject({ ok: true, text: 'a plan' })
    expect(calls[0]).toMatchObject({ thoughts: 'hm', attempts: 2 })
  })

  it('sends the effort, and no longer once it is refused', async () => {
    const able = await start({}, { api, stream, reasoningEffort: 'low' })
    await able.ask(PLAN)
    expect(able.server.received[0]?.body.reasoning_effort).toBe('low')
    const options = { lacks: ['reasoning_effort'] as const }
    const unable = await start(options, { api, stream, reasoningEffort: 'low' })
    for (let count = 0; count < 2; count++)
      expect(await unable.ask(PLAN)).toMatchObject({ ok: true })
    expect(unable.calls.map(({ attempts }) => attempts)[1]).toBe(1)
  })

  it('asks by a schema, and no longer once it is refused', async () => {
    const schema = z.object({ goals: z.array(z.string()) })
    const answer = () => '{"goals":["mine"]}'
    const able = await start({ answer }, { api, stream })
    expect(await able.ask({ ...PLAN, schema })).toMatchObject({ object: { goals: ['mine'] } })
    expect(able.server.received[0]?.body.response_format).toMatchObject({
      json_schema: { name: 'plan', schema: { required: ['goals'] } },
    })
    const unable = await start({ answer, lacks: ['response_format'] }, { api, stream })
    for (let count = 0; count < 2; count++)
      expect(await unable.ask({ ...PLAN, schema })).toMatchObject({ ok: true })
    expect(unable.calls.map(({ attempts }) => attempts)).toEqual([2, 1])
  })

  it('stops at a sequence', async () => {
    const { ask } = await start({ answer: () => 'one two => three' }, { api, stream })
    const result = await ask({ ...PLAN, stop: ['=>'] })
    expect(result).toMatchObject({ ok: true, text: expect.stringMatching(/^one two ?$/) })
  })

  it('offers tools, gives the calls of them, and takes their results', async () => {
    const answer = ({ messages }: ChatRequest) =>
      messages.some(({ role }) => role === 'tool')
        ? 'done'
        : {
            text: '',
            reasoning: 'hm',
            signature: 'sealed',
            calls: CALLS,
            finishReason: 'tool_calls',
          }
    const flags = { api, stream, reasoningEffort: 'low' } as const
    const { ask, server } = await start({ answer }, flags)
    const called = await ask({ ...PLAN, tools: [mine], mustCall: true })
    expect(called).toMatchObject({ ok: true, text: '', calls: CALLS, finishReason: 'tool_calls' })
    if (!called.ok || !called.calls) throw new Error('no calls')
    expect(server.received[0]?.body.tools).toMatchObject([
      {
        name: 'mine',
        description: 'mine blocks',
        parameters: { type: 'object', required: ['block', 'count'] },
      },
    ])
    const { calls, signedThoughts = [] } = called
    const messages: ChatMessage[] = [
      RULES,
      TASK,
      { role: 'assistant', content: '', calls, signedThoughts },
      { role: 'tool', content: 'mined 3 logs', callId: 'call_a' },
      { role: 'tool', content: 'no pickaxe', callId: 'call_b' },
    ]
    expect(await ask({ ...PLAN, messages, tools: [mine] })).toMatchObject({ text: 'done' })
    const [assistant, ...results] = server.received.at(-1)?.body.messages.slice(2) ?? []
    expect(assistant).toMatchObject({ role: 'assistant', calls: CALLS })
    expect(results).toMatchObject([
      { role: 'tool', content: 'mined 3 logs', callId: 'call_a' },
      { role: 'tool', content: 'no pickaxe', callId: 'call_b' },
    ])
    if (api !== 'chat') expect(JSON.stringify(assistant?.signed)).toContain('sealed')
  })

  it('offers tools still when a model cannot be made to call one', async () => {
    const { ask, server, calls } = await start({ lacks: ['tool_choice'] }, { api, stream })
    for (let count = 0; count < 2; count++)
      expect(await ask({ ...PLAN, tools: [mine], mustCall: true })).toMatchObject({ ok: true })
    expect(calls.map(({ attempts }) => attempts)).toEqual([2, 1])
    expect(server.received.map(({ body }) => body.tools?.length)).toEqual([1, 1, 1])
  })

  it('tells the model of tools by text once they are refused', async () => {
    const { ask, server, calls } = await start({ lacks: ['tools'] }, { api, stream })
    const messages: ChatMessage[] = [
      TASK,
      { role: 'assistant', content: '', calls: CALLS.slice(0, 1) },
      { role: 'tool', content: 'mined 3 logs', callId: 'call_a' },
    ]
    for (let count = 0; count < 2; count++)
      expect(await ask({ ...PLAN, messages, tools: [mine] })).toMatchObject({ text: 'fine' })
    expect(calls.map(({ attempts }) => attempts)).toEqual([2, 1])
    expect(server.received.at(-1)?.body.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'mine({"block":"log","count":3})' },
      { role: 'user', content: 'mined 3 logs' },
    ])
  })

  it('shrinks a prompt to the window that a refusal names', async () => {
    const { ask, server } = await start({ window: 3000 }, { api, stream })
    const long = 'word '.repeat(900)
    const turn = (role: 'user' | 'assistant', content: string) => ({ role, content }) as const
    const messages = [
      RULES,
      TASK,
      turn('assistant', `first ${long}`),
      turn('user', `failed ${long}`),
      turn('assistant', `second ${long}`),
      turn('user', 'failed again'),
    ]
    expect(await ask({ ...PLAN, messages })).toMatchObject({ ok: true })
    const sent = server.received.at(-1)?.body.messages.map(({ content }) => content.slice(0, 6))
    expect(sent?.at(-1)).toBe('failed')
    expect(await ask({ ...PLAN, messages: [turn('user', long.repeat(4))] })).toMatchObject({
      failure: { kind: 'window', detail: expect.stringContaining('--ctx-size') },
    })
  })

  it('is cancelled by the signal, and not asked afterwards', async () => {
    const { ask, server, stop } = await start({}, { api, stream })
    server.fail({ kind: 'silence' })
    const result = ask(PLAN)
    while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await result).toMatchObject({ failure: { kind: 'aborted' } })
    expect(await ask(PLAN)).toMatchObject({ failure: { kind: 'aborted' } })
    expect(server.received).toHaveLength(1)
  })

  it.runIf(stream)(
    'limits the wait for the first token, although the server shows life',
    async () => {
      const { ask, server } = await start({}, { api, firstTokenSeconds: 0.1 })
      server.fail({ kind: 'alive', ms: 5000 })
      expect(await ask(PLAN)).toMatchObject({
        failure: { kind: 'timeout', detail: 'no token arrived within 100 ms' },
      })
    },
  )

  it('knows a wrong key, an unknown model and a busy server', async () => {
    const { ask, server } = await start({}, { api, stream })
    server.fail(
      { kind: 'status', status: 401, message: `wrong ${KEY}` },
      { kind: 'status', status: 404, message: 'no such model' },
      { kind: 'status', status: 429 },
      { kind: 'status', status: 529, message: 'Overloaded' },
    )
    const kinds: unknown[] = []
    for (let count = 0; count < 4; count++) {
      const result = await ask(PLAN)
      kinds.push(!result.ok && result.failure.kind)
      expect(JSON.stringify(result)).not.toContain(KEY)
    }
    expect(kinds).toEqual(['auth', 'rejected', 'rate-limit', 'server'])
  })
})

describe('signed thoughts', () => {
  it('are left out once the server refuses them', async () => {
    const { ask, server } = await start({}, { api: 'anthropic', reasoningEffort: 'low' })
    const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    server.fail({ kind: 'status', status: 400, message })
    const thought = { type: 'thinking', thinking: 'hm', signature: 'stale' }
    const messages: ChatMessage[] = [
      TASK,
      { role: 'assistant', content: '', calls: CALLS.slice(0, 1), signedThoughts: [thought] },
      { role: 'tool', content: 'mined 3 logs', callId: 'call_a' },
    ]
    expect(await ask({ ...PLAN, messages, tools: [mine] })).toMatchObject({ ok: true })
    expect(server.received.map(({ text }) => text.includes('stale'))).toEqual([true, false])
    expect(server.received[1]?.body.reasoning_effort).toBe('low')
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import type { CallEvent } from '#llm/call-event'
import type { ChatMessage } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { ModelServer, type ModelServerOptions } from '../support/model-server.ts'

const KEY = 'ab12cd34ef56'
const turn = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content })
const long = 'word '.repeat(900)
const DIALOGUE = [
  turn('system', 'rules'),
  turn('user', 'task'),
  turn('assistant', `first plan ${long}`),
  turn('user', `first failure ${long}`),
  turn('assistant', `second plan ${long}`),
  { ...turn('user', 'second failure'), pinned: true },
  turn('assistant', `third plan ${long}`),
  turn('user', 'third failure'),
]

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(options: Partial<ModelServerOptions>, flags: ModelFlags = {}) {
  const server = await ModelServer.start({ answer: () => 'fine', ...options })
  const chosen = modelSettingsFromEnv(
    {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: server.baseUrl,
      AZURE_OPENAI_API_KEY: KEY,
      AZURE_OPENAI_ENDPOINT: server.baseUrl,
      DELVER_MODEL: 'local',
    },
    flags,
  )
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  const opened = await openModel(chosen.settings, { onCall: (call) => calls.push(call) })
  open.push(opened, server)
  const { signal } = new AbortController()
  const ask = (messages: readonly ChatMessage[] = DIALOGUE) =>
    opened.model.complete({ purpose: 'plan', messages }, signal)
  /** The requests: the limit of the answer, and the beginnings of the messages. */
  const sent = () =>
    server.received.map(({ body: { messages, max_tokens } }) => ({
      room: max_tokens ?? 0,
      messages: messages.map(({ role, content }) => `${role}: ${content.slice(0, 12).trim()}`),
    }))
  return { server, calls, ask, sent }
}

const REFUSALS: [string, ((window: number) => string) | undefined][] = [
  ['vLLM', undefined],
  [
    'recent vLLM',
    (n) =>
      `'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is ${n} tokens and your request has 9 input tokens (9000 > ${n} - 9).`,
  ],
  ['llama.cpp', (n) => `request (9000 tokens) exceeds the available context size (${n} tokens)`],
  [
    'LM Studio',
    (n) =>
      `Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only ${n} tokens, which is not enough.`,
  ],
  [
    'Anthropic',
    (n) => `input length and \`max_tokens\` exceed context limit: 9000 + 8192 > ${n}, decrease`,
  ],
  [
    'Gemini',
    (n) => `The input token count (9000) exceeds the maximum number of tokens allowed (${n}).`,
  ],
  [
    'Mistral',
    (n) => `Prompt contains 9000 tokens, too large for model with ${n} maximum context length`,
  ],
  ['a server that names no limit', () => 'Please reduce the length of the messages or completion.'],
]

describe('a window smaller than expected', () => {
  it.each(REFUSALS)('of %s: the request shrinks and is sent again', async (_, windowRefusal) => {
    const options = windowRefusal ? { windowRefusal } : {}
    const { ask, calls, sent } = await start(
      { window: 4096, ...options },
      { maxOutputTokens: 16_384 },
    )
    expect(await ask()).toMatchObject({ ok: true, text: 'fine' })
    // The answer shrinks first, and the whole dialogue of 3,600 words stays.
    const last = sent().at(-1)
    expect(last?.messages).toContain('user: second failu')
    expect(last?.messages.at(-1)).toBe('user: third failur')
    expect(last?.room).toBeGreaterThanOrEqual(300)
    expect(calls).toMatchObject([{ 'error.type': null }])
  })

  it('is remembered', async () => {
    const { ask, calls } = await start({ window: 4096 })
    for (let count = 0; count < 2; count++) expect(await ask()).toMatchObject({ ok: true })
    expect(calls.map(({ attempts }) => attempts)).toEqual([2, 1])
  })

  it('loses the oldest exchanges when a shorter answer is not enough', async () => {
    const { ask, calls, sent } = await start({ window: 3000 })
    expect(await ask()).toMatchObject({ ok: true })
    expect(sent().at(-1)?.messages).toEqual([
      'system: rules',
      'user: task',
      'assistant: second plan',
      'user: second failu',
      'assistant: third plan w',
      'user: third failur',
    ])
    expect(calls[0]?.droppedMessages).toBe(2)
  })

  it('fails the call when the messages that must stay do not fit', async () => {
    const { ask, server } = await start({ window: 2000 })
    const alone = [turn('user', long.repeat(3))]
    expect(await ask(alone)).toMatchObject({
      ok: false,
      failure: {
        kind: 'window',
        detail: expect.stringMatching(
          /needs about 2\d{3} tokens, and a window of 2000 .*--ctx-size/,
        ),
      },
    })
    expect(server.received).toHaveLength(1)
  })

  it('is read from the field of a llama.cpp error', async () => {
    const { ask, server } = await start({})
    server.fail({
      kind: 'status',
      status: 400,
      message: 'the request does not fit, try increasing it',
      more: { type: 'exceed_context_size_error', n_prompt_tokens: 3700, n_ctx: 1536 },
    })
    await ask([turn('user', long)])
    const alone = [turn('user', long.repeat(3))]
    expect(await ask(alone)).toMatchObject({
      failure: { kind: 'window', detail: expect.stringContaining('a window of 1536 tokens') },
    })
  })

  it('may be that of the answer alone', async () => {
    const { ask, sent } = await start({ maxOutput: 4096 }, { maxOutputTokens: 9000 })
    for (let count = 0; count < 2; count++) expect(await ask()).toMatchObject({ ok: true })
    expect(sent().map(({ room }) => room > 4096)).toEqual([true, false, false])
  })
})

describe('a size limit of the command line', () => {
  it('is sent unchanged', async () => {
    const flags = { contextTokens: 100_000, maxOutputTokens: 777, temperature: 0.3, stream: false }
    const { ask, server } = await start({}, flags)
    await ask()
    const { body } = server.received[0] ?? {}
    expect(body).toMatchObject({ max_tokens: 777, temperature: 0.3, stream: false })
  })
})

describe('a chat template', () => {
  it.each(['no-system', 'alternating'] as const)(
    '(%s) gets the system message in the user’s turn',
    async (template) => {
      const { ask, server } = await start({ template })
      for (let count = 0; count < 2; count++) expect(await ask()).toMatchObject({ ok: true })
      expect(server.received).toHaveLength(3)
      expect(server.received[2]?.body.messages[0]).toEqual({
        role: 'user',
        content: 'rules\n\ntask',
      })
    },
  )

  it('gets alternating turns, also after dropped exchanges', async () => {
    const { ask, server } = await start({ template: 'alternating' }, { contextTokens: 2000 })
    const pinned = DIALOGUE.map((message) =>
      message.content.startsWith('first failure')
        ? { ...turn('user', 'first failure'), pinned: true }
        : message,
    )
    expect(await ask(pinned)).toMatchObject({ ok: true })
    const roles = server.received.at(-1)?.body.messages.map(({ role }) => role)
    expect(new Set(roles?.map((role, index) => `${index % 2} ${role}`)).size).toBeLessThanOrEqual(2)
  })
})

describe('a server of Azure', () => {
  it('gets its key in its own header, at its own path', async () => {
    const { server, ask } = await start(
      { key: { header: 'api-key', value: KEY }, path: '/openai/v1/chat/completions' },
      { provider: 'azure' },
    )
    expect(server.baseUrl).toMatch(/\/openai\/v1$/)
    expect(await ask()).toMatchObject({ ok: true })
  })

  it('may need a version in the query', async () => {
    const path = '/openai/deployments/mine/chat/completions?api-version=2024-10-21'
    const { ask } = await start(
      { key: { header: 'api-key', value: KEY }, path },
      { provider: 'azure' },
    )
    expect(await ask()).toMatchObject({ ok: true })
  })
})

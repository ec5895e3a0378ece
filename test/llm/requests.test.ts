import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { ModelServer } from '../support/model-server.ts'

const KEY = 'sk-requests-0123456789'
const calls = [{ id: 'call_1', name: 'mine', arguments: '{"block":"log"}' }]

/** A dialogue with a tool, and a question with a schema. */
const WITH_TOOL: ModelRequest = {
  purpose: 'act',
  messages: [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Task.' },
    { role: 'assistant', content: '', calls },
    { role: 'tool', content: 'mined', callId: 'call_1' },
  ],
  tools: [{ name: 'mine', description: 'mine a block', schema: z.object({ block: z.string() }) }],
  mustCall: true,
}
const WITH_SCHEMA: ModelRequest = {
  purpose: 'plan',
  messages: [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Task.' },
  ],
  schema: z.object({ goals: z.array(z.string()).max(9) }),
  temperature: 0.5,
  stop: ['END'],
}

const PARAMETERS = {
  type: 'object',
  properties: { block: { type: 'string' } },
  required: ['block'],
  additionalProperties: false,
}
const SCHEMA = {
  type: 'object',
  properties: { goals: { maxItems: 9, type: 'array', items: { type: 'string' } } },
  required: ['goals'],
  additionalProperties: false,
}
const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'mine', arguments: '{"block":"log"}' },
}
const DIALOGUE = [
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: 'Task.' },
  { role: 'assistant', content: null, tool_calls: [CALL] },
  { role: 'tool', tool_call_id: 'call_1', content: 'mined' },
]
const QUESTION = DIALOGUE.slice(0, 2)
const USAGE = { stream_options: { include_usage: true } }
const TOOLS = {
  tools: [
    {
      type: 'function',
      function: { name: 'mine', description: 'mine a block', parameters: PARAMETERS, strict: true },
    },
  ],
  tool_choice: 'required',
  stream: true,
}
const FORMAT = {
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'plan', strict: true, schema: SCHEMA },
  },
  stream: true,
}

/** Both requests in the chat completions API. */
function chatBodies(model: string, tokens: object, more: object = {}): [object, object] {
  return [
    { model, messages: DIALOGUE, ...tokens, ...more, ...USAGE, ...TOOLS },
    {
      model,
      messages: QUESTION,
      ...tokens,
      temperature: 0.5,
      stop: ['END'],
      ...more,
      ...USAGE,
      ...FORMAT,
    },
  ]
}

const CACHED = { cache_control: { type: 'ephemeral' } }
const RULES = { system: [{ type: 'text', text: 'Rules.', ...CACHED }] }
const CLAUDE_DIALOGUE = [
  { role: 'user', content: [{ type: 'text', text: 'Task.' }] },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'call_1', name: 'mine', input: { block: 'log' } }],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'mined', ...CACHED }],
  },
]
const CLAUDE_QUESTION = [{ role: 'user', content: [{ type: 'text', text: 'Task.', ...CACHED }] }]
const CLAUDE_TOOLS = {
  tools: [{ name: 'mine', description: 'mine a block', input_schema: PARAMETERS }],
}
/** The API refuses a limit of items, which the client moves into a description. */
const CLAUDE_FORMAT = {
  format: {
    type: 'json_schema',
    schema: {
      type: 'object',
      properties: {
        goals: { type: 'array', items: { type: 'string' }, description: '{maxItems: 9}' },
      },
      additionalProperties: false,
      required: ['goals'],
    },
  },
}
const THINKING = { thinking: { type: 'adaptive', display: 'summarized' } }

const REASONING = {
  reasoning: { effort: 'low', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
}
const LOW = { reasoning_effort: 'low' }
const OLD_LIMIT = { max_tokens: 2000 }

interface Expected {
  readonly flags: ModelFlags
  readonly path: string
  readonly key: string
  /** The bodies of both requests, with the order of their fields. */
  readonly bodies: readonly [object, object]
}

const CHAT = '/v1/chat/completions'
const TOOL_KEY = { prompt_cache_key: 'delver-310708ab103a0b0e4aef2844' }
const PLAN_KEY = { prompt_cache_key: 'delver-0f3d142078654240da4315f5' }

const REQUESTS: Readonly<Record<string, Expected>> = {
  'OpenAI, chat completions': {
    flags: { provider: 'openai', model: 'gpt-5.1', reasoningEffort: 'low' },
    path: CHAT,
    key: `Bearer ${KEY}`,
    bodies: [
      chatBodies('gpt-5.1', { max_completion_tokens: 2000 }, { ...LOW, ...TOOL_KEY })[0],
      chatBodies('gpt-5.1', { max_completion_tokens: 2000 }, { ...LOW, ...PLAN_KEY })[1],
    ],
  },
  'OpenAI, Responses': {
    flags: { provider: 'openai', api: 'responses', model: 'gpt-5.1', reasoningEffort: 'low' },
    path: '/v1/responses',
    key: `Bearer ${KEY}`,
    bodies: [
      {
        model: 'gpt-5.1',
        input: [
          ...QUESTION,
          {
            type: 'function_call',
            call_id: 'call_1',
            name: 'mine',
            arguments: '{"block":"log"}',
          },
          { type: 'function_call_output', call_id: 'call_1', output: 'mined' },
        ],
        max_output_tokens: 2000,
        store: false,
        ...REASONING,
        ...TOOL_KEY,
        tools: [
          {
            type: 'function',
            name: 'mine',
            description: 'mine a block',
            parameters: PARAMETERS,
            strict: true,
          },
        ],
        tool_choice: 'required',
        stream: true,
      },
      {
        model: 'gpt-5.1',
        input: QUESTION,
        max_output_tokens: 2000,
        store: false,
        temperature: 0.5,
        ...REASONING,
        ...PLAN_KEY,
        text: { format: { type: 'json_schema', name: 'plan', strict: true, schema: SCHEMA } },
        stream: true,
      },
    ],
  },
  'Anthropic, a model that thinks': {
    flags: { model: 'claude-test', provider: 'anthropic', reasoningEffort: 'low' },
    path: '/v1/messages',
    key: `Bearer ${KEY}`,
    bodies: [
      {
        model: 'claude-test',
        max_tokens: 2000,
        messages: CLAUDE_DIALOGUE,
        ...RULES,
        ...THINKING,
        output_config: { effort: 'low' },
        ...CLAUDE_TOOLS,
        stream: true,
      },
      {
        model: 'claude-test',
        max_tokens: 2000,
        messages: CLAUDE_QUESTION,
        ...RULES,
        ...THINKING,
        stop_sequences: ['END'],
        output_config: { effort: 'low', ...CLAUDE_FORMAT },
        stream: true,
      },
    ],
  },
  'Anthropic, without thoughts': {
    flags: { model: 'claude-test', provider: 'anthropic' },
    path: '/v1/messages',
    key: `Bearer ${KEY}`,
    bodies: [
      {
        model: 'claude-test',
        max_tokens: 2000,
        messages: CLAUDE_DIALOGUE,
        ...RULES,
        ...CLAUDE_TOOLS,
        tool_choice: { type: 'any' },
        stream: true,
      },
      {
        model: 'claude-test',
        max_tokens: 2000,
        messages: CLAUDE_QUESTION,
        ...RULES,
        temperature: 0.5,
        stop_sequences: ['END'],
        output_config: CLAUDE_FORMAT,
        stream: true,
      },
    ],
  },
  Gemini: {
    flags: { provider: 'gemini', model: 'gemini-test' },
    path: CHAT,
    key: `Bearer ${KEY}`,
    bodies: chatBodies('gemini-test', OLD_LIMIT),
  },
  Ollama: {
    flags: { provider: 'ollama', model: 'qwen3:8b' },
    path: CHAT,
    key: 'Bearer none',
    bodies: chatBodies('qwen3:8b', OLD_LIMIT),
  },
  vLLM: {
    flags: { provider: 'vllm', model: 'local' },
    path: CHAT,
    key: 'Bearer none',
    bodies: chatBodies('local', OLD_LIMIT),
  },
  'llama.cpp': {
    flags: { provider: 'llamacpp', model: 'local' },
    path: CHAT,
    key: 'Bearer none',
    bodies: chatBodies('local', OLD_LIMIT),
  },
}

let server: ModelServer
beforeAll(async () => {
  server = await ModelServer.start({ answer: () => '{"goals":[]}' })
})
afterAll(() => server.close())
afterEach(() => {
  server.received.length = 0
})

async function send(flags: ModelFlags, request: ModelRequest) {
  const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY }
  const given = { baseUrl: server.baseUrl, maxOutputTokens: 2000, ...flags }
  const chosen = modelSettingsFromEnv(env, given)
  if (!chosen.ok) throw new Error(chosen.message)
  const { model, close } = await openModel(chosen.settings, { onCall: () => {} })
  expect(await model.complete(request, new AbortController().signal)).toMatchObject({ ok: true })
  await close()
}

describe.each(Object.entries(REQUESTS))('a request to %s', (_, { flags, path, key, bodies }) => {
  it.each([
    ['a dialogue with tools', WITH_TOOL, 0],
    ['a question with a schema', WITH_SCHEMA, 1],
  ] as const)('is the same byte by byte: %s', async (__, request, place) => {
    await send(flags, request)
    expect(server.received).toEqual([
      { path, authorization: key, text: JSON.stringify(bodies[place]), body: expect.anything() },
    ])
  })
})

describe('the key of the cache', () => {
  it('is the same for all tasks, and another for other rules', async () => {
    const flags = { provider: 'openai', model: 'gpt-5.1' } as const
    const [rules] = WITH_SCHEMA.messages
    const other: ChatMessage[] = rules ? [rules, { role: 'user', content: 'Another task.' }] : []
    await send(flags, WITH_SCHEMA)
    await send(flags, { ...WITH_SCHEMA, messages: other })
    await send(flags, { ...WITH_SCHEMA, messages: other.slice(1) })
    const keys = server.received.map(({ text }) => JSON.parse(text).prompt_cache_key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { trialSettings } from '#cli/trial-options'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { countTokens, messageTokens } from '#llm/tokens'
import { readEvents } from '#trial/event-log'
import { runTrial } from '#trial/runner'
import { type ChatRequest, ModelServer, type ModelServerOptions } from '../support/model-server.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import type { PromptMessage } from '../support/scripted-prompt.ts'

const KEY = '0123abcd4567efgh'
const SMALL = 4096
/** How DEPS's system messages and the first messages after them begin. */
const OPENINGS = [
  { system: 'You are the planner', user: 'Task: ' },
  { system: 'You are the explainer', user: 'Failed step: ' },
]

/** The scripted model looks for its rules in the system message. */
function unfolded(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const [first, ...rest] = messages
  const opening = OPENINGS.find(({ system }) => first?.content.startsWith(system))
  if (first?.role !== 'user' || !opening) return messages
  // Examples in the system message begin in the same way.
  const end = first.content.lastIndexOf(`\n\n${opening.user}`)
  return [
    { role: 'system', content: first.content.slice(0, end) },
    { role: 'user', content: first.content.slice(end + 2) },
    ...rest,
  ]
}

const plan = ({ messages }: ChatRequest) => scriptedAnswer(unfolded(messages), '1')
const THOUGHT = 'First I could mine({dirt:64}, null); or not.'

interface Dialect {
  readonly server?: Partial<ModelServerOptions>
  readonly flags: ModelFlags
  /** Environment variable of the key; omitted for a server that needs no key. */
  readonly apiKeyEnv?: string
}

const bearer = { header: 'authorization', value: `Bearer ${KEY}` } as const

/** Stand-ins for common services and programs, each as strict as the original. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'openai, a reasoning model': {
    server: { key: bearer, lacks: ['max_tokens', 'temperature'], maxOutput: 100_000 },
    flags: { provider: 'openai', reasoningEffort: 'low' },
    apiKeyEnv: 'OPENAI_API_KEY',
  },
  azure: {
    server: {
      key: { header: 'api-key', value: KEY },
      path: '/openai/v1/chat/completions',
      lacks: ['max_tokens'],
    },
    flags: { provider: 'azure' },
    apiKeyEnv: 'AZURE_OPENAI_API_KEY',
  },
  'openai, by its Responses API': {
    server: {
      key: bearer,
      path: '/v1/responses',
      lacks: ['temperature'],
      answer: (request) => ({ text: plan(request), reasoning: THOUGHT, signature: 'sealed' }),
    },
    flags: { provider: 'openai', api: 'responses', reasoningEffort: 'low' },
    apiKeyEnv: 'OPENAI_API_KEY',
  },
  anthropic: {
    server: {
      key: bearer,
      path: '/v1/messages',
      maxOutput: 8192,
      answer: (request) => ({ text: plan(request), reasoning: THOUGHT, signature: 'signed' }),
    },
    flags: { provider: 'anthropic', reasoningEffort: 'medium' },
    apiKeyEnv: 'ANTHROPIC_API_KEY',
  },
  'anthropic, by its compatible API': {
    server: { key: bearer, maxOutput: 8192, lacks: ['reasoning_effort', 'max_completion_tokens'] },
    flags: { provider: 'anthropic', api: 'chat', reasoningEffort: 'medium' },
    apiKeyEnv: 'ANTHROPIC_API_KEY',
  },
  gemini: {
    server: {
      key: bearer,
      path: '/v1beta/openai/chat/completions',
      lacks: ['stream_options'],
    },
    flags: { provider: 'gemini' },
    apiKeyEnv: 'GEMINI_API_KEY',
  },
  openrouter: {
    server: {
      key: bearer,
      answer: (request) => ({
        text: plan(request),
        reasoning: THOUGHT,
        reasoningField: 'reasoning',
      }),
    },
    flags: { provider: 'openrouter' },
    apiKeyEnv: 'OPENROUTER_API_KEY',
  },
  'ollama, which cuts long prompts without a word': {
    server: {
      answer: (request) => {
        const { messages, max_tokens = 0 } = request
        const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
        return tokens + max_tokens > SMALL
          ? 'I have lost the thread.'
          : `<think>\n${THOUGHT}\n</think>\n\n${plan(request)}`
      },
    },
    flags: { provider: 'ollama' },
  },
  lmstudio: {
    server: {
      window: SMALL,
      tokensOf: countTokens,
      windowRefusal: (window) =>
        `Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough.`,
      answer: (request) => ({ text: plan(request), reasoning: THOUGHT }),
    },
    flags: { provider: 'lmstudio' },
  },
  'llamacpp, with a template that wants turns to alternate': {
    server: {
      window: SMALL,
      tokensOf: countTokens,
      windowRefusal: (window) =>
        `request (5000 tokens) exceeds the available context size (${window} tokens), try increasing it`,
      template: 'alternating',
      usage: false,
    },
    flags: { provider: 'llamacpp' },
  },
  'vllm with a window of 4096 and no reasoning parser': {
    server: {
      window: SMALL,
      tokensOf: countTokens,
      answer: (request) => `${THOUGHT}\n</think>\n\n${plan(request)}`,
    },
    flags: { provider: 'vllm' },
  },
  'another server, without a system role, streams and schemas': {
    server: {
      template: 'no-system',
      lacks: ['stream', 'stream_options', 'response_format', 'max_completion_tokens'],
      usage: false,
    },
    flags: {},
    apiKeyEnv: 'OPENAI_API_KEY',
  },
}

async function play({ server: options = {}, flags, apiKeyEnv }: Dialect) {
  const server = await ModelServer.start({ answer: plan, ...options })
  try {
    const env = apiKeyEnv === undefined ? {} : { [apiKeyEnv]: KEY }
    const chosen = modelSettingsFromEnv(env, {
      ...flags,
      model: 'local-model',
      baseUrl: server.baseUrl,
      retries: 0,
    })
    if (!chosen.ok) throw new Error(chosen.message)
    const trial = {
      world: 'text',
      planner: 'llm',
      strategy: 'deps',
      username: 'Delver',
      perception: 'seen',
      explainer: true,
    } as const
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-dialect-')), 'out')
    const result = await runTrial({
      settings: trialSettings('obtain_diamond', 1, trial, chosen.settings),
      model: chosen.settings,
      folder,
      signal: new AbortController().signal,
    })
    return { result, events: readEvents(folder), received: server.received }
  } finally {
    await server.close()
  }
}

describe.concurrent('a diamond in the text world, planned by a model behind', () => {
  it.each(Object.entries(DIALECTS))('%s', async (_, dialect) => {
    const { result, events, received } = await play(dialect)
    expect(result).toMatchObject({ success: true, end: 'success', missingExplanations: 0 })
    const calls = events.filter((event) => event.type === 'llm-call')
    expect(calls.map((call) => call['error.type']).filter((kind) => kind !== null)).toEqual([])
    expect(new Set(calls.map(({ purpose }) => purpose))).toEqual(new Set(['plan', 'explain']))
    // A refused parameter is sent once or twice, and not in every call.
    expect(received.length - calls.length).toBeLessThanOrEqual(4)
    const plans = events.filter((event) => event.type === 'plan')
    expect(JSON.stringify(plans)).not.toContain('dirt')
    expect(JSON.stringify(events)).not.toContain(KEY)
  })
})

describe('a server that silently cuts long prompts', () => {
  it('never gets a prompt larger than its window', async () => {
    const ollama = Object.entries(DIALECTS).find(([name]) => name.startsWith('ollama'))?.[1]
    const { received } = await play({ ...ollama, flags: { provider: 'ollama' } })
    for (const { body } of received) {
      const prompt = body.messages.reduce(
        (sum, { content }) => sum + messageTokens({ role: 'user', content }),
        0,
      )
      expect(prompt + (body.max_tokens ?? 0)).toBeLessThanOrEqual(SMALL)
    }
  })
})

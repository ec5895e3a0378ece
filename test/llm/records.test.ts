import { afterEach, describe, expect, it } from 'vitest'
import { API_NAMES, REASONING_EFFORTS } from '#llm/api'
import type { CallEvent } from '#llm/call-event'
import { type OpenModel, openModel } from '#llm/open-model'
import { dollarsOf, listPrice } from '#llm/price'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { noAnswer } from '#llm/watched-model'
import { ModelServer, type ModelServerOptions } from '../support/model-server.ts'

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const { signal } = new AbortController()

async function start(options: Partial<ModelServerOptions>, flags: ModelFlags = {}) {
  const server = await ModelServer.start({ answer: () => 'fine', ...options })
  const env = {
    OPENAI_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    OPENAI_BASE_URL: server.baseUrl,
    DELVER_MODEL: 'gpt-4.1',
  }
  const chosen = modelSettingsFromEnv(env, { retries: 0, ...flags })
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  const opened = await openModel(chosen.settings, { onCall: (call) => calls.push(call) })
  open.push(opened, server)
  const ask = () =>
    opened.model.complete(
      { purpose: 'plan', messages: [{ role: 'user', content: 'a b c d' }] },
      signal,
    )
  return { server, calls, ask }
}

describe('the record of a call', () => {
  it('has the tokens that were cached and those of thoughts, and prices them', async () => {
    const usageDetails = {
      ...{ prompt: 1000, completion: 100, cached: 700, cacheWrite: 100, reasoning: 60 },
    }
    const price = { input: 2, output: 8, cached: 0.5, cacheWrite: 2.5 }
    for (const api of API_NAMES) {
      const { calls, ask } = await start({ usageDetails }, { api, price })
      await ask()
      expect(calls[0]).toMatchObject({
        'gen_ai.usage.input_tokens': 1000,
        'gen_ai.usage.output_tokens': 100,
        'gen_ai.usage.cache_read.input_tokens': 700,
        'gen_ai.usage.cache_creation.input_tokens': 100,
        'gen_ai.usage.reasoning.output_tokens': 60,
        dollars: (200 * 2 + 700 * 0.5 + 100 * 2.5 + 100 * 8) / 1e6,
      })
    }
  })

  it('has the limit that was sent, and not the limit that was wanted', async () => {
    const { calls, ask, server } = await start({ maxOutput: 1000 })
    await ask()
    const sent = server.received.at(-1)?.body.max_tokens
    expect(sent).toBeLessThanOrEqual(1000)
    expect(calls[0]?.['gen_ai.request.max_tokens']).toBe(sent)
  })

  it('says of a spent budget that it is spent', async () => {
    const { ask } = await start({}, { maxCalls: 1 })
    await ask()
    const result = await ask()
    expect(result.ok ? '' : noAnswer(result.failure)).toBe(
      'the budget of the model is spent: the limit of 1 call is reached',
    )
  })
})

describe('a price', () => {
  it('without one for cached input is that of other input', () => {
    const usage = { inputTokens: 10, cachedTokens: 5, outputTokens: 0, estimated: false }
    expect(dollarsOf(usage, { input: 1e6, output: 0, source: 'test' })).toBe(10)
    expect(listPrice('gpt-4.1')).toMatchObject({ input: 2, cached: 0.5, output: 8 })
    expect(listPrice('gpt-3.5-turbo')?.cached).toBeUndefined()
    const flash = {
      input: 0.5,
      cached: 0.05,
      output: 3,
      source: expect.stringMatching(/, 20\d\d-\d\d$/),
    }
    expect(listPrice('gemini-3-flash-preview')).toMatchObject(flash)
    const sonnet = { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 }
    expect(listPrice('claude-sonnet-4-5-20250929')).toMatchObject(sonnet)
  })
})

describe('the limit on the time to the first token', () => {
  it('is not extended by keep-alive comments', async () => {
    const { server, ask } = await start({}, { firstTokenSeconds: 0.2, timeoutSeconds: 30 })
    server.fail({ kind: 'alive', ms: 5000 })
    expect(await ask()).toMatchObject({
      ok: false,
      failure: { kind: 'timeout', detail: 'no token arrived within 200 ms' },
    })
  })

  it('ends with the first token', async () => {
    const { server, ask } = await start({}, { firstTokenSeconds: 0.3, timeoutSeconds: 1 })
    server.fail({ kind: 'silence-midway' })
    expect(await ask()).toMatchObject({ failure: { detail: 'the server was silent for 1000 ms' } })
  })
})

describe('a reasoning effort', () => {
  it.each(REASONING_EFFORTS)('may be %s', async (reasoningEffort) => {
    const { ask, server } = await start({}, { reasoningEffort })
    await ask()
    expect(server.received[0]?.body.reasoning_effort).toBe(reasoningEffort)
  })

  it('may be none, and extra high', () => {
    expect(REASONING_EFFORTS).toEqual(expect.arrayContaining(['none', 'xhigh']))
  })
})

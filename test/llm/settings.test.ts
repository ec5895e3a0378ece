import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { dollarsOf, listPrice } from '#llm/price'
import { PROVIDERS } from '#llm/providers'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'

const KEY = 'sk-test-0123456789abcdef'
const env = { OPENAI_API_KEY: KEY, DELVER_MODEL: 'gpt-4o-mini' }

function settings(more: Record<string, string> = {}, flags: ModelFlags = {}) {
  const result = modelSettingsFromEnv({ ...env, ...more }, flags)
  if (!result.ok) throw new Error(result.message)
  return result.settings
}

function objection(given: Record<string, string | undefined>, flags: ModelFlags = {}): string {
  const result = modelSettingsFromEnv(given, flags)
  return result.ok ? '' : result.message
}

describe('the settings of the model', () => {
  it('come from the environment', () => {
    expect(settings()).toMatchObject({
      server: {
        model: 'gpt-4o-mini',
        baseUrl: 'https://api.openai.com/v1',
        contextTokens: 128_000,
        timeoutMs: 300_000,
      },
      price: { input: 0.15, output: 0.6 },
      budget: { calls: null, tokens: null, dollars: null },
      transcript: null,
    })
    const { server } = settings({ OPENAI_BASE_URL: 'http://localhost:11434/v1' })
    expect(server.baseUrl).toBe('http://localhost:11434/v1')
    expect(settings({ OPENAI_BASE_URL: '' }).server.baseUrl).toBe('https://api.openai.com/v1')
  })

  it('come from flags first', () => {
    const flags = {
      model: 'llama',
      baseUrl: 'http://localhost:1/v1',
      timeoutSeconds: 5,
      maxCalls: 3,
    }
    expect(settings({ OPENAI_BASE_URL: 'http://localhost:2/v1' }, flags)).toMatchObject({
      server: { model: 'llama', baseUrl: 'http://localhost:1/v1', timeoutMs: 5000 },
      price: null,
      budget: { calls: 3 },
    })
  })

  it('do not quote a key that was given in place of its variable', () => {
    const keys = [
      KEY,
      'AIzaSyD-0123456789abcdefghijklmnopqrstu',
      `0123456789abcdef${'a'.repeat(24)}`,
    ]
    for (const apiKeyEnv of keys)
      expect(objection(env, { apiKeyEnv })).toBe(
        '--api-key-env takes the name of an environment variable, such as OPENAI_API_KEY, and not the key',
      )
    for (const apiKeyEnv of ['MY_COMPANY_AZURE_OPENAI_API_KEY_2', 'key'])
      expect(objection(env, { apiKeyEnv })).toContain(`needs ${apiKeyEnv} `)
  })

  it('hide the key, however they are printed', () => {
    const given = settings()
    expect(given.key?.reveal()).toBe(KEY)
    for (const text of [JSON.stringify(given), inspect(given, { depth: 9, showHidden: true })])
      expect(text).not.toContain(KEY)
  })

  it.each([
    [{ DELVER_MODEL: 'x' }, 'OPENAI_API_KEY'],
    [{ OPENAI_API_KEY: ' ', DELVER_MODEL: 'x' }, 'OPENAI_API_KEY'],
    [{ OPENAI_API_KEY: KEY }, 'DELVER_MODEL or --model'],
    [{}, 'OPENAI_API_KEY (any word for a local server that needs no key) and DELVER_MODEL'],
    [{ ...env, OPENAI_BASE_URL: 'localhost:8080' }, 'must begin with http'],
    [{ ...env, OPENAI_BASE_URL: 'https://user:pass-word@host/v1' }, 'must not contain a password'],
    [{ ...env, OPENAI_API_KEY: 'sk-abc’def' }, 'contains characters that cannot be part of a key'],
  ])('say in one line what is wrong with %o', (given, message) => {
    const text = objection(given)
    expect(text).toContain(message)
    expect(text).not.toMatch(/\n|sk-|pass-word/)
  })

  it('accept a limit in dollars only where the price is known', () => {
    expect(objection({ ...env, DELVER_MODEL: 'llama' }, { maxDollars: 1 })).toContain(
      'price of llama',
    )
    const price = { input: 1, output: 2 }
    const given = settings({ DELVER_MODEL: 'llama' }, { maxDollars: 1, price })
    expect(given).toMatchObject({ budget: { dollars: 1 }, price })
  })

  it('reject unusable recordings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-transcript-'))
    const [there, empty, absent] = ['there', 'empty', 'absent'].map((name) => join(folder, name))
    writeFileSync(there ?? '', '{"v":1}\n')
    writeFileSync(empty ?? '', '')
    expect(objection(env, { record: there ?? '' })).toContain('already exists')
    expect(objection({}, { replayCalls: there ?? '' })).toContain('there:1 is not a recorded call')
    expect(objection({}, { replayCalls: empty ?? '' })).toContain('holds no calls')
    expect(objection({}, { replayCalls: absent ?? '' })).toContain('cannot read the transcript')
    expect(objection(env, { record: 'a', replayCalls: 'b' })).toContain('not both')
  })
})

describe('a provider', () => {
  it.each(PROVIDERS.filter(({ baseUrl }) => baseUrl !== null))(
    'sets base URL and key variable: $name',
    ({ name, baseUrl, apiKeyEnv, needsKey }) => {
      const flags = { provider: name, model: 'm' }
      const given = modelSettingsFromEnv({ [apiKeyEnv]: KEY, OPENAI_BASE_URL: '' }, flags)
      expect(given).toMatchObject({ ok: true, settings: { server: { baseUrl } } })
      expect(given.ok && given.settings.key?.reveal()).toBe(KEY)
      // The key of one provider is never sent to another.
      const without = objection({ OTHER_API_KEY: KEY }, flags)
      if (needsKey) expect(without).toContain(`needs ${apiKeyEnv} to be set`)
      else expect(without).toBe('')
    },
  )

  it('of Azure has a separate address for each resource, with the path of its API', () => {
    const flags = { provider: 'azure', model: 'm' }
    const keyed = { AZURE_OPENAI_API_KEY: KEY }
    expect(objection(keyed, flags)).toContain('AZURE_OPENAI_ENDPOINT or --base-url')
    const endpoint = { ...keyed, AZURE_OPENAI_ENDPOINT: 'https://mine.openai.azure.com/' }
    expect(modelSettingsFromEnv(endpoint, flags)).toMatchObject({
      settings: {
        server: { baseUrl: 'https://mine.openai.azure.com/openai/v1', keyHeader: 'api-key' },
      },
    })
  })

  it('is also recognized by its address', () => {
    const at = (baseUrl: string) => settings({ DELVER_MODEL: 'm' }, { baseUrl }).server
    expect(at('http://localhost:11434/v1').contextTokens).toBe(4096)
    expect(at('http://127.0.0.1:11434/v1').contextTokens).toBe(4096)
    expect(at('https://mine.openai.azure.com/openai/v1').keyHeader).toBe('api-key')
    expect(at('http://localhost:9999/v1')).toMatchObject({
      contextTokens: 16_384,
      keyHeader: 'authorization',
    })
  })

  it('is Anthropic for Claude and for its API, unless an address is given', () => {
    const keyed = { ANTHROPIC_API_KEY: 'claude-key-123' }
    const claude = { api: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' }
    for (const flags of [{ model: 'claude-opus-5' }, { api: 'anthropic', model: 'm' }] as const) {
      const given = settings(keyed, flags)
      expect(given.server).toMatchObject(claude)
      expect(given.key?.reveal()).toBe('claude-key-123')
      // OpenAI's key is never sent to Anthropic.
      expect(objection(env, flags)).toContain('needs ANTHROPIC_API_KEY')
    }
    const proxy = { OPENAI_BASE_URL: 'http://localhost:4000/v1' }
    expect(settings(proxy, { model: 'claude-opus-5' }).server).toMatchObject({
      api: 'chat',
      baseUrl: 'http://localhost:4000/v1',
    })
    const local = { baseUrl: 'http://localhost:8080/v1', provider: 'llamacpp', model: 'm' } as const
    expect(settings({}, { ...local, api: 'anthropic' }).server.api).toBe('anthropic')
    expect(settings({}, local).server.api).toBe('chat')
    const root = { ...keyed, ANTHROPIC_BASE_URL: 'https://proxy.example' }
    expect(settings(root, { provider: 'anthropic', model: 'm' }).server.baseUrl).toBe(
      'https://proxy.example/v1',
    )
  })

  it('reads its key from another variable where one is named', () => {
    const given = settings({ TEAM_KEY: 'team-key-1234' }, { apiKeyEnv: 'TEAM_KEY' })
    expect(given.key?.reveal()).toBe('team-key-1234')
  })
})

describe('a separate model for a part of the strategy', () => {
  it('uses the main model’s server by default, with its own budget and price', () => {
    const price = { input: 1, output: 2 }
    const given = settings(
      { OPENAI_BASE_URL: 'http://localhost:2/v1' },
      { maxCalls: 9, roles: { explainer: { model: 'small', maxDollars: 0.5, price } } },
    )
    expect(given).toMatchObject({ server: { model: 'gpt-4o-mini' }, budget: { calls: 9 } })
    expect(given.roles).toMatchObject({
      explainer: {
        server: { model: 'small', baseUrl: 'http://localhost:2/v1' },
        budget: { calls: null, dollars: 0.5 },
        price,
      },
    })
  })

  it('may be on another server, with its own key', () => {
    const roles = { executor: { model: 'local', provider: 'vllm' } }
    const given = settings({ VLLM_API_KEY: 'vllm-key-1' }, { roles })
    expect(given.roles.executor?.server.baseUrl).toBe('http://localhost:8000/v1')
    expect(given.roles.executor?.key?.reveal()).toBe('vllm-key-1')
    expect(given.key?.reveal()).toBe(KEY)
    expect(objection(env, { roles: { executor: { model: 'x', provider: 'gemini' } } })).toBe(
      'for the executor: a language model needs GEMINI_API_KEY to be set',
    )
  })
})

describe('the price of a call', () => {
  const usage = { inputTokens: 2_000_000, outputTokens: 500_000, estimated: false }

  it('is known for plain and dated names, with its source', () => {
    const price = listPrice('gpt-4.1')
    expect(listPrice('gpt-4.1-2025-04-14')).toEqual(price)
    expect(price?.source).toMatch(/^https:.*, \d{4}-\d{2}$/)
    expect(dollarsOf(usage, price)).toBe(2 * 2 + 8 / 2)
  })

  it('is that of the server where several services sell the model', () => {
    expect(listPrice('deepseek-v4-pro', 'https://api.deepseek.com/v1')).toMatchObject({
      input: 1.32,
      output: 3.96,
      source: expect.stringContaining('peak hours'),
    })
    for (const server of ['http://127.0.0.1:8000/v1', 'https://api.deepseek.com.example.org', ''])
      expect(listPrice('deepseek-v4-pro', server)).toBeNull()
    expect(listPrice('grok-4.7', 'https://api.x.ai/v1')).toMatchObject({ input: 2, cached: 0.5 })
  })

  it.each(['llama3:8b', 'openai/gpt-4o', 'constructor', ''])('is unknown for "%s"', (name) => {
    expect(listPrice(name)).toBeNull()
    expect(dollarsOf(usage, listPrice(name))).toBeNull()
  })
})

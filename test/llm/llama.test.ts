import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { API_NAMES } from '#llm/api'
import type { CallEvent } from '#llm/call-event'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { readResult } from '#trial/result'
import { runCommand } from '../support/command-line.ts'
import { hasLlama } from '../support/llama-packages.ts'
import { LlamaServer, SMOLLM2 } from '../support/llama-server.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))
const WINDOW = 2048
const MISSING = hasLlama() ? '' : ' (skipped: node scripts/fetch-llama.ts fetches it)'

/** A question whose answer is short, and one whose answer is long. */
const SHORT: ModelRequest = {
  purpose: 'plan',
  temperature: 0,
  messages: [{ role: 'user', content: 'Say hello in one word.' }],
}
const LONG: ModelRequest = {
  purpose: 'plan',
  messages: [{ role: 'user', content: 'Write a long story about a miner.' }],
}

const MINE = {
  name: 'mine',
  description: 'mine blocks',
  schema: z.object({ block: z.enum(['log', 'stone']), count: z.int().min(1).max(9) }),
}

describe.skipIf(!hasLlama())(`a real llama.cpp server${MISSING}`, () => {
  let server: LlamaServer
  beforeAll(async () => {
    server = await LlamaServer.start(WINDOW)
  })
  afterAll(() => server.close())

  async function ask<T>(request: ModelRequest<T>, flags: ModelFlags = {}) {
    const calls: CallEvent[] = []
    const chosen = modelSettingsFromEnv(
      {},
      {
        provider: 'llamacpp',
        baseUrl: server.baseUrl,
        model: SMOLLM2,
        retries: 0,
        ...flags,
      },
    )
    if (!chosen.ok) throw new Error(chosen.message)
    const { model, close } = await openModel(chosen.settings, {
      onCall: (call) => calls.push(call),
    })
    const result = await model.complete(request, new AbortController().signal)
    await close()
    return { result, call: calls[0] }
  }

  describe.each(API_NAMES)('by the API %s', (api) => {
    it.each([
      ['streamed', true],
      ['whole', false],
    ])('gives a %s answer, cut at its limit, and reports its tokens', async (_, stream) => {
      const { result, call } = await ask(LONG, { api, stream, maxOutputTokens: 10 })
      expect(result).toMatchObject({ ok: true, text: expect.stringMatching(/[a-z]/i) })
      expect(call).toMatchObject({
        'gen_ai.response.model': SMOLLM2,
        'gen_ai.usage.output_tokens': 10,
        usageEstimated: false,
        attempts: 1,
      })
    })

    // SmolLM2's chat template has no tools, so the model calls none.
    it('accepts tools, calls and results', async () => {
      const calls = [{ id: 'call_1', name: 'mine', arguments: '{"block":"log","count":3}' }]
      const messages: ChatMessage[] = [
        ...SHORT.messages,
        { role: 'assistant', content: '', calls },
        { role: 'tool', content: 'mined 3 logs', callId: 'call_1' },
      ]
      const request = { ...SHORT, messages, tools: [MINE], mustCall: true }
      const { result, call } = await ask(request, { api, maxOutputTokens: 8 })
      expect(result).toMatchObject({ ok: true })
      expect(call).toMatchObject({ attempts: 1 })
    })
  })

  it('says when an answer was cut at its limit', async () => {
    for (const api of ['chat', 'anthropic'] as const) {
      const { result } = await ask(LONG, { api, maxOutputTokens: 5 })
      expect(result).toMatchObject({ ok: true, finishReason: 'length' })
    }
  })

  it('keeps to a schema', async () => {
    const schema = z.object({ tool: z.enum(['axe', 'pickaxe']), count: z.int().min(1).max(9) })
    const { result } = await ask({ ...SHORT, schema }, { maxOutputTokens: 40 })
    expect(result).toMatchObject({ ok: true, object: { count: expect.any(Number) } })
  })

  it('has its window learned from a refusal', async () => {
    const messages = [{ role: 'user', content: 'stone '.repeat(WINDOW) }] as const
    const { result } = await ask({ ...SHORT, messages }, { contextTokens: 100_000 })
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'window', detail: expect.stringContaining(`window of ${WINDOW} tokens`) },
    })
  })

  it('ends a trial as no-model, with exit code 3, when the prompts of the trial do not fit', async () => {
    const small = await LlamaServer.start(512)
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-llama-')), 'out')
    const { code, stdout, stderr } = await runCommand(
      ...['trial', 'obtain:stick', '--world', 'text', '--planner', 'llm'],
      ...['--provider', 'llamacpp', '--base-url', small.baseUrl, '--model', SMOLLM2],
      ...['--out', folder],
    )
    await small.close()
    expect(code).toBe(3)
    expect(readResult(folder)).toMatchObject({ end: 'no-model' })
    expect(stdout + stderr).toContain('--ctx-size')
  })

  it('is checked by the doctor: its models, its window and a plan', async () => {
    const options = ['--provider', 'llamacpp', '--base-url', server.baseUrl]
    const unknown = await runCommand('doctor', ...options, '--model', 'gpt-4.1')
    expect(unknown.stdout).toContain(`the server has no model gpt-4.1; it has ${SMOLLM2}`)
    expect(unknown.code).toBe(3)
    const few = ['--max-calls', '1', '--max-output-tokens', '16']
    const { stdout } = await runCommand('doctor', ...options, '--model', SMOLLM2, ...few)
    expect(stdout).toContain(`ok     model: ${SMOLLM2}`)
    expect(stdout).toContain(`ok     window: ${WINDOW} tokens`)
    expect(stdout).toMatch(/^(?:ok {5}|WRONG ) plan: /m)
  })

  // The server notices it with its first token, after half a minute.
  longIt('stops its work when Ctrl-C ends the trial', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-llama-')), 'out')
    const trial = execa(
      process.execPath,
      [
        ...[LAUNCHER, 'trial', 'obtain:stick', '--world', 'text', '--planner', 'llm'],
        ...['--provider', 'llamacpp', '--base-url', server.baseUrl, '--model', SMOLLM2],
        ...['--out', folder],
      ],
      { reject: false, stdin: 'ignore' },
    )
    await until(() => server.isBusy())
    trial.kill('SIGINT')
    const { exitCode } = await trial
    expect(exitCode).toBe(1)
    expect(readResult(folder)).toMatchObject({ end: 'interrupted' })
    await until(async () => !(await server.isBusy()))
  })
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50))
}

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallEvent } from '#llm/call-event'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { messagesOf, readTranscript, TRANSCRIPT_FILE } from '#llm/transcript'
import { ModelServer } from '../support/model-server.ts'

const KEY = 'sk-test-0123456789abcdef'
const schema = z.object({ n: z.int() })

function ask(content: string): ModelRequest {
  return { purpose: 'plan', messages: [{ role: 'user', content }], schema }
}

let server: ModelServer | undefined
afterEach(() => server?.close())

async function model(env: Record<string, string>, flags: ModelFlags) {
  const chosen = modelSettingsFromEnv(env, { ...flags, retries: 0 })
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  const opened = await openModel(chosen.settings, { onCall: (call) => calls.push(call) })
  const { signal } = new AbortController()
  return { ...opened, calls, ask: (text: string) => opened.model.complete(ask(text), signal) }
}

/** Records calls: one fails, and one question is asked twice with different answers. */
async function record() {
  let count = 0
  server = await ModelServer.start({ answer: () => `{"n": ${++count}} ${KEY}` })
  const file = join(mkdtempSync(join(tmpdir(), 'delver-transcript-')), 'calls.jsonl')
  const env = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: server.baseUrl,
    DELVER_MODEL: 'gpt-4o-mini',
  }
  const recording = await model(env, { record: file })
  const results = [await recording.ask('a'), await recording.ask('b')]
  server.fail({ kind: 'status', status: 500 })
  results.push(await recording.ask('c'), await recording.ask('a'))
  await recording.close()
  await server.close()
  return { file, results, calls: recording.calls }
}

describe('a transcript of calls', () => {
  it('replays the calls without server or key, with the same results and events', async () => {
    const { file, results, calls } = await record()
    const playing = await model({}, { replayCalls: file })
    const played = []
    for (const text of ['a', 'b', 'c', 'a']) played.push(await playing.ask(text))
    expect(played).toEqual(results)
    expect(playing.calls).toEqual(calls)
    expect(playing.model.name).toBe('gpt-4o-mini')
    expect(played.map((result) => result.ok && result.object)).toEqual([
      { n: 1 },
      { n: 2 },
      false,
      { n: 3 },
    ])
  })

  it('finds calls by their requests, in any order', async () => {
    const { file, results } = await record()
    const playing = await model({}, { replayCalls: file })
    expect(await playing.ask('c')).toEqual(results[2])
    expect(await playing.ask('b')).toEqual(results[1])
    expect(await playing.ask('a')).toEqual(results[0])
    expect(await playing.ask('a')).toEqual(results[3])
  })

  it('fails for calls that were not recorded, or were recorded fewer times', async () => {
    const { file } = await record()
    const playing = await model({}, { replayCalls: file })
    await playing.ask('b')
    const misses = [await playing.ask('b'), await playing.ask('d')]
    expect(misses.map((result) => !result.ok && result.failure.kind)).toEqual([
      'not-recorded',
      'not-recorded',
    ])
    expect(playing.calls.slice(1).map(({ detail }) => detail.replace(/[0-9a-f]{12}/, ''))).toEqual([
      'every recorded reply to the plan call  has been replayed',
      'the plan call  is not in the transcript',
    ])
  })

  it('is a file with one call per line, without the key', async () => {
    const { file } = await record()
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(KEY)
    const lines = text.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      v: 2,
      call: 1,
      purpose: 'plan',
      model: 'gpt-4o-mini',
      since: null,
      messages: [{ role: 'user', content: 'a' }],
      reply: { outcome: { ok: true, text: '{"n": 1} [secret]' } },
    })
  })

  it('is replayed although its last line was cut off', async () => {
    const { file, results } = await record()
    appendFileSync(file, '{"v":2,"mod')
    const playing = await model({}, { replayCalls: file })
    expect(await playing.ask('b')).toEqual(results[1])
  })

  it.each([
    ['a FIFO', 'is not a regular file', (path: string) => execFileSync('mkfifo', [path])],
    ['an endless device', 'is a symbolic link', (path: string) => symlinkSync('/dev/zero', path)],
  ])('is refused at once as %s', (_, reason, make) => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-transcript-'))
    const file = join(folder, TRANSCRIPT_FILE)
    make(file)
    const message = `cannot read the transcript: ${file} ${reason}`
    for (const replayCalls of [file, folder])
      expect(modelSettingsFromEnv({}, { replayCalls })).toEqual({
        ok: false,
        message: expect.stringContaining(message),
      })
    expect(modelSettingsFromEnv({}, { replayCalls: '/dev/zero' })).toMatchObject({ ok: false })
  })

  it('leaves out aborted calls', async () => {
    server = await ModelServer.start({ answer: () => 'never' })
    const file = join(mkdtempSync(join(tmpdir(), 'delver-transcript-')), 'calls.jsonl')
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'm' }
    const recording = await model(env, { record: file })
    await recording.model.complete(ask('a'), AbortSignal.abort())
    await recording.close()
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('stores the messages of a dialogue once', async () => {
    server = await ModelServer.start({ answer: () => 'no' })
    const file = join(mkdtempSync(join(tmpdir(), 'delver-transcript-')), 'calls.jsonl')
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'm' }
    const recording = await model(env, { record: file })
    const messages: ChatMessage[] = [
      { role: 'system', content: 'the rules' },
      { role: 'user', content: 'plan' },
    ]
    const { signal } = new AbortController()
    const complete = (said: ChatMessage[]) =>
      recording.model.complete({ purpose: 'plan', messages: said }, signal)
    await complete(messages)
    const longer: ChatMessage[] = [
      ...messages,
      { role: 'assistant', content: 'no' },
      { role: 'user', content: `again, ${KEY}` },
    ]
    await complete(longer)
    await recording.close()
    const lines = readTranscript(file)
    expect(lines.map(({ since, kept, messages: own }) => [since, kept, own.length])).toEqual([
      [null, 0, 2],
      [1, 2, 2],
    ])
    const [, second] = lines
    expect(second && messagesOf(lines, second)).toEqual([
      ...longer.slice(0, 3),
      { role: 'user', content: 'again, [secret]' },
    ])
  })

  it('holds the calls of all models, and replays each model’s', async () => {
    server = await ModelServer.start({ answer: ({ model: name }) => `from ${name}` })
    const file = join(mkdtempSync(join(tmpdir(), 'delver-transcript-')), 'calls.jsonl')
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'm' }
    const { signal } = new AbortController()
    const texts = async ({ model: main, roles, close }: Awaited<ReturnType<typeof model>>) => {
      const asked = [main, roles.explainer].map((one) => one?.complete(ask('a'), signal))
      const results = await Promise.all(asked)
      await close()
      return results.map((result) => result?.ok && result.text)
    }
    const recorded = await texts(
      await model(env, { record: file, roles: { explainer: { model: 'e' } } }),
    )
    expect(recorded).toEqual(['from m', 'from e'])
    expect(await texts(await model({}, { replayCalls: file }))).toEqual(recorded)
  })
})

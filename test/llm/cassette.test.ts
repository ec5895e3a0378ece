import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallEvent } from '#llm/call-event'
import type { ModelRequest } from '#llm/model'
import { openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
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
  const file = join(mkdtempSync(join(tmpdir(), 'delver-cassette-')), 'calls.jsonl')
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

describe('a recording of calls', () => {
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
      'the plan call  is not in the recording',
    ])
  })

  it('is a file with one call per line, without the key', async () => {
    const { file } = await record()
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(KEY)
    const lines = text.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      v: 1,
      model: 'gpt-4o-mini',
      request: { messages: [{ role: 'user', content: 'a' }] },
      reply: { outcome: { ok: true, text: '{"n": 1} [secret]' } },
    })
  })

  it('is replayed although its last line was cut off', async () => {
    const { file, results } = await record()
    appendFileSync(file, '{"v":1,"mod')
    const playing = await model({}, { replayCalls: file })
    expect(await playing.ask('b')).toEqual(results[1])
  })

  it('leaves out aborted calls', async () => {
    server = await ModelServer.start({ answer: () => 'never' })
    const file = join(mkdtempSync(join(tmpdir(), 'delver-cassette-')), 'calls.jsonl')
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'm' }
    const recording = await model(env, { record: file })
    await recording.model.complete(ask('a'), AbortSignal.abort())
    await recording.close()
    expect(readFileSync(file, 'utf8')).toBe('')
  })
})

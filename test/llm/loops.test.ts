import { afterEach, describe, expect, it } from 'vitest'
import { askUntilRead } from '#llm/ask-until-read'
import type { CallEvent } from '#llm/call-event'
import type { ChatMessage, ModelRequest } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { REPETITION, repetitionIn } from '#llm/repetition'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { WatchedModel } from '#llm/watched-model'
import { ModelServer, type ModelServerOptions } from '../support/model-server.ts'
import { longIt } from '../support/versions.ts'

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const { signal } = new AbortController()

async function start(options: ModelServerOptions, flags: ModelFlags = {}) {
  const server = await ModelServer.start(options)
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'local' }
  const chosen = modelSettingsFromEnv(env, flags)
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  const opened = await openModel(chosen.settings, { onCall: (call) => calls.push(call) })
  open.push(opened, server)
  const ask = (content: string, more: Partial<ModelRequest> = {}) =>
    opened.model.complete(
      { purpose: 'plan', messages: [{ role: 'user', content }], ...more },
      signal,
    )
  return { server, model: opened.model, calls, ask }
}

const LINE = 'craft({crafting_table:1}, {planks:4}, null)'
const looping = (count: number) =>
  [
    'mine({log:1}, null)',
    ...Array.from({ length: count }, (_, i) => `${LINE} # step ${i + 2}`),
  ].join('\n')

describe('an answer that repeats itself', () => {
  it.each([true, false])(
    'is cut after the first of its equal lines (streams: %s)',
    async (stream) => {
      const { ask, calls } = await start({ answer: () => looping(120) }, { stream })
      expect(await ask('plan')).toMatchObject({
        ok: true,
        text: `mine({log:1}, null)\n${LINE} # step 2`,
        finishReason: REPETITION,
      })
      expect(calls[0]?.['gen_ai.response.finish_reasons']).toEqual([REPETITION])
    },
  )

  longIt('ends the stream, so that the rest is not paid for', async () => {
    const { ask, server } = await start({ answer: () => 'never' })
    server.fail({ kind: 'drip' })
    const answer = await ask('plan')
    expect(answer).toMatchObject({ ok: true, text: 'x', finishReason: REPETITION })
  })

  it('is sent back with the problem', async () => {
    const { model, server } = await start({
      answer: ({ messages }) => (messages.length === 1 ? looping(120) : 'mine({log:1}, null)'),
    })
    const problems: string[] = []
    const dialogue: ChatMessage[] = [{ role: 'user', content: 'plan' }]
    const asked = await askUntilRead(
      new WatchedModel(model),
      dialogue,
      {
        purpose: 'plan',
        read: ({ text }) => ({ ok: true, value: text }),
        again: (problem) => `Wrong: ${problem}.`,
        onProblem: (problem) => problems.push(problem),
      },
      signal,
    )
    expect(asked).toEqual({ kind: 'read', value: 'mine({log:1}, null)' })
    expect(problems).toEqual(['it repeats the same lines, which were cut'])
    expect(server.received).toHaveLength(2)
  })

  it('may repeat a block of lines, or a piece of one line', () => {
    const block = 'mine({log:1}, null)\ncraft({planks:4}, {log:1}, null)\n'
    expect(repetitionIn(block.repeat(6))?.text).toBe(block.trimEnd())
    const piece = `{"goals":[{"skill":"${'mine '.repeat(400)}`
    expect(repetitionIn(piece)?.text).toBe('{"goals":[{"skill":"mine ')
  })

  it('is not an answer with a few equal lines, or with a long table', () => {
    expect(repetitionIn(looping(7))).toBeUndefined()
    const plan = Array.from({ length: 60 }, (_, i) => `mine({item_${i}:1}, null) # step ${i}`)
    expect(repetitionIn(plan.join('\n'))).toBeUndefined()
  })
})

describe('the limit of an answer', () => {
  it('depends on the purpose of the call', async () => {
    const { ask, server } = await start({ answer: () => 'fine' })
    for (const purpose of ['plan', 'explain', 'act', 'other']) await ask('?', { purpose })
    const limits = server.received.map(({ body }) => body.max_tokens)
    expect(limits.slice(0, 3)).toEqual([2048, 512, 512])
    expect(limits[3]).toBeGreaterThan(2048)
  })

  it('rises to the whole limit for a model that thinks, and stays there', async () => {
    const { ask, server } = await start({
      answer: ({ max_tokens = 0 }) =>
        max_tokens > 3000
          ? { text: 'fine', reasoning: 'long thoughts' }
          : { text: '', reasoning: 'long thoughts', finishReason: 'length' },
    })
    for (let count = 0; count < 2; count++) expect(await ask('?')).toMatchObject({ text: 'fine' })
    const limits = server.received.map(({ body: { max_tokens = 0 } }) => max_tokens > 2048)
    expect(limits).toEqual([false, true, true])
  })
})

describe('a model at temperature 0', () => {
  it('is not asked the same question twice', async () => {
    let count = 0
    const { ask, server, calls } = await start(
      { answer: () => `answer ${++count}` },
      { temperature: 0 },
    )
    expect(await ask('a')).toMatchObject({ text: 'answer 1' })
    expect(await ask('a')).toMatchObject({ text: 'answer 1', usage: { inputTokens: 0 } })
    expect(await ask('b')).toMatchObject({ text: 'answer 2' })
    expect([server.received.length, calls.length]).toEqual([2, 2])
  })

  it('is asked again after a call without an answer, and at other temperatures', async () => {
    const { ask, server } = await start({ answer: () => 'fine' }, { retries: 0 })
    server.fail({ kind: 'status', status: 500 })
    for (const temperature of [0, 0, 0.7, 0.7]) await ask('a', { temperature })
    expect(server.received).toHaveLength(4)
  })
})

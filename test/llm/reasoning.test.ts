import { afterEach, describe, expect, it } from 'vitest'
import type { CallEvent } from '#llm/call-event'
import type { ModelRequest } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { type ChatRequest, ModelServer, type ModelServerOptions } from '../support/model-server.ts'

const PLAN = 'mine({log:3}, null);'
const THOUGHT = 'I could mine({dirt:9}, null); but no.'
const ask: ModelRequest = { purpose: 'plan', messages: [{ role: 'user', content: 'a pickaxe' }] }

const open: (OpenModel | ModelServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(options: ModelServerOptions, flags: ModelFlags = {}) {
  const server = await ModelServer.start(options)
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'thinker' }
  const chosen = modelSettingsFromEnv(env, flags)
  if (!chosen.ok) throw new Error(chosen.message)
  const { settings } = chosen
  const calls: CallEvent[] = []
  const opened = await openModel(
    { ...settings, server: { ...settings.server, backOff: { baseMs: 1, maxMs: 2 } } },
    { onCall: (call) => calls.push(call) },
  )
  open.push(opened, server)
  const { signal } = new AbortController()
  return {
    server,
    calls,
    settings,
    ask: (request: ModelRequest = ask) => opened.model.complete(request, signal),
  }
}

function roomOf({ max_tokens = 0, max_completion_tokens = max_tokens }: ChatRequest): number {
  return max_completion_tokens
}

describe('a model that thinks before it answers', () => {
  const thinker = (needs: number) => (request: ChatRequest) =>
    roomOf(request) < needs
      ? { text: '', reasoning: THOUGHT, finishReason: 'length' }
      : { text: PLAN, reasoning: THOUGHT }

  it('has enough tokens for its thoughts by default', async () => {
    const { ask } = await start({ answer: thinker(7000) })
    expect(await ask()).toMatchObject({ ok: true, text: PLAN })
  })

  it('gets twice the tokens once when its thoughts used all of them', async () => {
    const { ask, calls, server } = await start({ answer: thinker(700) }, { maxOutputTokens: 400 })
    expect(await ask()).toMatchObject({ ok: true, text: PLAN })
    expect(server.received.map(({ body }) => roomOf(body))).toEqual([400, 800])
    expect(calls).toMatchObject([{ attempts: 2, thoughts: THOUGHT }])
  })

  it('is not asked a third time', async () => {
    const { ask, calls, server } = await start({ answer: thinker(9000) }, { maxOutputTokens: 400 })
    const detail = expect.stringContaining('--max-output-tokens')
    expect(await ask()).toMatchObject({ ok: false, failure: { kind: 'empty', detail } })
    expect(server.received).toHaveLength(2)
    expect(calls).toMatchObject([{ 'error.type': 'empty', thoughts: THOUGHT }])
  })

  it.each(['reasoning', 'reasoning_content'] as const)(
    'has its thoughts in the event and not in the answer: %s, streamed and whole',
    async (reasoningField) => {
      const answer = () => ({ text: PLAN, reasoning: THOUGHT, reasoningField })
      for (const stream of [true, false]) {
        const { ask, calls } = await start({ answer }, { stream })
        expect(await ask()).toMatchObject({ ok: true, text: PLAN })
        expect(calls).toMatchObject([{ thoughts: THOUGHT }])
      }
    },
  )

  it('gets a reasoning effort where the server supports it', async () => {
    const flags = { reasoningEffort: 'low' } as const
    const able = await start({ answer: () => PLAN }, flags)
    await able.ask()
    expect(able.server.received[0]?.body.reasoning_effort).toBe('low')
    const unable = await start({ answer: () => PLAN, lacks: ['reasoning_effort'] }, flags)
    for (let count = 0; count < 2; count++) expect(await unable.ask()).toMatchObject({ ok: true })
    expect(unable.calls.map(({ attempts }) => attempts)).toEqual([2, 1])
  })

  it('may be slow while the connection shows activity', async () => {
    const { ask, server, settings } = await start({ answer: () => PLAN }, { timeoutSeconds: 0.2 })
    server.fail({ kind: 'alive', ms: 500 })
    expect(await ask()).toMatchObject({ ok: true, text: PLAN })
    expect(server.received).toHaveLength(1)
    expect(settings.server.timeoutMs).toBe(200)
  })

  it('may be silent for five minutes by default', async () => {
    const { settings } = await start({ answer: () => PLAN })
    expect(settings.server.timeoutMs).toBe(300_000)
  })
})

describe('thoughts in the text of an answer', () => {
  it.each([
    [`<think>\n${THOUGHT}\n</think>\n\n${PLAN}`],
    [`<thinking>${THOUGHT}</thinking>${PLAN}`],
    [`<THINK>${THOUGHT}</THINK> ${PLAN}`],
    // Some chat templates have the opening tag in the prompt.
    [`${THOUGHT}\n</think>\n${PLAN}`],
    [`Thought: ${THOUGHT}\n\n${PLAN}`],
    [`Thought: ${THOUGHT}\nAnswer: ${PLAN}`],
    [`**Thought:** ${THOUGHT}\n**Plan:**\n${PLAN}`],
    [`Thought: ${THOUGHT}\n\`\`\`\n${PLAN}\n\`\`\``],
    [`Thought: ${THOUGHT}\n${PLAN}`],
    [`<think>${THOUGHT}</think>Thought: again\nPlan:\n${PLAN}`],
  ])('are taken off before it is read, and kept in the event: %j', async (answer) => {
    const { ask, calls } = await start({ answer: () => answer })
    const result = await ask()
    expect(result.ok && result.text.replace(/`/g, '').trim()).toBe(PLAN)
    expect(calls[0]?.thoughts).toContain(THOUGHT)
  })

  it('leave an empty answer when they never end', async () => {
    const { ask, calls } = await start({ answer: () => `<think>${THOUGHT}` }, { retries: 0 })
    expect(await ask()).toMatchObject({ ok: false, failure: { kind: 'empty' } })
    expect(calls[0]?.thoughts).toBe(THOUGHT)
  })

  it('get twice the tokens when they are cut off', async () => {
    const answer = (request: ChatRequest) =>
      roomOf(request) < 700
        ? { text: `<think>${THOUGHT}`, finishReason: 'length' }
        : `<think>${THOUGHT}</think>${PLAN}`
    const { ask, server } = await start({ answer }, { maxOutputTokens: 400 })
    expect(await ask()).toMatchObject({ ok: true, text: PLAN })
    expect(server.received).toHaveLength(2)
  })

  it('stay where they are part of the answer’s form, except thoughts in tags', async () => {
    const line = `Thought: ${THOUGHT}\nAction: ${PLAN}`
    const { ask: send } = await start({ answer: () => `<think>hm</think>${line}` })
    expect(await send({ ...ask, purpose: 'act', thinksAloud: true })).toMatchObject({ text: line })
  })

  it('may be drafts in fences: the last fence counts', async () => {
    const draft = '```\nmine({dirt:3}, null);\n```'
    const answer = `I could do this:\n${draft}\nWait, dirt is no wood. The final plan:\n\`\`\`\n${PLAN}\n\`\`\``
    const { ask, calls } = await start({ answer: () => answer })
    expect(await ask()).toMatchObject({ ok: true, text: `\`\`\`\n${PLAN}\n\`\`\`` })
    expect(calls[0]?.thoughts).toContain('dirt')
  })

  it.each([
    'First:\n```\nmine({log:1}, null)\n```\nThen:\n```\ncraft({planks:4}, {log:1}, null)\n```',
    'step 1: mine 2 log\nThinking: there are 2 log now\nstep 2: craft 8 planks',
    'think: the <think> tag is no thought of mine',
    'Thought: this is all I have to say',
  ])('are left alone where they do not come before an answer: %j', async (answer) => {
    const { ask } = await start({ answer: () => answer })
    expect(await ask()).toMatchObject({ ok: true, text: answer })
  })
})

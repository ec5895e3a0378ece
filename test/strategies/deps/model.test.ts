import seedrandom from 'seedrandom'
import { afterEach, describe, expect, it } from 'vitest'
import type { DescriptorName } from '#agent/descriptor/descriptors'
import { type EventBody, eventSchema } from '#events/events'
import type { CallEvent } from '#llm/call-event'
import type { ChatModel } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { createStrategy } from '#strategies/registry'
import type { LlmContext } from '#strategies/strategy'
import { findTask } from '#trial/tasks'
import { spoiltAnswer } from '../../support/hostile-text.ts'
import { language } from '../../support/language.ts'
import { type Fault, ModelServer } from '../../support/model-server.ts'
import { sampleSettings } from '../../support/sample-events.ts'
import { ScriptedModel, scriptedAnswer } from '../../support/scripted-model.ts'
import { LLM_STRATEGIES, modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'
import { roundsFor } from '../../support/versions.ts'

const SEED = '1'
const KEY = 'sk-test-only-0123456789'

let server: ModelServer | undefined
let opened: OpenModel | undefined
afterEach(async () => {
  await opened?.close()
  await server?.close()
})

/** A trial in the text world with the scripted model behind an HTTP server. */
async function play(task: string, faults: readonly Fault[] = [], flags: ModelFlags = {}) {
  server = await ModelServer.start({ answer: ({ messages }) => scriptedAnswer(messages, SEED) })
  server.fail(...faults)
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'scripted' }
  const settings = modelSettingsFromEnv(env, { retries: 0, timeoutSeconds: 2, ...flags })
  if (!settings.ok) throw new Error(settings.message)
  const calls: CallEvent[] = []
  opened = await openModel(settings.settings, { onCall: (event) => calls.push(event) })
  const trial = await playText(findTask(task), modelStrategy(opened.model))
  return { ...trial, calls, received: server.received }
}

describe('the parts of DEPS with a model', () => {
  /** The calls of a trial whose plans fail: the model that is asked, why, with which text, and whether by a schema. */
  async function asked(llm: Partial<LlmContext> = {}, descriptor: DescriptorName = 'typed') {
    const calls: { by: string; purpose: string; text: string; isStructured: boolean }[] = []
    const modelNamed = (by: string): ChatModel => ({
      name: by,
      complete(request, signal) {
        const text = request.messages.map(({ content }) => content).join('\n')
        calls.push({ by, purpose: request.purpose, text, isStructured: 'schema' in request })
        const model = new ScriptedModel(() => 'craft({stick:4}, {planks:2}, null)')
        return model.complete(request, signal)
      },
    })
    const model = modelNamed('planner')
    const roles = llm.roles && { explainer: modelNamed('explainer') }
    const options = { ...sampleSettings, descriptor, rounds: 2, strategy: 'deps' } as const
    const settings = { ...options, planner: 'llm', replan: 'on-failure' } as const
    const context = { model, explainer: true, answers: 'text', ...llm, ...(roles && { roles }) }
    const events: EventBody[] = []
    const record = (event: EventBody) => events.push(event)
    const strategy = createStrategy(language, settings, context as LlmContext, record)
    await playText(findTask('craft_sticks'), strategy, { descriptor })
    return { calls, events, purposes: calls.map(({ purpose }) => purpose), first: calls[0] }
  }
  const EACH_FAILURE = ['plan', 'explain', 'plan', 'explain', 'plan']

  it('explain each failure in a call of its own, by default with the model that plans', async () => {
    const { calls, purposes, first } = await asked()
    expect(purposes).toEqual(EACH_FAILURE)
    expect(first?.text).toContain('Explainer:')
    expect(new Set(calls.map(({ by }) => by))).toEqual(new Set(['planner']))
    const apart = await asked({ roles: {} })
    expect(apart.purposes).toEqual(EACH_FAILURE)
    expect(apart.calls.map(({ by }) => by)).toEqual([
      ...['planner', 'explainer', 'planner', 'explainer', 'planner'],
    ])
  })

  it('explain nothing without an explainer, or in the call that plans', async () => {
    expect((await asked({ explainer: false })).purposes).toEqual(['plan', 'plan', 'plan'])
    const inline = await asked({ explainsInline: true })
    expect(inline.purposes).toEqual(['plan', 'plan', 'plan'])
    expect(inline.first?.text).toContain('Explainer:')
    const never = await asked({ explainer: false, explainsInline: true })
    expect(never.purposes).toEqual(['plan', 'plan', 'plan'])
    expect(never.first?.text).not.toContain('Explainer:')
  })

  it('have no memory of plans by default', async () => {
    const { events } = await asked()
    expect(events.filter(({ type }) => type === 'plan-memory')).toEqual([])
  })

  it('ask for JSON where the answers are JSON', async () => {
    expect((await asked()).first?.isStructured).toBe(false)
    expect((await asked({ answers: 'json' })).first?.isStructured).toBe(true)
  })

  it('tell facts of the game with the typed descriptor, not with that of the paper', async () => {
    expect((await asked()).first?.text).toContain('the one word impossible')
    expect((await asked({}, 'paper')).first?.text).not.toContain('the one word impossible')
  })
})

describe('DEPS over a model server', () => {
  it('obtains a diamond in the text world and records every call as an event', async () => {
    const { success, calls, received } = await play('obtain_diamond')
    expect(success).toBe(true)
    expect(calls).toHaveLength(received.length)
    const purposes = new Set(calls.map(({ purpose }) => purpose))
    expect(purposes).toEqual(new Set(['plan', 'explain']))
    expect(JSON.stringify(calls)).not.toContain(KEY)
  })

  it('plays the same trial as without a server', async () => {
    const { events } = await play('craft_furnace')
    const direct = await playText(findTask('craft_furnace'), modelStrategy(new ScriptedModel(SEED)))
    expect(events).toEqual(direct.events)
  })

  it.each<[string, Fault]>([
    ['a busy server', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['a broken server', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'cut' }],
    ['an empty answer', { kind: 'empty' }],
    ['silence', { kind: 'silence' }],
    ['an endless answer', { kind: 'huge', bytes: 5_000_000 }],
    ['an answer that is no JSON', { kind: 'malformed' }],
  ])('gets over %s', async (_, fault) => {
    const { success, calls } = await play('craft_furnace', [fault], { timeoutSeconds: 1 })
    expect(success).toBe(true)
    expect(calls[0]?.['error.type']).not.toBeNull()
  })

  it('ends at once with a wrong key and reports it', async () => {
    const { success, outcome, received } = await play('craft_furnace', [
      { kind: 'status', status: 401 },
    ])
    expect(success).toBe(false)
    expect(outcome).toEqual({ end: 'gave-up', detail: expect.stringMatching(/no answer: auth/) })
    expect(outcome.detail).not.toContain(KEY)
    expect(received).toHaveLength(1)
  })

  it('ends when the budget is used up', async () => {
    const { success, outcome } = await play('obtain_diamond', [], { maxCalls: 3 })
    expect(success).toBe(false)
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: expect.stringMatching(/the limit of 3 calls is reached/),
    })
  })

  it('ends when the model is gone', async () => {
    const broken: Fault = { kind: 'status', status: 500 }
    const { outcome, received } = await play('craft_furnace', Array(10).fill(broken))
    expect(outcome).toEqual({ end: 'gave-up', detail: expect.stringMatching(/no answer: server/) })
    expect(received).toHaveLength(3)
  })
})

/** Trials of each strategy with nonsense answers. */
const TRIALS = roundsFor({ all: 25, some: 6 })

describe('a model with nonsense answers', () => {
  it.each(LLM_STRATEGIES)('never breaks a trial: %s', async (name) => {
    const random = seedrandom(`rubbish ${name}`)
    const model = new ScriptedModel(() => spoiltAnswer(random))
    const ends = new Set<string>()
    for (let trial = 0; trial < TRIALS; trial++) {
      const events: EventBody[] = []
      const record = (event: EventBody) => events.push(event)
      const made = modelStrategy(model, { strategy: name, rounds: 5, record })
      const played = await playText(findTask('craft_chest'), made, { maxGoals: 60 })
      for (const body of [...played.events, ...events])
        eventSchema.parse({ v: 1, t: 0, wall: 0, ...body })
      ends.add(played.outcome.end)
    }
    expect([...ends].filter((end) => end !== 'gave-up' && end !== 'stopped')).toEqual([])
    expect(globalThis).not.toHaveProperty('delverCanary')
  })
})

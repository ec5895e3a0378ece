import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { goalOfCall, goalTools } from '#agent/tools/goal-tools'
import { trialSettings } from '#cli/trial-options'
import type { Settings } from '#events/settings'
import { API_NAMES } from '#llm/api'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { jsonSchemaOf } from '#llm/structured'
import { readTranscript } from '#llm/transcript'
import { reread } from '#trial/reread'
import { runTrial } from '#trial/runner'
import { language } from '../support/language.ts'
import { ModelServer } from '../support/model-server.ts'
import { scriptedInForm } from '../support/scripted-forms.ts'
import { longIt } from '../support/versions.ts'

type Chosen = Partial<Pick<Settings, 'strategy' | 'executor' | 'task'>> & {
  readonly answers: 'text' | 'json' | 'tools'
}

/** Plays a trial in the text world over the real client. */
async function play({ task = 'obtain:iron_pickaxe', ...chosen }: Chosen, flags: ModelFlags = {}) {
  const server = await ModelServer.start({ answer: (request) => scriptedInForm(request, '1') })
  const env = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none', DELVER_MODEL: 'scripted' }
  const model = modelSettingsFromEnv(env, { baseUrl: server.baseUrl, retries: 0, ...flags })
  if (!model.ok) throw new Error(model.message)
  const options = {
    world: 'text',
    planner: 'llm',
    strategy: 'deps',
    username: 'Delver',
    perception: 'seen',
    explainer: true,
    ...chosen,
  } as const
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-tools-')), 'out')
  const result = await runTrial({
    settings: trialSettings(task, 1, options, model.settings),
    model: model.settings,
    folder,
    signal: new AbortController().signal,
  })
  await server.close()
  return { folder, result, received: server.received }
}

const LOOPS = [
  { strategy: 'deps' },
  { strategy: 'inner-monologue' },
  { strategy: 'adapt', executor: 'react' },
  { strategy: 'thread' },
] as const

describe.each(LOOPS)('$strategy by calls of tools', (chosen) => {
  longIt('obtains an iron pickaxe, and its results are messages of tools', async () => {
    const { result, received } = await play({ ...chosen, answers: 'tools' })
    expect(result).toMatchObject({ success: true, end: 'success' })
    const last = received.findLast(({ body }) => body.tools)?.body
    expect(last?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['mine', 'craft']))
    const dialogues = received.map(({ body }) => body.messages)
    const messages = dialogues.flat()
    expect(messages.some(({ calls }) => (calls?.length ?? 0) > 0)).toBe(true)
    expect(messages.some(({ role }) => role === 'tool')).toBe(true)
    for (const dialogue of dialogues) expect(unanswered(dialogue)).toEqual([])
  })
})

/** Calls without a result, and results without a call, which servers refuse. */
function unanswered(dialogue: readonly { calls?: readonly { id: string }[]; callId?: string }[]) {
  const called = dialogue.flatMap(({ calls = [] }) => calls.map(({ id }) => id))
  const answered = dialogue.flatMap(({ callId }) => callId ?? [])
  return [
    ...called.filter((id) => !answered.includes(id)),
    ...answered.filter((id) => !called.includes(id)),
  ]
}

describe('DEPS by calls of tools', () => {
  it.each(API_NAMES)('plans by the API %s', async (api) => {
    const { result } = await play({ task: 'obtain:stone_pickaxe', answers: 'tools' }, { api })
    expect(result).toMatchObject({ success: true })
  })

  it('has the calls in its transcript, and reads them again', async () => {
    const { folder } = await play({ task: 'obtain:stone_pickaxe', answers: 'tools' })
    const [first] = readTranscript(folder)
    expect(first).toMatchObject({ tools: expect.arrayContaining(['mine']) })
    const outcome = first?.reply.outcome
    expect(outcome?.ok && outcome.calls.length).toBeGreaterThan(0)
    expect(first?.reading?.text).toContain('craft(')
    expect(reread(folder)).toMatchObject({ changes: [] })
  })
})

describe('the tools of the goal skills', () => {
  const call = (name: string, given: object) => ({
    id: '1',
    name,
    arguments: JSON.stringify(given),
  })

  it('are one for each skill, with closed schemas whose strings and lists have limits', () => {
    const tools = goalTools(language)
    expect(tools.map(({ name }) => name)).toEqual(language.names)
    const limited = (part: unknown): boolean => {
      if (typeof part !== 'object' || part === null) return true
      const { type, pattern, maxItems } = part as Record<string, unknown>
      if (type === 'string' && pattern === undefined) return false
      if (type === 'array' && maxItems === undefined) return false
      return Object.values(part).every(limited)
    }
    for (const { schema } of tools) {
      const json = jsonSchemaOf(schema)
      expect(json).toMatchObject({ type: 'object', additionalProperties: false })
      expect(limited(json)).toBe(true)
    }
  })

  it.each([
    [call('mine', { item: 'log', count: 3, tool: null }), 'mine({log:3}, null)'],
    [
      call('smelt', {
        item: 'iron_ingot',
        count: 1,
        materials: [
          { item: 'iron_ore', count: 1 },
          { item: 'coal', count: 1 },
        ],
      }),
      "smelt({iron_ingot:1}, {iron_ore:1, coal:1}, 'furnace')",
    ],
    [call('mine', { item: 'Oak Log', count: '3', tool: 'null' }), 'mine({oak_log:3}, null)'],
    [call('mine', { item: 'log' }), 'mine({log:1}, null)'],
    [
      call('craft', {
        item: 'chest',
        count: 1,
        materials: { planks: '8' },
        tool: 'crafting_table',
      }),
      "craft({chest:1}, {planks:8}, 'crafting_table')",
    ],
    [call('mine', { item: 'log}, null); mine({dirt', count: 1 }), undefined],
    [call('mine', { item: 'log', count: 1e9 }), undefined],
    [call('constructor', { item: 'log', count: 1 }), undefined],
    [{ id: '1', name: 'mine', arguments: '{"item":"lo' }, undefined],
  ])('become goals: %o', (given, goal) => {
    expect(goalOfCall(language, given)).toBe(goal)
  })
})

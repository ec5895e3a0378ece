import { describe, expect, it } from 'vitest'
import { ModelPlanner } from '#agent/planner/model-planner'
import { inventoryObservation } from '#goal/observation'
import type { ChatModel, ModelRequest } from '#llm/model'
import { jsonSchemaOf } from '#llm/structured'
import { WatchedModel } from '#llm/watched-model'
import { language } from '../../support/language.ts'

const PLAN = {
  goals: [{ skill: 'mine', target: [{ item: 'log', count: 1 }], using: [], tool: null, or: [] }],
}

/** The request for a plan by a schema. */
async function request(): Promise<ModelRequest> {
  const asked: ModelRequest[] = []
  const model: ChatModel = {
    name: 'structured',
    complete(one) {
      asked.push(one)
      const usage = { inputTokens: 1, outputTokens: 1, estimated: true }
      const text = JSON.stringify(PLAN)
      return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
    },
  }
  const planner = new ModelPlanner({
    ...{ model: new WatchedModel(model), language, structured: true },
    record: () => {},
  })
  const observation = inventoryObservation(language.registry, {})
  const task = { target: { stick: 4 }, wear: null }
  const { signal } = new AbortController()
  await planner.plan({ task, observation, unavailable: new Set(), feedback: null }, signal)
  const [first] = asked
  if (!first) throw new Error('nothing was asked')
  return first
}

describe('a request for a plan by a schema', () => {
  it('shows an example that fits the schema', async () => {
    const { messages, schema } = await request()
    const example = messages[0]?.content.split('\n').find((line) => line.startsWith('{"goals"'))
    expect(schema?.safeParse(JSON.parse(example ?? '')).success).toBe(true)
  })

  it('limits each string and each list of the answer', async () => {
    const { schema } = await request()
    const limited = (part: unknown): boolean => {
      if (typeof part !== 'object' || part === null) return true
      const { type, pattern, maxItems, enum: names } = part as Record<string, unknown>
      if (type === 'string' && pattern === undefined && names === undefined) return false
      if (type === 'array' && maxItems === undefined) return false
      return Object.values(part).every(limited)
    }
    expect(schema && limited(jsonSchemaOf(schema))).toBe(true)
    const loop = { ...PLAN.goals[0], tool: 'pick '.repeat(100) }
    expect(schema?.safeParse({ goals: [loop] }).success).toBe(false)
  })
})

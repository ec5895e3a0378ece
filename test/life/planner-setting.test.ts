import { describe, expect, it } from 'vitest'
import type { LifeContext } from '#life/port'
import { TextClock } from '#text-world/text-clock'
import { textAgent } from '#text-world/text-episode'
import { sampleSettings } from '../support/sample-events.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const TABLE = { item: 'crafting_table', count: 1, worn: false, milestone: 'crafting_table' }

/** Obtains a crafting table in the text world with one setting of the planner. */
function play(planner: 'symbolic' | 'llm', model: ScriptedModel | null) {
  const clock = new TextClock()
  const stop = new AbortController()
  const context: LifeContext = {
    connection: { host: 'text', port: 0, version: '1.16.5', username: 'Delver', auth: 'offline' },
    target: TABLE,
    settings: { ...sampleSettings, planner },
    llm: model && { model, explainer: false, answers: 'text' as const },
    clock,
    maxTicks: 1000,
    signal: stop.signal,
    record: () => {},
    onUncaught: () => () => {},
    inventory(held) {
      if (held.crafting_table) stop.abort('success')
    },
  }
  return textAgent(clock)(context)
}

describe('the setting of the planner', () => {
  it('keeps the symbolic planner if a model is configured', async () => {
    const model = new ScriptedModel('seed')
    expect(await play('symbolic', model)).toMatchObject({ end: 'stopped' })
    expect(model.calls.size).toBe(0)
  })

  it('asks the model for plans', async () => {
    const model = new ScriptedModel('seed')
    await play('llm', model)
    expect(model.calls.get('plan')).toBeGreaterThan(0)
  })

  it('is an error if it asks for a model and none is configured', async () => {
    await expect(async () => play('llm', null)).rejects.toThrow('needs a language model')
  })
})

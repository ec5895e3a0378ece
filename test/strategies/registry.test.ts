import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '#agent/agent-event'
import { readModel } from '#selector/models/read-model'
import type { SelectorName } from '#selector/selectors'
import { createStrategy, STRATEGIES, strategyNamed } from '#strategies/registry'
import { language } from '../support/language.ts'
import { sampleSettings } from '../support/sample-events.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const record = () => {}

describe('the registry of strategies', () => {
  it.each(STRATEGIES)('is created by its name, %s, with a language model', (strategy) => {
    const llm = { model: new ScriptedModel('1'), explainer: true, answers: 'text' as const }
    const created = createStrategy(language, { ...sampleSettings, strategy }, llm, record)
    expect(created.name).toBe(strategy)
  })

  it.each(STRATEGIES.filter((name) => strategyNamed(name).needsModel))(
    'that needs a language model is not created without one: %s',
    (strategy) => {
      const settings = { ...sampleSettings, strategy }
      expect(() => createStrategy(language, settings, null, record)).toThrow(
        `the strategy ${strategy} needs a language model`,
      )
    },
  )

  it('reports the agents that the model of its selector knows', () => {
    const events: AgentEvent[] = []
    const create = (selector: SelectorName) =>
      createStrategy(language, { ...sampleSettings, selector }, null, (event) => events.push(event))
    create('nearest')
    expect(events).toEqual([])
    create('horizon')
    expect(events).toEqual([{ type: 'selector-model', agents: readModel().card.agents }])
  })

  it('whose executor needs a language model is not created without one', () => {
    const settings = { ...sampleSettings, strategy: 'adapt', executor: 'react' } as const
    expect(() => createStrategy(language, settings, null, record)).toThrow(
      'the executor react needs a language model',
    )
  })
})

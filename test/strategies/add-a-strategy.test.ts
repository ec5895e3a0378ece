import { describe, expect, it } from 'vitest'
import { createDefined, type StrategyDefinition } from '#strategies/definition'
import { executePlan, IN_ORDER } from '#strategies/deps/execute-plan'
import { createStrategy, STRATEGIES, strategyNamed } from '#strategies/registry'
import { findTask } from '#trial/tasks'
import { language, planOf } from '../support/language.ts'
import { sampleSettings } from '../support/sample-events.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { playText } from '../support/text-trial.ts'

/** A strategy at its smallest: it carries one plan out. One line in the registry would add it to the command line. */
const FIXED_PLAN: StrategyDefinition<'fixed-plan'> = {
  name: 'fixed-plan',
  needsModel: false,
  uses: ['selector'],
  create: ({ selector }) => ({
    name: 'fixed-plan',
    async pursue(_task, context) {
      const plan = planOf(
        'mine({log:1}, null)\ncraft({planks:4}, {log:1}, null)\ncraft({stick:4}, {planks:2}, null)',
      )
      const { failed } = await executePlan(plan, { ...IN_ORDER, selector }, context)
      return failed ? failed.failure.detail : 'the plan is done'
    },
  }),
}

const record = () => {}

describe('a strategy', () => {
  it('plays a trial by one record', async () => {
    const { selector } = IN_ORDER
    const parts = { language, options: sampleSettings, selector, llm: null, record }
    const strategy = createDefined(FIXED_PLAN, parts)
    const { success, outcome } = await playText(findTask('craft_sticks'), strategy)
    expect([success, outcome.end]).toEqual([true, 'stopped'])
  })

  it.each(STRATEGIES)('is created by its name, %s, with a language model', (strategy) => {
    const llm = { model: new ScriptedModel('1'), explainer: true, structured: false }
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

  it('whose executor needs a language model is not created without one', () => {
    const settings = { ...sampleSettings, strategy: 'adapt', executor: 'react' } as const
    expect(() => createStrategy(language, settings, null, record)).toThrow(
      'the executor react needs a language model',
    )
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { TASKS } from '#trial/tasks'
import { percent, successRates, type Variant } from '../../support/deps-rounds.ts'
import { LLM_STRATEGIES } from '../../support/strategies.ts'
import { longIt, roundsFor } from '../../support/versions.ts'

/** Every other task in CI; `bench/deps-rounds.ts` plays all of them, and more seeds. */
const STEP = roundsFor({ all: 2, some: 4 })
const tasks = TASKS.filter(
  (task, index) => index % STEP === 0 && task.name !== 'craft_quartz_block',
)

async function success(variant: Variant, of = tasks): Promise<number> {
  return percent(await successRates(of, ['1'], variant))
}

let whole: number
let once: number
beforeAll(async () => {
  whole = await success({})
  once = await success({ rounds: 0 })
})

/** With the scripted model these tests show that the loop works, not how good a model is. */
describe('DEPS with the scripted model in the text world', () => {
  longIt(
    'succeeds more often with each further round, as in Table 4, and always without a limit',
    async () => {
      const rates = [once]
      for (const rounds of [1, 2]) rates.push(await success({ rounds }))
      rates.push(whole)
      expect(rates).toEqual(rates.toSorted((a, b) => a - b))
      expect(new Set(rates).size).toBe(rates.length)
      expect(rates[0]).toBeLessThan(40)
      expect(rates.at(-1)).toBe(100)
    },
  )

  longIt('succeeds more often in a few rounds with descriptor and explainer', async () => {
    const few = { goals: 'strict', descriptor: 'paper', rounds: 3 } as const
    const explained = await success(few)
    const unexplained = await success({ ...few, explainer: false })
    const untold = await success({ ...few, descriptor: 'none' })
    expect(explained).toBeGreaterThan(unexplained)
    expect(unexplained).toBeGreaterThan(untold)
    expect(untold).toBeGreaterThan(once)
  })

  it('beats the baselines that ask once, each of which succeeds sometimes', async () => {
    const some = tasks.slice(0, 14)
    const deps = await success({}, some)
    for (const strategy of LLM_STRATEGIES.filter(
      (name) => name !== 'deps' && name !== 'thread' && name !== 'adaplanner',
    )) {
      const rate = await success({ strategy }, some)
      expect(rate, strategy).toBeGreaterThan(0)
      if (strategy !== 'inner-monologue') expect(rate, strategy).toBeLessThan(deps)
    }
  })
})

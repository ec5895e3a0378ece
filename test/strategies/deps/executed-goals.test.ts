import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import type { ItemCounts } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { goalText } from '#goal/print'
import { ExecutedGoals } from '#strategies/deps/executed-goals'
import { reaches } from '#strategies/deps/plan-check'
import { goalOf, language, planOf, registry } from '../../support/language.ts'

const { signal } = new AbortController()
const lost = failed('not-found', 'none')

/** The goals that are remembered of one that ends with an outcome and leaves the agent with these items. */
async function remembered(
  text: string,
  ending: Outcome | Error,
  after: ItemCounts,
  worn: readonly string[] = [],
): Promise<string[]> {
  let isOver = false
  const environment: Environment = {
    language,
    observe: () =>
      isOver
        ? inventoryObservation(registry, after, { worn: new Set(worn) })
        : inventoryObservation(registry, { dirt: 9, oak_log: 1 }),
    execute: () => {
      isOver = true
      return ending instanceof Error ? Promise.reject(ending) : Promise.resolve(ending)
    },
    wait: () => Promise.resolve(),
    attend: () => Promise.resolve(),
  }
  const executed = new ExecutedGoals(environment)
  await executed.execute(goalOf(text), signal).catch((error: unknown) => {
    expect(error).toBe(ending)
  })
  return executed.goals.map(goalText)
}

describe('a goal that was executed', () => {
  const LOGS = 'mine({log:3}, null)'
  const BOOTS = 'equip({iron_boots:1}, null)'

  it('is remembered when it was reached', async () => {
    expect(await remembered(LOGS, succeeded, {})).toEqual([LOGS])
  })

  it('is remembered by its gain when it failed or the trial ended', async () => {
    expect(await remembered(LOGS, lost, { oak_log: 3 })).toEqual(['mine({log:2}, null)'])
    const over = new Error('over')
    expect(await remembered(LOGS, over, { oak_log: 2 })).toEqual(['mine({log:1}, null)'])
    expect(await remembered(LOGS, over, { oak_log: 3, birch_log: 1 })).toEqual([LOGS])
    expect(await remembered(LOGS, lost, { oak_log: 9 })).toEqual([LOGS])
    const both = 'mine({log:3, sand:1}, null)'
    expect(await remembered(both, lost, { oak_log: 2 })).toEqual(['mine({log:1}, null)'])
    expect(await remembered(BOOTS, over, {}, ['iron_boots'])).toEqual([BOOTS])
  })

  it('is forgotten when it gained nothing', async () => {
    expect(await remembered(LOGS, lost, { oak_log: 1 })).toEqual([])
    expect(await remembered(BOOTS, lost, { iron_boots: 1 })).toEqual([])
    const both = 'equip({iron_boots:1, shield:1}, null)'
    expect(await remembered(both, lost, {}, ['iron_boots'])).toEqual([])
    expect(await remembered("store({dirt:2}, 'chest')", lost, { dirt: 11 })).toEqual([])
  })
})

describe('goals that reach a task by the rules', () => {
  const reached = (target: ItemCounts, wear: string | null, inventory: ItemCounts, plan: string) =>
    reaches(language, { target, wear }, inventory, planOf(plan))

  it.each([
    ['craft({planks:4}, {log:1}, null) craft({stick:4}, {planks:2}, null)', { oak_log: 1 }, true],
    ['craft({stick:4}, {planks:2}, null)', { oak_planks: 2 }, true],
    ['craft({stick:4}, {planks:2}, null)', { oak_planks: 1 }, false],
    [
      'craft({stick:4}, {planks:2}, null) craft({stick:4}, {planks:2}, null)',
      { oak_planks: 3 },
      false,
    ],
    ['mine({dirt:1}, null)', {}, false],
    ['', { stick: 4 }, true],
    ['', { stick: 3 }, false],
  ])('%j from %j: %s', (plan, inventory, isReached) => {
    expect(reached({ stick: 4 }, null, inventory, plan)).toBe(isReached)
  })

  it('wear what the task wears', () => {
    const boots = { iron_boots: 1 }
    expect(reached(boots, 'iron_boots', boots, '')).toBe(false)
    expect(reached(boots, 'iron_boots', boots, 'equip({iron_boots:1}, null)')).toBe(true)
    expect(reached(boots, null, boots, '')).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '#agent/agent-event'
import type { Environment } from '#agent/environment/environment'
import { WrittenGoals } from '#agent/environment/written-goals'
import type { Goal } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { failed, type Outcome } from '#goal/outcome'
import { language } from '../../support/language.ts'

const WRONG: Goal = { skill: 'craft', target: { planks: 4 }, using: { dirt: 1 }, tool: null }
const { signal } = new AbortController()

/** The mistakes that are recorded when the skills end with an outcome. */
async function mistakes(outcome: Outcome): Promise<boolean[]> {
  const events: AgentEvent[] = []
  const environment: Environment = {
    language,
    observe: () => inventoryObservation(language.registry, {}),
    execute: () => Promise.resolve(outcome),
    wait: () => Promise.resolve(),
    attend: () => Promise.resolve(),
  }
  await new WrittenGoals(environment, 'lenient', (event) => events.push(event)).execute(
    WRONG,
    signal,
  )
  return events.flatMap((event) => (event.type === 'goal-mistake' ? [event.corrected] : []))
}

describe('a goal that is wrong as written', () => {
  it('is corrected once the skills have reached it, and not before', async () => {
    expect(await mistakes({ ok: true })).toEqual([true])
    expect(await mistakes(failed('missing-material', 'planks need a log'))).toEqual([false])
  })

  it('is recorded once when another goal preempts it', async () => {
    expect(await mistakes(failed('interrupted', 'another goal is nearer'))).toEqual([])
  })
})

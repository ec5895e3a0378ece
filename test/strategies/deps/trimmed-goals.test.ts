import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { Environment } from '#agent/environment/environment'
import type { EventBody, EventOf } from '#events/events'
import { inventoryObservation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import { executePlan } from '#strategies/deps/execute-plan'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { language, planOf, registry } from '../../support/language.ts'

/** Prefers the goal with the fewest items. */
const fewest: Selector = {
  name: 'fewest',
  scope: 'possible',
  reconsiders: false,
  choose: (candidates) =>
    candidates
      .toSorted((a, b) => thingsOf(a) - thingsOf(b))
      .map((candidate) => ({ candidate, predictedTicks: null, interval: null })),
}

function thingsOf({ goal }: EstimatedCandidate): number {
  return Object.values(goal.target).reduce((sum, count) => sum + count, 0)
}

/** The variant that the environment gives for each tag. */
const KINDS: Readonly<Record<string, string>> = { log: 'oak_log', planks: 'oak_planks' }

/** Executes a plan for a stick, in an environment where every goal succeeds exactly as stated. */
async function carryOut(plan: string, held: Record<string, number>) {
  const done: string[] = []
  const choices: EventOf<'goal-chosen'>[] = []
  const record = (event: EventBody) => {
    if (event.type === 'goal-chosen') choices.push({ v: 2, t: 0, wall: 0, ...event })
  }
  const environment: Environment = {
    language,
    observe: () => inventoryObservation(registry, held),
    execute: (goal) => {
      done.push(goalText(goal))
      for (const [item, count] of Object.entries(goal.target)) {
        const kind = KINDS[item] ?? item
        held[kind] = (held[kind] ?? 0) + count
      }
      return Promise.resolve({ ok: true })
    },
    wait: () => Promise.resolve(),
    attend: () => Promise.resolve(),
  }
  const rules = {
    selector: fewest,
    policy: replanPolicy('on-failure'),
    exactFor: { stick: 1 },
  }
  const { signal } = new AbortController()
  const descriptor = createDescriptor('typed')
  const context = { environment, descriptor, signal, record }
  const execution = await executePlan(planOf(plan), rules, context)
  const weighed = choices.map(({ candidates }) => candidates.map(({ goal }) => goalText(goal)))
  return { execution, done, weighed, chosen: choices.map(({ goal }) => goalText(goal)) }
}

describe('a plan that gathers more than its other steps use', () => {
  it('has only the rest of a goal chosen and executed', async () => {
    const plan =
      'mine({log:5}, null); mine({sand:4}, null); craft({planks:20}, {log:5}, null); craft({sandstone:1}, {sand:4}, null)'
    const { done, weighed, chosen } = await carryOut(plan, { oak_log: 4 })
    // One log is fewer than four of sand; the plan has five.
    expect(weighed[0]?.slice(0, 2)).toEqual(['mine({log:1}, null)', 'mine({sand:4}, null)'])
    expect(chosen).toEqual(weighed.map(([first]) => first))
    expect(done).toEqual(chosen)
  })

  it('drops a step without a rest, without a choice', async () => {
    const plan = 'mine({log:9}, null); craft({planks:8}, {log:2}, null)'
    const { execution, weighed, chosen } = await carryOut(plan, { oak_log: 2 })
    expect(weighed).toEqual([['craft({planks:8}, {log:2}, null)']])
    expect(chosen).toEqual(['craft({planks:8}, {log:2}, null)'])
    expect(execution).toMatchObject({ failed: null, rest: [], isReplanned: false })
    expect(execution.done.map(goalText).toSorted()).toEqual(plan.split('; ').toSorted())
  })

  it.each([
    ['white_wool', { white_wool: 2, gray_wool: 1 }],
    ['wool', { white_wool: 2, gray_wool: 1 }],
  ])('gathers %s while there is not enough wool of one colour', async (wool, held) => {
    const plan = `hunt({${wool}:1}, null); craft({bed:1}, {wool:3, planks:3}, 'crafting_table')`
    const { done } = await carryOut(plan, { ...held, oak_planks: 3, crafting_table: 1 })
    expect(done[0]).toBe(`hunt({${wool}:1}, null)`)
  })
})

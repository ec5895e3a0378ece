import { expect, it } from 'vitest'
import { inventoryObservation } from '#goal/observation'
import type { EstimatedCandidate } from '#selector/selector'
import { createSelector } from '#selector/selectors'
import { ChoiceOverrides, isWritten, OverridingSelector } from '#selector/selectors/override'
import { goalOf, registry } from '../support/language.ts'

const observation = inventoryObservation(registry, {})
const estimate = { travelTicks: 0, searchTicks: 0, workTicks: 1 }
const candidates = [1, 2, 3].map((count): EstimatedCandidate => {
  const goal = goalOf(`hunt({beef:${count}}, null)`)
  return { step: goal, goal, source: null, search: null, estimate }
})

it('an overridden choice comes first, in its decision alone', () => {
  const overrides = new ChoiceOverrides([
    { decision: 2, candidate: 3 },
    { decision: 3, candidate: 'hunt( {beef:2},\nnull )' },
    { decision: 4, candidate: 4 },
    { decision: 5, candidate: 'hunt({beef:4}, null)' },
  ])
  const selector = new OverridingSelector(createSelector('fixed', 1), overrides)
  const orders = [1, 2, 3, 4, 5, 6].map(() => {
    const chosen = selector.choose(candidates, observation)
    // Asking again changes nothing until the decision is counted.
    expect(selector.choose(candidates, observation)).toEqual(chosen)
    overrides.decided()
    return chosen.map(({ candidate: { goal } }) => goal.target.beef).join(' ')
  })
  expect(orders).toEqual(['1 2 3', '3 1 2', '2 1 3', '1 2 3', '1 2 3', '1 2 3'])
})

it('an overridden selector is otherwise the selector itself', () => {
  for (const name of ['nearest', 'none'] as const) {
    const own = createSelector(name, 1)
    const { scope, reconsiders } = own
    const made = new OverridingSelector(own, new ChoiceOverrides([]))
    expect(made).toMatchObject({ name, scope, reconsiders })
    expect(made.choose(candidates, observation)).toEqual(own.choose(candidates, observation))
  }
})

it('a goal is written as in the goal language, whitespace aside', () => {
  const goal = goalOf("craft({stick:4}, {planks:2}, 'crafting_table')")
  expect(isWritten(goal, " craft({stick:4},{planks:2}, 'crafting_table')")).toBe(true)
  expect(isWritten(goal, "craft({stick:4}, {planks:3}, 'crafting_table')")).toBe(false)
})

import { surroundingsText } from '#agent/planner/task-text'
import type { Observation } from '#goal/observation'
import { countsText } from '#goal/print'

/**
 * The agent's state as values for the places of prompts; values without content are empty.
 * @param unavailable sources that searches have failed to find.
 */
export function stateValues(observation: Observation, unavailable: ReadonlySet<string>) {
  const { inventory, worn } = observation
  return {
    inventory: countsText(inventory),
    worn: worn.size === 0 ? '' : `I wear ${[...worn].join(', ')}.`,
    surroundings: surroundingsText(observation, unavailable),
  }
}

/** The agent's state in one line of sentences. */
export function stateText(observation: Observation, unavailable: ReadonlySet<string>): string {
  const { inventory, worn, surroundings } = stateValues(observation, unavailable)
  return [`My inventory has ${inventory}.`, worn, surroundings].filter(Boolean).join(' ')
}

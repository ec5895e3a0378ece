import type { Observation } from '#goal/observation'
import { countsText } from '#goal/print'
import { withArticle } from '#wire/wording'

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
  const { worn, surroundings } = stateValues(observation, unavailable)
  return [inventoryText(observation), worn, surroundings].filter(Boolean).join(' ')
}

/** The inventory as a sentence. */
export function inventoryText({ inventory }: Pick<Observation, 'inventory'>): string {
  return `My inventory has ${countsText(inventory)}.`
}

/** The stations near the agent, and the failed searches. */
function surroundingsText(
  { near }: Pick<Observation, 'near'>,
  unavailable: ReadonlySet<string>,
): string {
  const stations = [...near].map((station) => withArticle(station))
  const parts = []
  if (stations.length > 0) parts.push(`Near me stands ${stations.join(' and ')}.`)
  if (unavailable.size > 0) parts.push(`I could not find ${[...unavailable].join(', ')}.`)
  return parts.join(' ')
}

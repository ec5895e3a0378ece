import type { Observation } from '#goal/observation'
import { withArticle } from '#wire/wording'
import type { Task } from './planner.ts'

/** The task as text for models: `obtain 1 stone_sword`, `obtain and wear 1 iron_boots`. */
export function taskText({ target, wear }: Task): string {
  const things = Object.entries(target).map(([item, count]) => `${count} ${item}`)
  return `${wear ? 'obtain and wear' : 'obtain'} ${things.join(' and ')}`
}

/** The stations near the agent and the failed searches as text for models; empty when there are none. */
export function surroundingsText(
  { near }: Pick<Observation, 'near'>,
  unavailable: ReadonlySet<string>,
): string {
  const stations = [...near].map((station) => withArticle(station))
  const parts = []
  if (stations.length > 0) parts.push(`Near me stands ${stations.join(' and ')}.`)
  if (unavailable.size > 0) parts.push(`I could not find ${[...unavailable].join(', ')}.`)
  return parts.join(' ')
}

import { withArticle } from '#goal/article'
import type { Observation } from '#goal/observation'
import type { Task } from './planner.ts'

/** The task as models are told: `obtain 1 stone_sword`, `obtain and wear 1 iron_boots`. */
export function taskText({ target, wear }: Task): string {
  const things = Object.entries(target).map(([item, count]) => `${count} ${item}`)
  return `${wear ? 'obtain and wear' : 'obtain'} ${things.join(' and ')}`
}

/** What stands near and what was looked for in vain; empty when there is nothing to say. */
export function surroundingsText(
  { near }: Pick<Observation, 'near'>,
  unavailable: ReadonlySet<string>,
): string {
  const stations = [...near].map((station) => withArticle(station))
  const parts = []
  if (stations.length > 0) parts.push(`Near me stands ${stations.join(' and ')}.`)
  if (unavailable.size > 0) parts.push(`I looked in vain for ${[...unavailable].join(', ')}.`)
  return parts.join(' ')
}

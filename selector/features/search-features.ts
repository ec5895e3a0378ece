import { SEARCHES } from '#goal/observation'
import { blocks, count, type Definition, flag, flags, type Judged } from './definition.ts'

/** How the candidate searches, what searches have come to, and where the body is against the ore. */
export const SEARCH_FEATURES: readonly Definition[] = [
  flag('search.needed', ({ candidate: { source, estimate } }) => {
    return source === null && estimate.searchTicks > 0
  }),
  ...flags('search', SEARCHES, ({ candidate }) => candidate.search),
  count('search.in-vain', ({ item, observation: { situation } }) => {
    return situation?.failedSearches[item] ?? 0
  }),
  flag('ore', ({ kind }) => kind.ore !== null),
  blocks('ore.above-best', (judged) => aboveOre(judged, ({ best }) => best)),
  blocks('ore.above-highest', (judged) =>
    Math.max(
      0,
      aboveOre(judged, ({ max }) => max),
    ),
  ),
]

/** How far the feet are above a height of the ore that is wanted; 0 for what is no ore. */
function aboveOre(
  { kind: { ore }, observation: { body } }: Judged,
  height: (ore: NonNullable<Judged['kind']['ore']>) => number,
): number {
  return ore && body ? body.position.y - height(ore) : 0
}

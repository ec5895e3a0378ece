import { SEARCHES } from '#goal/observation'
import { blocks, count, type Definition, flag, flags, type Judged } from './definition.ts'

/** The candidate's search method, earlier failed searches, and the agent's height above the ore. */
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

/** Height of the agent's feet above a height of the wanted ore; 0 where the goal wants no ore. */
function aboveOre(
  { kind: { ore }, observation: { body } }: Judged,
  height: (ore: NonNullable<Judged['kind']['ore']>) => number,
): number {
  return ore && body ? body.position.y - height(ore) : 0
}

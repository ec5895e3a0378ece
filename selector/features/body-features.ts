import type { ItemCounts } from '#goal/goal'
import { toolTier, toolType } from '#knowledge/tools'
import { count, type Definition, distance, flag, type Judged } from './definition.ts'

const FULL = 20
/** Distance of the nearest threat where the agent knows of none (blocks). */
const FAR = 64
const TYPES = ['pickaxe', 'axe', 'shovel', 'sword'] as const

/** The agent's vitals, tools and threats. */
export const BODY_FEATURES: readonly Definition[] = [
  flag('body', ({ observation: { body } }) => body !== null),
  {
    name: 'health',
    unit: 'share',
    of: ({ observation: { body } }) => (body?.health ?? FULL) / FULL,
  },
  { name: 'food', unit: 'share', of: ({ observation: { body } }) => (body?.food ?? FULL) / FULL },
  ...TYPES.map(
    (type): Definition => ({
      name: `best-${type}`,
      unit: 'tier',
      of: ({ observation: { inventory } }) => bestTier(inventory, type),
    }),
  ),
  count('pickaxe-uses', ({ observation: { situation } }) => situation?.pickaxeUses ?? 0),
  count('stones-left', ({ observation: { body } }) => body?.stonesLeft ?? 0),
  count('fillers', ({ observation: { situation } }) => situation?.fillers ?? 0),
  count('torches', ({ observation: { inventory } }) => inventory.torch ?? 0),
  flag('hostile', ({ observation: { body } }) => body?.isHostile ?? false),
  count('threats', ({ observation: { situation } }) => situation?.threats ?? 0),
  distance('threat.distance', nearestThreat),
]

function bestTier(inventory: ItemCounts, type: string): number {
  const tiers = Object.entries(inventory).map(([item, held]) =>
    held > 0 && toolType(item) === type ? toolTier(item) : 0,
  )
  return Math.max(0, ...tiers)
}

function nearestThreat({ observation: { situation } }: Judged): number {
  return situation?.nearestThreat ?? FAR
}

import { totalTicks } from '#goal/observation'
import { countOf } from '#knowledge/item-tags'
import { satisfies, toolTier, toolType } from '#knowledge/tools'
import { count, type Definition, flag, flags, type Judged, ticks } from './definition.ts'
import { ITEM_SORTS } from './item-kind.ts'

/**
 * Goal skills with a feature of their own; all others share `other`. Models depend on the names and their order, so a
 * change here is a new feature version.
 */
export const SKILL_NAMES = [
  'mine',
  'hunt',
  'shear',
  'smelt',
  'craft',
  'equip',
  'fill',
  'farm',
  'fish',
  'empty',
  'withdraw',
  'store',
  'breed',
  'sleep',
  'ignite',
  'portal',
  'enter',
  'other',
] as const

const TABLE = 'crafting_table'
const FURNACE = 'furnace'

/** What the goal asks for, what its skill estimates, and which tool and station it needs. */
export const GOAL_FEATURES: readonly Definition[] = [
  ...flags('skill', SKILL_NAMES, ({ candidate }) => {
    return SKILL_NAMES.find((name) => name === candidate.goal.skill) ?? 'other'
  }),
  ...flags('item', ITEM_SORTS, ({ kind, candidate: { source } }) => {
    // Several animals may give the item: the known source says which one this is about.
    return ITEM_SORTS.find((sort) => sort === source?.kind && source.entity !== null) ?? kind.sort
  }),
  ticks('estimate', ({ candidate: { estimate } }) => totalTicks(estimate)),
  ticks('estimate.travel', ({ candidate: { estimate } }) => estimate.travelTicks),
  ticks('estimate.search', ({ candidate: { estimate } }) => estimate.searchTicks),
  ticks('estimate.work', ({ candidate: { estimate } }) => estimate.workTicks),
  count('wanted', ({ candidate: { goal } }) => sum(Object.values(goal.target))),
  count('held', ({ item, observation: { registry, inventory } }) => {
    return countOf(registry, inventory, item)
  }),
  count('materials', ({ candidate: { goal } }) => sum(Object.values(goal.using))),
  { name: 'tool.tier', unit: 'tier', of: ({ candidate: { goal } }) => toolTier(goal.tool ?? '') },
  flag('tool.held', ({ candidate: { goal }, observation: { inventory } }) => {
    const { tool } = goal
    if (tool === null || toolType(tool) === undefined) return false
    return Object.keys(inventory).some((held) => satisfies(held, tool))
  }),
  flag('station.needed', (judged) => stationOf(judged) !== null),
  flag('station.near', (judged) => judged.observation.near.has(stationOf(judged) ?? '')),
  flag('station.held', (judged) => {
    return (judged.observation.inventory[stationOf(judged) ?? ''] ?? 0) > 0
  }),
]

function stationOf({ candidate: { goal } }: Judged): string | null {
  if (goal.tool === TABLE || goal.tool === FURNACE) return goal.tool
  return goal.skill === 'smelt' ? FURNACE : null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}

import type { Candidate } from '../../../selector/selector.ts'
import type { SkillContext } from '../../../skills/skill.ts'
import type { Goal } from '../../goal/goal.ts'
import { animalSources } from '../../knowledge/animals.ts'
import { harvestSources, minedItem } from '../../knowledge/harvest.ts'
import { SMELTING_TICKS } from '../../knowledge/smelting.ts'
import { methodsFor } from '../methods.ts'

const CRAFT_TICKS = 20

/** Blocks and animals that a goal's items come from. */
export function sourcesOf({ registry }: Pick<SkillContext, 'registry'>, goal: Goal): string[] {
  const items = Object.keys(goal.target)
  if (goal.skill === 'mine') {
    return items.flatMap((item) =>
      harvestSources(registry, minedItem(registry, item) ?? item).map(({ block }) => block),
    )
  }
  if (goal.skill === 'shear') return ['sheep']
  return items.flatMap((item) => animalSources(registry, item).map(({ animal }) => animal))
}

/** What a selector needs to know of a goal that can be tried now: how far its nearest known source is, and how much work it takes. */
export function assess(context: SkillContext, goal: Goal): Candidate {
  const count = Object.values(goal.target).reduce((sum, number) => sum + number, 0)
  switch (goal.skill) {
    case 'craft':
    case 'equip':
      return { goal, distance: 0, searchTicks: 0, workTicks: CRAFT_TICKS * count }
    case 'smelt':
      return { goal, distance: 0, searchTicks: 0, workTicks: SMELTING_TICKS * count }
    case 'mine':
    case 'hunt':
    case 'shear':
      return { goal, distance: nearest(context, goal), ...gathering(context, goal, count) }
  }
}

function nearest(context: SkillContext, goal: Goal): number | null {
  const { body, memory } = context
  const sources = sourcesOf(context, goal)
  const [known] =
    goal.skill === 'mine'
      ? memory.blocks(sources, body.position, { limit: 1 })
      : memory.entities(sources, body.position)
  return known ? known.position.distanceTo(body.position) : null
}

function gathering(
  { registry }: SkillContext,
  goal: Goal,
  count: number,
): { searchTicks: number; workTicks: number } {
  const ways = Object.keys(goal.target)
    .flatMap((item) => methodsFor(registry, minedItem(registry, item) ?? item, new Set()))
    .flatMap((method) => ('searchTicks' in method && method.skill === goal.skill ? [method] : []))
  const [way] = ways.sort(
    (a, b) => a.searchTicks + a.eachTicks * count - (b.searchTicks + b.eachTicks * count),
  )
  return { searchTicks: way?.searchTicks ?? 0, workTicks: (way?.eachTicks ?? 0) * count }
}

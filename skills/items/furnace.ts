import type { Clicks } from '#body/clicks'
import { type SmeltingChoice, smeltingChoice } from '#goal/choices'
import type { ItemCounts } from '#goal/goal'
import type { SkillContext } from '../core/skill.ts'
import type { GoalArgs } from '../core/skill-definition.ts'

/** Slots of a furnace's window. */
export const INPUT = 0
export const FUEL = 1
export const OUTPUT = 2

/** Time that a fire gets to start, and an item to arrive, beyond the bare smelting (ticks). */
export const SLACK_TICKS = 60
/** How often a furnace is come back to from which the body was carried away. */
export const MAX_RETURNS = 5

/** What to smelt and to burn for so many, of what is carried or what will be left of it. */
export function chooseLoad(
  { body, registry }: Pick<SkillContext, 'body' | 'registry'>,
  { item, using = {} }: GoalArgs,
  count: number,
  stock: ItemCounts = body.carried,
): SmeltingChoice {
  const goal = { skill: 'smelt', target: { [item]: count }, using, tool: null } as const
  return smeltingChoice(registry, goal, stock)
}

/** Takes out what is done, and what somebody left in the furnace. */
export async function empty(clicks: Clicks): Promise<void> {
  for (const slot of [OUTPUT, INPUT, FUEL]) await clicks.take(slot)
}

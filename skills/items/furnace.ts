import type { Clicks } from '#body/clicks'
import { type SmeltingChoice, smeltingChoice } from '#goal/choices'
import type { ItemCounts } from '#goal/goal'
import type { SkillContext } from '../core/skill.ts'
import type { GoalArgs } from '../core/skill-definition.ts'

/** Slots of a furnace's window. */
export const INPUT = 0
export const FUEL = 1
export const OUTPUT = 2

/** Time for the fire to start and for the product to arrive, in addition to smelting (ticks). */
export const SLACK_TICKS = 60
/** Maximum number of returns to a furnace after the body was carried away from it. */
export const MAX_RETURNS = 5

/** The input and fuel to smelt a number of items, from the inventory or from what will be left of it. */
export function chooseLoad(
  { body, registry }: Pick<SkillContext, 'body' | 'registry'>,
  { item, using = {} }: GoalArgs,
  count: number,
  stock: ItemCounts = body.carried,
): SmeltingChoice {
  const goal = { skill: 'smelt', target: { [item]: count }, using, tool: null } as const
  return smeltingChoice(registry, goal, stock)
}

/** Takes the product and leftovers out of the furnace. */
export async function empty(clicks: Clicks): Promise<void> {
  for (const slot of [OUTPUT, INPUT, FUEL]) await clicks.take(slot)
}

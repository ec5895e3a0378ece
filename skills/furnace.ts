import type { Clicks } from '../src/body/clicks.ts'
import { type SmeltingChoice, smeltingChoice } from '../src/goal/choices.ts'
import type { SkillContext } from './skill.ts'
import type { GoalArgs } from './skill-definition.ts'

/** Slots of a furnace's window. */
export const INPUT = 0
export const FUEL = 1
export const OUTPUT = 2

/** What to smelt and to burn for so many, of what is carried. */
export function chooseLoad(
  { body, registry }: Pick<SkillContext, 'body' | 'registry'>,
  { item, using = {} }: GoalArgs,
  count: number,
): SmeltingChoice {
  const goal = { skill: 'smelt', target: { [item]: count }, using, tool: null } as const
  return smeltingChoice(registry, goal, body.carried)
}

/** Takes out what is done, and what somebody left in the furnace. */
export async function empty(clicks: Clicks): Promise<void> {
  for (const slot of [OUTPUT, INPUT, FUEL]) await clicks.take(slot)
}

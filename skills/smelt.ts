import type { Vec3 } from 'vec3'
import { type Clicks, openWindow } from '../src/body/clicks.ts'
import { type SmeltingChoice, smeltingChoice } from '../src/goal/choices.ts'
import type { ItemCounts } from '../src/goal/goal.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import { SMELTING_TICKS, smeltingResult } from '../src/knowledge/smelting.ts'
import type { Skill, SkillContext } from './skill.ts'
import { hasStation, withStation } from './station.ts'

export interface SmeltArgs {
  /** Kind or tag to make. */
  readonly item: string
  readonly count: number
  /** Materials and fuel to prefer; others are used where these do not suffice. */
  readonly using: ItemCounts
  /** Leaves the furnace standing for the next work. */
  readonly keepStation: boolean
}

/** Time that a fire gets to start, and an item to arrive, beyond the bare smelting (ticks). */
const SLACK_TICKS = 60
export const INPUT = 0
export const FUEL = 1
export const OUTPUT = 2

/**
 * Makes items in a furnace, with fuel computed for just that many. Called away from it, it leaves
 * the furnace burning and comes back to it when it is started again.
 */
export const smelt: Skill<SmeltArgs> = {
  name: 'smelt',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 1000 + SMELTING_TICKS * count,
  precondition(context, args) {
    const rest = args.count - loaded(context, args)
    const choice = choose(context, args, rest)
    if (rest > 0 && !choice.ok) return lacking(args, choice)
    if (hasStation(context, 'furnace')) return null
    return { kind: 'no-furnace', detail: 'no furnace carried or known near' }
  },
  run: (context, args) =>
    withStation(context, 'furnace', args.keepStation, (place) => work(context, args, place)),
}

/** What to smelt and to burn for so many, of what is carried. */
export function choose(
  { body, registry }: SkillContext,
  { item, using }: SmeltArgs,
  count: number,
) {
  const goal = { skill: 'smelt', target: { [item]: count }, using, tool: null } as const
  return smeltingChoice(registry, goal, body.carried)
}

function lacking({ item, count }: SmeltArgs, choice: SmeltingChoice & { ok: false }) {
  const short = Object.entries(choice.missing).map(([name, number]) => `${number} more ${name}`)
  return choice.isFuel
    ? ({ kind: 'no-fuel', detail: `${count} ${item} need fuel such as ${short.join()}` } as const)
    : ({
        kind: 'missing-material',
        detail: `${item} needs ${short.join() || 'something else'}`,
      } as const)
}

/** How many of an item are still to come from the furnace that was left. */
function loaded({ agentState: { furnaceLoad } }: SkillContext, { item }: SmeltArgs): number {
  return furnaceLoad?.item === item ? furnaceLoad.count : 0
}

async function work(context: SkillContext, args: SmeltArgs, place: Vec3): Promise<Outcome> {
  const { body, registry, agentState, signal } = context
  const wanted = countOf(registry, body.carried, args.item) + args.count
  const clicks = await openWindow(body, place, signal)
  if (!clicks) return failed('no-furnace', 'the furnace does not open')
  agentState.furnaceLoad = undefined
  const products = tagMembers(registry, args.item)
  /** How many of what is wanted lie in a slot, or come of what lies there. */
  const amount = (slot: number, become: (kind: string) => string | undefined) => {
    const item = clicks.slot(slot)
    return item && products.includes(become(registry.itemName(item)) ?? '') ? item.count : 0
  }
  const made = () => amount(OUTPUT, (kind) => kind)
  const coming = () => amount(INPUT, (kind) => smeltingResult(registry, kind))
  try {
    if (made() + coming() === 0) await empty(clicks)
    const rest = args.count - made() - coming()
    if (rest > 0) {
      const choice = choose(context, args, rest)
      if (!choice.ok) return { ok: false, failure: lacking(args, choice) }
      if (!clicks.slot(FUEL)) await clicks.lay(choice.fuel, [FUEL], choice.fuelCount)
      await clicks.lay(choice.input, [INPUT], rest)
    }
    const patience = args.count * SMELTING_TICKS + SLACK_TICKS
    await body.until(() => made() >= args.count, patience, signal)
    await empty(clicks)
  } finally {
    if (signal.aborted)
      agentState.furnaceLoad = { place, item: args.item, count: made() + coming() }
    await clicks.close()
  }
  // While a window is open, the inventory outside it stands still: only now it can be counted.
  const missing = wanted - countOf(registry, body.carried, args.item)
  if (missing <= 0) return succeeded
  return failed('timeout', `the furnace gave ${args.count - missing} of ${args.count} ${args.item}`)
}

/** Takes out what is done, and what somebody left in the furnace. */
export async function empty(clicks: Clicks): Promise<void> {
  for (const slot of [OUTPUT, INPUT, FUEL]) await clicks.take(slot)
}

import type { Vec3 } from 'vec3'
import { type Clicks, openWindow } from '#body/clicks'
import { travelToUse } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { SMELTING_TICKS } from '#knowledge/smelting'
import { perform, type Skill, type SkillContext, type SkillWorld } from '../core/skill.ts'
import type { GoalArgs } from '../core/skill-definition.ts'
import { craft } from './craft.ts'
import { chooseLoad, empty, FUEL, INPUT, MAX_RETURNS, OUTPUT, SLACK_TICKS } from './furnace.ts'
import { abandon, ownStations, putDown } from './station.ts'

/** Maximum number of furnaces; further ones cost more time to place than they save. */
const MAX_ROW = 3
/** Planks from one log (from the game). */
const PLANKS = 4

/** Number of furnaces that the agent can run in parallel for a smelting goal. */
export function furnacesAtHand(context: SkillWorld): number {
  return (context.body.carried.furnace ?? 0) + ownStations(context, 'furnace').length
}

/** Smelts items in several furnaces at once, each with its share. */
export const parallelSmelt: Skill<GoalArgs> = {
  name: 'parallel-smelt',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 1000 + SMELTING_TICKS * count,
  precondition: (context) =>
    furnacesAtHand(context) > 0
      ? null
      : { kind: 'no-furnace', detail: 'no furnace in the inventory' },
  async run(context, args): Promise<Outcome> {
    const { body, registry } = context
    const goal = countOf(registry, body.carried, args.item) + args.count
    const missing = () => goal - countOf(registry, body.carried, args.item)
    // First, the furnace that was left smelting at an interruption.
    const row = ownStations(context, 'furnace')
    for (const place of row) await withWindow(context, place, empty)
    if (isLogBurnt(context, args)) await perform(context, craft, { item: 'planks', count: PLANKS })
    const wanted = rowLength(context, args, missing(), furnacesAtHand(context))
    while (row.length < wanted) {
      const place = await putDown(context, 'furnace')
      if (!place) break
      row.push(place)
    }
    if (row.length === 0) return failed('no-furnace', 'no room to place a furnace')
    const loads: { place: Vec3; count: number }[] = []
    // There may be no room for all of them, and less fuel for each of the rest.
    const used = row.slice(0, rowLength(context, args, missing(), Math.min(wanted, row.length)))
    let left = missing()
    for (const [i, place] of used.entries()) {
      const share = Math.ceil(left / (used.length - i))
      if (share > 0 && (await load(context, args, place, share))) {
        loads.push({ place, count: share })
        left -= share
      }
    }
    for (const { place, count } of loads) await unload(context, place, count)
    if (!isMoreAtHand(context, args)) abandonAllButOne(context, row)
    if (missing() <= 0) return succeeded
    const kind = loads.length > 0 ? 'timeout' : 'no-fuel'
    return failed(kind, `the furnaces gave ${args.count - missing()} of ${args.count} ${args.item}`)
  },
}

/**
 * Whether logs are the only fuel. As planks, a log burns four times as long, and can be shared between four
 * furnaces.
 */
function isLogBurnt(context: SkillContext, { item }: GoalArgs): boolean {
  const choice = chooseLoad(context, { item, count: 1 }, 1)
  const isLog = (kind: string) => tagMembers(context.registry, 'log').includes(kind)
  return choice.ok && isLog(choice.fuel) && !isLog(choice.input)
}

/** Whether the inventory holds input for more of the same product. */
function isMoreAtHand(context: SkillContext, { item }: GoalArgs): boolean {
  return chooseLoad(context, { item, count: 1 }, 1).ok
}

/**
 * Keeps one furnace and abandons the others, which are faster to craft again than to dig up. It keeps the highest
 * one, which supports no other, so that its drop is within reach.
 */
function abandonAllButOne(context: SkillContext, row: readonly Vec3[]): void {
  const kept = row.reduce((a, b) => (b.y > a.y ? b : a))
  for (const place of row) if (place !== kept) abandon(context, place)
}

/** Number of furnaces, of so many, that can get fuel for their share each, for example coal in one and planks in another. */
function rowLength(context: SkillContext, args: GoalArgs, count: number, furnaces: number): number {
  for (let length = Math.min(MAX_ROW, count, furnaces); length > 1; length--)
    if (suffices(context, args, count, length)) return length
  return 1
}

/** Whether the inventory fills a number of furnaces with shares of a number of items. */
function suffices(context: SkillContext, args: GoalArgs, count: number, furnaces: number): boolean {
  const stock: Record<string, number> = { ...context.body.carried }
  let left = count
  for (let more = furnaces; more > 0; more--) {
    const share = Math.ceil(left / more)
    const choice = chooseLoad(context, args, share, stock)
    if (!choice.ok) return false
    stock[choice.input] = (stock[choice.input] ?? 0) - share
    stock[choice.fuel] = (stock[choice.fuel] ?? 0) - choice.fuelCount
    left -= share
  }
  return true
}

/** Puts a share and its fuel into a furnace. @returns false when there is too little of either. */
async function load(
  context: SkillContext,
  args: GoalArgs,
  place: Vec3,
  count: number,
): Promise<boolean> {
  const choice = chooseLoad(context, args, count)
  if (!choice.ok) return false
  let laid = false
  await withWindow(context, place, async (clicks) => {
    laid =
      (await clicks.lay(choice.fuel, [FUEL], choice.fuelCount)) &&
      (await clicks.lay(choice.input, [INPUT], count))
  })
  return laid
}

/** Waits for a share and takes it out. Returns to the furnace when the body was carried away from it. */
async function unload(context: SkillContext, place: Vec3, count: number): Promise<void> {
  const { body, signal } = context
  for (let returns = 0; returns <= MAX_RETURNS; returns++) {
    let isShut = false
    await withWindow(context, place, async (clicks) => {
      const done = () => !clicks.isOpen || (clicks.slot(OUTPUT)?.count ?? 0) >= count
      await body.until(done, count * SMELTING_TICKS + SLACK_TICKS, signal)
      isShut = !clicks.isOpen
      if (!isShut) await empty(clicks)
    })
    if (!isShut) return
  }
}

async function withWindow(
  context: SkillContext,
  place: Vec3,
  work: (clicks: Clicks) => Promise<void>,
): Promise<void> {
  const { body, signal } = context
  await travelToUse(body, place, signal)
  const clicks = await openWindow(body, place, signal)
  if (!clicks) return
  try {
    await work(clicks)
  } finally {
    await clicks.close()
  }
}

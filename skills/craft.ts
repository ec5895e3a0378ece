import type { Vec3 } from 'vec3'
import { openWindow, ownWindow } from '../src/body/clicks.ts'
import { type CraftingRun, craftingChoices } from '../src/goal/choices.ts'
import type { ItemCounts } from '../src/goal/goal.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { countOf } from '../src/knowledge/item-tags.ts'
import { type ConcreteRecipe, recipesOf } from '../src/knowledge/recipes.ts'
import { discard } from './discard.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { hasStation, withStation } from './station.ts'

export interface CraftArgs {
  /** Kind or tag to make. */
  readonly item: string
  /** How many more of it to have at least. */
  readonly count: number
  /** Materials to prefer; others are used where these do not suffice. */
  readonly using: ItemCounts
  /** Leaves the table standing for the next craft. */
  readonly keepStation: boolean
}

const TICKS_PER_CRAFT = 40
/** Tries without any result before it is given up: with a slow server the odd click gets lost. */
const TRIES = 3
/** How long the server may take to show the result of what was laid out (ticks). */
const RESULT_TICKS = 40
const RESULT_SLOT = 0

/** Makes items in the inventory's 2x2 grid or at a crafting table. */
export const craft: Skill<CraftArgs> = {
  name: 'craft',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 800 + TICKS_PER_CRAFT * count,
  precondition(context, args) {
    const choice = choose(context, args, args.count)
    if (!choice.ok)
      return { kind: 'missing-material', detail: lacking(context, args, choice.missing) }
    if (!choice.needsTable || hasStation(context, 'crafting_table')) return null
    return { kind: 'no-table', detail: `${args.item} needs a crafting table` }
  },
  async run(context, args): Promise<Outcome> {
    const { body, registry } = context
    const wanted = countOf(registry, body.carried, args.item) + args.count
    const choice = choose(context, args, args.count)
    if (!choice.ok || !choice.needsTable) return make(context, args, wanted, null)
    return withStation(context, 'crafting_table', args.keepStation, (table) =>
      make(context, args, wanted, table),
    )
  },
}

function choose({ body, registry }: SkillContext, { item, using }: CraftArgs, count: number) {
  const goal = { skill: 'craft', target: { [item]: count }, using, tool: null } as const
  return craftingChoices(registry, goal, body.carried)
}

function lacking({ registry }: SkillContext, { item }: CraftArgs, missing: ItemCounts): string {
  if (recipesOf(registry, item).length === 0) return `there is no recipe for ${item}`
  const short = Object.entries(missing).map(([name, count]) => `${count} more ${name}`)
  return `${item} needs ${short.join(' and ')}`
}

/** Crafts until that many are carried, by what the server says after each visit to the grid. */
async function make(
  context: SkillContext,
  args: CraftArgs,
  wanted: number,
  table: Vec3 | null,
): Promise<Outcome> {
  const { body, registry } = context
  const missing = () => wanted - countOf(registry, body.carried, args.item)
  for (let fruitless = 0; missing() > 0; ) {
    if (fruitless >= TRIES) {
      return failed(
        'timeout',
        `crafting ${args.item} delivered ${args.count - missing()} of ${args.count}`,
      )
    }
    const before = missing()
    const choice = choose(context, args, before)
    if (!choice.ok) return failed('missing-material', lacking(context, args, choice.missing))
    if (!(await makeRoom(context, choice.runs)))
      return failed('inventory-full', `no room for ${args.item}`)
    if (!(await workThrough(context, choice.runs, table)))
      return failed('no-table', 'the table does not open')
    if (missing() >= before) fruitless++
  }
  return succeeded
}

async function makeRoom(context: SkillContext, runs: readonly CraftingRun[]): Promise<boolean> {
  const { inventory } = context.body
  const fits = ({ recipe: { item, makes } }: CraftingRun) =>
    inventory.stacksOf([item]).some(({ count, stackSize }) => count + makes <= stackSize)
  if (inventory.freeSlots > 0 || runs.every(fits)) return true
  const keep = new Set(
    runs.flatMap(({ recipe }) => [recipe.item, ...Object.keys(recipe.ingredients)]),
  )
  return (await perform(context, discard, { slots: 1, keep })).ok
}

/** Runs recipes in the grid of a table or of the inventory; false when the table does not open. */
async function workThrough(
  { body, registry, signal }: SkillContext,
  runs: readonly CraftingRun[],
  table: Vec3 | null,
): Promise<boolean> {
  const clicks = table ? await openWindow(body, table, signal) : ownWindow(body, signal)
  if (!clicks) return false
  const shows = (item: string) => {
    const result = clicks.slot(RESULT_SLOT)
    return result !== null && registry.itemName(result) === item
  }
  const runOnce = async (recipe: ConcreteRecipe): Promise<boolean> => {
    const laid = layout(recipe, table ? 3 : 2)
    for (const [kind, slots] of laid) if (!(await clicks.lay(kind, slots))) return false
    await clicks.putBack()
    if (!(await body.until(() => shows(recipe.item), RESULT_TICKS, signal))) return false
    await clicks.take(RESULT_SLOT)
    clicks.usedUp([...laid.values()].flat())
    return true
  }
  try {
    for (const { recipe, times } of runs) {
      for (let done = 0; done < times; done++) if (!(await runOnce(recipe))) return true
    }
  } finally {
    await clicks.close()
  }
  return true
}

/** Slots of a grid of some width that each ingredient goes to. */
function layout({ grid }: ConcreteRecipe, width: number): Map<string, number[]> {
  const slots = new Map<string, number[]>()
  grid.forEach((row, y) => {
    row.forEach((kind, x) => {
      if (kind) slots.set(kind, [...(slots.get(kind) ?? []), RESULT_SLOT + 1 + x + width * y])
    })
  })
  return slots
}

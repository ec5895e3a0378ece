import type { Vec3 } from 'vec3'
import { openWindow, ownWindow } from '#body/clicks'
import { type CraftingRun, craftingChoices } from '#goal/choices'
import type { Goal, ItemCounts } from '#goal/goal'
import { hasStation, type Missing } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf } from '#knowledge/item-tags'
import { type ConcreteRecipe, recipesOf } from '#knowledge/recipes'
import type { Registry } from '#knowledge/registry'
import { perform, type SkillContext } from '../core/skill.ts'
import { defineSkill, type GoalArgs, type SkillDefinition } from '../core/skill-definition.ts'
import { discard } from './discard.ts'
import { stationOf, withStation } from './station.ts'

const TICKS_PER_CRAFT = 40
/** Consecutive visits without a result before crafting fails; on a slow server, clicks get lost. */
const TRIES = 3
/** Time for the server to show the result of a crafting grid, and what is left after it (ticks). */
const RESULT_TICKS = 40
const RESULT_SLOT = 0

/** Ticks for one run of a recipe in the inventory grid and at a table, and to place the table and take it back. */
const RUN_TICKS = 5
const TABLE_RUN_TICKS = 13
const TABLE_TICKS = 85

/** Crafts items in the 2x2 inventory grid or at a crafting table. */
export const craft: SkillDefinition = defineSkill({
  name: 'craft',
  takesMaterials: true,
  group: 'inventory',
  station: null,
  stations: [stationOf('crafting_table')],
  verbs: 'craft make build create assemble construct convert turn forge fabricate'.split(' '),
  prompt: {
    form: 'craft({item: count}, {material: count}, station)',
    meaning: "station is 'crafting_table' when the recipe does not fit a 2x2 grid, else null",
  },
  brings: (registry, item) => recipesOf(registry, item).length > 0,
  recipes: (registry, item) =>
    recipesOf(registry, item).map(({ ingredients, makes, needsTable }) => ({
      skill: 'craft',
      uses: ingredients,
      makes,
      burnTicks: 0,
      tool: needsTable ? 'crafting_table' : null,
      wearEach: 0,
      tunnel: 0,
      searchTicks: 0,
      eachTicks: (needsTable ? TABLE_RUN_TICKS : RUN_TICKS) / makes,
    })),
  sources: () => [],
  missing: missingFor,
  simulate(registry, goal, inventory) {
    const changes = new Map<string, number>()
    const add = (item: string, count: number) => changes.set(item, (changes.get(item) ?? 0) + count)
    const choice = craftingChoices(registry, goal, inventory)
    for (const { recipe, times } of choice.ok ? choice.runs : []) {
      for (const [item, count] of Object.entries(recipe.ingredients)) add(item, -count * times)
      add(recipe.item, recipe.makes * times)
    }
    return { changes, worn: [] }
  },
  estimate({ goal }, { registry, near }) {
    const workTicks = Object.entries(goal.target).map(([item, count]) => {
      const [recipe] = recipesOf(registry, item)
      if (!recipe) return 0
      const runs = Math.ceil(count / recipe.makes)
      if (!recipe.needsTable) return runs * RUN_TICKS
      return runs * TABLE_RUN_TICKS + (near.has('crafting_table') ? 0 : TABLE_TICKS)
    })
    return { travelTicks: 0, searchTicks: 0, workTicks: workTicks.reduce((a, b) => a + b, 0) }
  },
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 800 + TICKS_PER_CRAFT * count,
  async run(context, args): Promise<Outcome> {
    const { body, registry } = context
    const wanted = countOf(registry, body.carried, args.item) + args.count
    const choice = choose(context, args, args.count)
    if (!choice.ok || !choice.needsTable) return make(context, args, wanted, null)
    return withStation(context, 'crafting_table', (table) => make(context, args, wanted, table))
  },
})

function missingFor(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
  near: ReadonlySet<string>,
): Missing[] {
  const [target = ''] = Object.keys(goal.target)
  const recipes = recipesOf(registry, target)
  if (recipes.length === 0) return [{ kind: 'no-source', item: target }]
  const choice = craftingChoices(registry, goal, inventory)
  const missing: Missing[] = choice.ok
    ? []
    : Object.entries(choice.missing).map(([item, count]) => ({
        kind: 'missing-material',
        item,
        count,
      }))
  const needsTable = choice.ok ? choice.needsTable : recipes.every((recipe) => recipe.needsTable)
  if (needsTable && !hasStation(registry, 'crafting_table', inventory, near))
    missing.push({ kind: 'no-table' })
  return missing
}

function choose({ body, registry }: SkillContext, { item, using = {} }: GoalArgs, count: number) {
  const goal = { skill: 'craft', target: { [item]: count }, using, tool: null } as const
  return craftingChoices(registry, goal, body.carried)
}

function lacking({ registry }: SkillContext, { item }: GoalArgs, missing: ItemCounts): string {
  if (recipesOf(registry, item).length === 0) return `there is no recipe for ${item}`
  const short = Object.entries(missing).map(([name, count]) => `${name}: ${count} more`)
  return `${item} needs ${short.join(', ')}`
}

/** Crafts until the agent carries the requested number, as confirmed by the server after each visit to the grid. */
async function make(
  context: SkillContext,
  args: GoalArgs,
  wanted: number,
  table: Vec3 | null,
): Promise<Outcome> {
  const { body, registry, signal } = context
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
      return failed('no-table', 'the crafting table does not open')
    if (missing() < before) continue
    fruitless++
    // A late server has yet to show the product, or to give back what lay in the grid.
    const isBack = () => missing() < before || choose(context, args, before).ok
    await body.until(isBack, RESULT_TICKS, signal)
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

/** Runs recipes in the grid of a table or of the inventory. @returns false when the table does not open. */
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
  const runTogether = async (recipe: ConcreteRecipe, times: number): Promise<boolean> => {
    const laid = layout(recipe, table ? 3 : 2)
    for (const [kind, slots] of laid) if (!(await clicks.lay(kind, slots, times))) return false
    await clicks.putBack()
    for (let left = times; left > 0; left--) {
      if (!(await body.until(() => shows(recipe.item), RESULT_TICKS, signal))) return false
      await clicks.pickUp(RESULT_SLOT, left > 1)
    }
    await clicks.putBack()
    clicks.usedUp([...laid.values()].flat())
    return true
  }
  try {
    for (const { recipe, times } of runs) {
      const most = maxTogether(registry, recipe)
      for (let left = times; left > 0; left -= most)
        if (!(await runTogether(recipe, Math.min(left, most)))) return true
    }
  } finally {
    await clicks.close()
  }
  return true
}

/** Number of runs whose materials fit in the grid together, and whose products fit in one stack. */
function maxTogether(registry: Registry, { item, makes, grid }: ConcreteRecipe): number {
  const kinds = grid.flat().filter((kind) => kind !== null)
  const stacks = kinds.map((kind) => registry.stackSize(kind))
  return Math.max(1, Math.floor(Math.min(registry.stackSize(item) / makes, ...stacks)))
}

/** The grid slots of each ingredient, for a grid of the given width. */
function layout({ grid }: ConcreteRecipe, width: number): Map<string, number[]> {
  const slots = new Map<string, number[]>()
  grid.forEach((row, y) => {
    row.forEach((kind, x) => {
      if (kind) slots.set(kind, [...(slots.get(kind) ?? []), RESULT_SLOT + 1 + x + width * y])
    })
  })
  return slots
}

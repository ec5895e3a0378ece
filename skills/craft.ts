import type { Recipe } from 'prismarine-recipe'
import type { Vec3 } from 'vec3'
import { orStop } from '../src/body/stop.ts'
import { countOf, membersOf } from '../src/knowledge/families.ts'
import { concreteRecipes, type ConcreteRecipe } from '../src/knowledge/recipes.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'
import { hasStation, withStation } from './station.ts'

export interface CraftArgs {
  /** Kind or family to make. */
  readonly item: string
  /** How many more of it to have at least. */
  readonly count: number
  /** Leaves the table standing for the next craft. */
  readonly keepStation: boolean
}

const TICKS_PER_CRAFT = 40
/** A craft that delivered nothing is tried again this often: on some servers the first clicks get lost. */
const TRIES = 3
const ARRIVAL_TICKS = 10

/** Makes items in the inventory's 2x2 grid or at a crafting table. */
export const craft: Skill<CraftArgs> = {
  name: 'craft',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 800 + TICKS_PER_CRAFT * count,
  precondition(context, { item }) {
    const recipes = choices(context, item)
    const { carried } = context.body
    if (recipes.length === 0) return { kind: 'missing-material', detail: lacking(context, item) }
    const handy = recipes.some((recipe) => !recipe.needsTable)
    if (handy || hasStation(context, 'crafting_table')) return null
    return { kind: 'no-table', detail: `${item} needs a crafting table, carried: ${Object.keys(carried).length} kinds` }
  },
  async run(context, { item, count, keepStation }): Promise<SkillResult> {
    const { body, kinds } = context
    const goal = countOf(kinds, body.carried, item) + count
    const missing = () => goal - countOf(kinds, body.carried, item)
    for (let attempt = 0; attempt < TRIES * 2 && missing() > 0; attempt++) {
      const recipe = choices(context, item)[0]
      if (!recipe) return failed('missing-material', lacking(context, item))
      const before = missing()
      const result = recipe.needsTable
        ? await withStation(context, 'crafting_table', keepStation, (table) => make(context, recipe, missing(), table))
        : await make(context, recipe, missing(), null)
      if (!result.ok) return result
      if (missing() === before && attempt >= TRIES - 1) break
    }
    return missing() <= 0 ? succeeded : failed('timeout', `crafting ${item} delivered ${count - missing()} of ${count}`)
  },
}

/** Recipes that what is carried suffices for, the one with the most material first. */
function choices({ body, kinds }: SkillContext, item: string): ConcreteRecipe[] {
  const { carried } = body
  const runs = (recipe: ConcreteRecipe) =>
    Math.min(...Object.entries(recipe.ingredients).map(([name, needed]) => Math.floor((carried[name] ?? 0) / needed)))
  return membersOf(kinds, item)
    .flatMap((member) => concreteRecipes(kinds, member))
    .filter((recipe) => runs(recipe) >= 1)
    .sort((a, b) => Number(a.needsTable) - Number(b.needsTable) || runs(b) - runs(a))
}

function lacking({ kinds }: SkillContext, item: string): string {
  const recipe = membersOf(kinds, item).flatMap((member) => concreteRecipes(kinds, member))[0]
  if (!recipe) return `there is no recipe for ${item}`
  const needs = Object.entries(recipe.ingredients).map(([name, count]) => `${count} ${name}`)
  return `${item} needs ${needs.join(' and ')}`
}

async function make(context: SkillContext, choice: ConcreteRecipe, count: number, table: Vec3 | null): Promise<SkillResult> {
  const { body, kinds, signal } = context
  const { bot } = body
  const key = kinds.itemKey(choice.item)
  const block = table ? bot.blockAt(table) : null
  const recipes: Recipe[] = bot.recipesFor(key.id, kinds.flattened ? null : key.metadata, 1, block)
  const recipe = recipes.find((candidate) => usesExactly(context, candidate, choice)) ?? recipes[0]
  if (!recipe) return failed('missing-material', lacking(context, choice.item))
  const affordable = Math.min(
    ...Object.entries(choice.ingredients).map(([name, needed]) => Math.floor((body.carried[name] ?? 0) / needed)),
  )
  const times = Math.max(1, Math.min(affordable, Math.ceil(count / choice.makes)))
  const before = body.carried[choice.item] ?? 0
  // What the window says in the end is what counts, not whether a click was confirmed.
  await orStop(bot.craft(recipe, times, block ?? undefined).catch(() => {}), signal)
  await body.until(() => (body.carried[choice.item] ?? 0) >= before + times * choice.makes, ARRIVAL_TICKS, signal)
  return succeeded
}

function usesExactly({ kinds }: SkillContext, recipe: Recipe, choice: ConcreteRecipe): boolean {
  const used: Record<string, number> = {}
  for (const item of recipe.delta) {
    if (item.count >= 0) continue
    const name = kinds.itemName({ type: item.id, metadata: item.metadata })
    used[name] = (used[name] ?? 0) - item.count
  }
  const names = Object.keys(choice.ingredients)
  return names.length === Object.keys(used).length && names.every((name) => used[name] === choice.ingredients[name])
}

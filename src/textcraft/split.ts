import { joined, leaf, mapped, type PlanTree } from '#strategies/adapt/plan-tree'
import type { Counts, Ingredient, Recipe, Rulebook } from './rulebook.ts'
import type { SymbolicTask } from './symbolic-task.ts'

type Plan = PlanTree<SymbolicTask>

/**
 * The sub-tasks of a task: fetch the ingredients of a recipe AND craft, joined by OR where there are several recipes.
 * Undefined when there is no recipe.
 */
export function splitTask(book: Rulebook, task: SymbolicTask, carried: Counts): Plan | undefined {
  if (task.kind === 'craft') return recipePlan(book, task.recipe, task.times)
  const plans = book.recipesFor(task.name).map((recipe) => {
    const missing = task.count - (carried.get(recipe.item) ?? 0)
    return recipePlan(book, recipe, Math.ceil(missing / recipe.makes))
  })
  return plans.length > 0 ? joined('or', plans) : undefined
}

/** A complete plan whose sub-tasks need at most one recipe each, for plan-and-execute. */
export function detailedPlan(book: Rulebook, task: SymbolicTask): Plan {
  const isSimple = task.kind === 'craft' || book.depthOf(task.name) <= 1
  const plan = isSimple ? undefined : splitTask(book, task, new Map())
  return plan ? mapped(plan, (part) => detailedPlan(book, part)) : leaf(task)
}

function recipePlan(book: Rulebook, recipe: Recipe, times: number): Plan {
  const steps: SymbolicTask[] = inOrder(book, recipe).map(({ name, count }) => ({
    kind: 'have',
    name,
    count: count * times,
  }))
  return joined('and', [...steps, { kind: 'craft', recipe, times } as const].map(leaf))
}

/** The ingredients, ordered so that making one does not consume an earlier one. */
function inOrder(book: Rulebook, { ingredients }: Recipe): Ingredient[] {
  const ordered: Ingredient[] = []
  let open = [...ingredients].map(([name, count]): Ingredient => ({ name, count }))
  while (open.length > 0) {
    const first =
      open.find((one) => open.every((other) => !book.mayUse(other.name, one.name))) ?? open[0]
    if (first) ordered.push(first)
    open = open.filter((one) => one !== first)
  }
  return ordered
}

import type { GoalLanguage } from '#goal/goal-language'
import type { Recipe } from '#goal/skill-spec'
import { isTag, tagMembers } from '#knowledge/item-tags'
import { toolsServingAs, toolType } from '#knowledge/tools'

/** Estimated game ticks to obtain items from nothing: a fixed part, and a part for each item. */
interface Cost {
  readonly once: number
  readonly each: number
}

const NEVER: Cost = { once: Infinity, each: Infinity }
/** Ticks to obtain the fuel that burns for one tick. */
const FUEL_TICKS_EACH = 0.075
/** Kinds that count as used where fuel burns. */
const LIKELY_FUELS = ['coal', 'planks']
/** Number of items at which costs are compared. */
const USUAL_NUMBER = 3
/** A recipe that costs more than this multiple of the best recipe is not considered. */
const MUCH_HARDER = 3

/**
 * The estimated game ticks of every item on the way to a target, starting from nothing. The rule "an item costs what its
 * cheapest recipe costs" is repeated until nothing changes, since recipes are circular (nine ingots make a block, a block
 * makes nine ingots).
 */
export class CostModel {
  readonly #language: GoalLanguage
  readonly #unavailable: ReadonlySet<string>
  readonly #recipes = new Map<string, readonly Recipe[]>()
  readonly #costs = new Map<string, Cost>()
  readonly #uses = new Map<string, ReadonlySet<string>>()

  /** @param unavailable blocks and animals that searches did not find. */
  constructor(language: GoalLanguage, unavailable: ReadonlySet<string>) {
    this.#language = language
    this.#unavailable = unavailable
  }

  /** All recipes for an item, in no order. */
  recipes(name: string): readonly Recipe[] {
    const known = this.#recipes.get(name)
    if (known) return known
    const recipes = this.#language.recipes(name, this.#unavailable)
    this.#recipes.set(name, recipes)
    return recipes
  }

  /** Estimated ticks to obtain a count of an item, starting from nothing; Infinity when that is impossible. */
  ticks(name: string, count: number): number {
    if (count <= 0) return 0
    if (!this.#costs.has(name)) this.#explore(name)
    const { once, each } = this.#cost(name)
    return once + each * count
  }

  /** Whether an item can be obtained from the available sources. */
  isPossible(name: string): boolean {
    return this.ticks(name, 1) < Infinity
  }

  /** Recipes for an item, the cheapest first, without circular and impossible ones. */
  rankedRecipes(name: string, count: number): Recipe[] {
    return this.#ranked(name, count).map(({ recipe }) => recipe)
  }

  /** The recipes that are not far more expensive than the best: the agent does not break leaves to get sticks. */
  easyRecipes(name: string, count: number): Recipe[] {
    const ranked = this.#ranked(name, count)
    const [best] = ranked
    return ranked
      .filter(({ ticks }) => best && ticks <= best.ticks * MUCH_HARDER)
      .map(({ recipe }) => recipe)
  }

  /** The cheapest of the tools that can replace a given one. */
  cheapestTool(wanted: string): string {
    const tools = toolsServingAs(this.#language.registry, wanted)
    const [first = wanted, ...others] = tools
    return others.reduce((a, b) => (this.ticks(b, 1) < this.ticks(a, 1) ? b : a), first)
  }

  /** Whether the cheapest recipe for one item may consume another. */
  mayUse(made: string, used: string): boolean {
    const uses = this.#usesOf(made)
    return [used, ...tagMembers(this.#language.registry, used)].some((name) => uses.has(name))
  }

  /** The requirements of a recipe: materials, the tool or station, and the dimension. */
  partsOf({ uses, tool, place }: Recipe): string[] {
    return [
      ...Object.keys(uses),
      ...(tool === null ? [] : [tool]),
      ...(place === undefined ? [] : [place]),
    ]
  }

  #cost(name: string): Cost {
    return this.#costs.get(name) ?? NEVER
  }

  #explore(name: string): void {
    const names = new Set([name])
    for (const found of names) {
      for (const recipe of this.recipes(found))
        for (const part of this.#anyPartOf(recipe)) names.add(part)
    }
    for (const found of names) if (!this.#costs.has(found)) this.#costs.set(found, NEVER)
    for (let changed = true; changed; ) {
      changed = false
      for (const found of names) {
        for (const recipe of this.recipes(found)) {
          const cost = this.#costBy(recipe)
          if (usual(cost) >= usual(this.#cost(found))) continue
          this.#costs.set(found, cost)
          changed = true
        }
      }
    }
  }

  #costBy(recipe: Recipe): Cost {
    const { uses, makes, burnTicks, searchTicks, eachTicks, tool, place } = recipe
    let once = searchTicks + (tool === null ? 0 : this.#toolTicks(tool))
    if (place !== undefined) once += this.#toolTicks(place)
    let each = eachTicks + burnTicks * FUEL_TICKS_EACH
    for (const [name, count] of Object.entries(uses)) {
      const cost = this.#cost(name)
      once += cost.once
      each += (cost.each * count) / makes
    }
    return { once, each }
  }

  /** Ticks to obtain the station, or the cheapest suitable tool. */
  #toolTicks(tool: string): number {
    const costs = this.#serving(tool).map((name) => {
      const { once, each } = this.#cost(name)
      return once + each
    })
    return Math.min(...costs)
  }

  #serving(tool: string): string[] {
    return toolType(tool) === undefined ? [tool] : toolsServingAs(this.#language.registry, tool)
  }

  /** Everything that a recipe may need: materials, its station, any suitable tool, its dimension. */
  #anyPartOf({ uses, tool, place }: Recipe): string[] {
    return [
      ...Object.keys(uses),
      ...(tool === null ? [] : this.#serving(tool)),
      ...(place === undefined ? [] : [place]),
    ]
  }

  #ranked(name: string, count: number): { recipe: Recipe; ticks: number }[] {
    return this.recipes(name)
      .map((recipe) => ({ recipe, ticks: this.#ticksBy(recipe, count) }))
      .filter(({ recipe, ticks }) => ticks < Infinity && !this.#isCircular(name, recipe))
      .sort((a, b) => a.ticks - b.ticks)
  }

  /** Estimated ticks for a count by one recipe. */
  #ticksBy(recipe: Recipe, count: number): number {
    const { uses, makes, searchTicks, eachTicks, tool, place } = recipe
    const times = Math.ceil(count / makes)
    const materials = Object.entries(uses).map(([part, each]) => this.ticks(part, each * times))
    const toolTicks = tool === null ? 0 : this.ticks(this.cheapestTool(tool), 1)
    const wayTicks = place === undefined ? 0 : this.ticks(place, 1)
    return materials.reduce((a, b) => a + b, searchTicks + eachTicks * count + toolTicks + wayTicks)
  }

  #isCircular(name: string, recipe: Recipe): boolean {
    return this.#spentOn(recipe).some((part) => part === name || this.mayUse(part, name))
  }

  /** Everything that the cheapest recipe for an item consumes. */
  #usesOf(name: string): ReadonlySet<string> {
    const known = this.#uses.get(name)
    if (known) return known
    const uses = new Set<string>()
    this.#uses.set(name, uses)
    const [first, ...others] = this.recipes(name).map((recipe) => ({
      recipe,
      ticks: this.#ticksBy(recipe, 1),
    }))
    if (!first) return uses
    const { recipe } = others.reduce((a, b) => (b.ticks < a.ticks ? b : a), first)
    const { registry } = this.#language
    for (const part of this.#spentOn(recipe)) {
      const members = isTag(registry, part) ? tagMembers(registry, part) : []
      for (const used of [part, ...members, ...this.#usesOf(part)]) uses.add(used)
    }
    return uses
  }

  #spentOn({ uses, burnTicks, tool }: Recipe): string[] {
    return [
      ...Object.keys(uses),
      ...(tool === null ? [] : [this.cheapestTool(tool)]),
      ...(burnTicks > 0 ? LIKELY_FUELS : []),
    ]
  }
}

function usual({ once, each }: Cost): number {
  return once + each * USUAL_NUMBER
}

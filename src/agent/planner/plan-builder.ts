import { FUELS, fuelNeeded } from '#goal/choices'
import type { ItemCounts } from '#goal/goal'
import type { Recipe } from '#goal/skill-spec'
import { isTag } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { durability, satisfies, toolCost, toolsServingAs, toolType } from '#knowledge/tools'
import type { CostModel } from './cost-model.ts'
import type { SimulatedInventory } from './simulated-inventory.ts'
import { type Step, Wear } from './step.ts'

/** Share of the usual cost for a further item of a kind that the plan gathers anyway. */
const GATHERED_ANYWAY = 0.3

/**
 * The steps of a plan under construction. Materials of later steps are taken from `free` at once, so that nothing is used
 * twice; surplus products of recipes stay free.
 */
export class PlanBuilder {
  readonly steps: Step[] = []
  readonly #registry: Registry
  readonly #costs: CostModel
  readonly #free: SimulatedInventory
  readonly #stations: ReadonlySet<string>
  readonly #pins: ReadonlyMap<string, string>
  readonly #wear: Wear
  /** The items under construction, outermost first: no item is made of itself. */
  readonly #making: string[] = []

  /** @param pins exact variants to use in place of tags. */
  constructor(
    registry: Registry,
    costs: CostModel,
    free: SimulatedInventory,
    stations: ReadonlySet<string>,
    pins: ReadonlyMap<string, string>,
  ) {
    this.#registry = registry
    this.#costs = costs
    this.#free = free
    this.#stations = stations
    this.#pins = pins
    this.#wear = new Wear(registry)
  }

  /** Adds the steps after which the inventory holds all of the target. */
  reach(target: ItemCounts): void {
    const wanted = Object.entries(target).map(([name, count]) => {
      const held = this.#free.takeAny(name, count)
      return { name, lacking: count - held }
    })
    for (const { name, lacking } of wanted) {
      if (lacking === 0) continue
      const spare = this.#free.takeAny(name, lacking)
      if (spare < lacking) this.#make(this.#pinned(name), lacking - spare)
      this.#free.takeAny(name, lacking - spare)
    }
  }

  /** Takes `count` of one variant, `times` times, and makes what is missing. */
  #acquire(tag: string, count: number, times = 1): void {
    const name = this.#pinned(tag)
    let done = 0
    while (done < times && this.#free.take(name, count)) done++
    if (done === times) return
    const wanted = count * (times - done)
    const { name: variant, lacking } = this.#leastLacking(name, wanted)
    this.#make(variant, lacking)
    if (!this.#free.take(variant, wanted)) throw new Error(`made too little ${variant}`)
  }

  #pinned(name: string): string {
    return this.#pins.get(name) ?? name
  }

  /** Chooses between adding to the largest stock of a variant and obtaining all of an open variant. */
  #leastLacking(name: string, count: number): { name: string; lacking: number } {
    const open = { name, lacking: count - this.#free.pool(name) }
    if (!isTag(this.#registry, name)) return open
    const { name: variant, count: stock } = this.#free.largest(name)
    const filled = { name: variant, lacking: count - stock }
    const isLess =
      this.#price(variant, filled.lacking) < this.#price(name, open.lacking) && variant !== name
    return isLess ? filled : open
  }

  /** Estimated ticks to obtain more of an item; less for what the plan gathers anyway. */
  #price(name: string, count: number): number {
    const ticks = this.#costs.ticks(name, count)
    const gathered = this.steps.find((step) => step.item === name)?.skill
    const recipe = this.#costs.recipes(name).find(({ skill }) => skill === gathered)
    if (count <= 0 || !recipe || isMade(recipe)) return ticks
    return recipe.eachTicks * count * GATHERED_ANYWAY
  }

  /** Adds the steps that add a count of an item to `free`. */
  #make(name: string, count: number): void {
    const recipe = this.#cheapestRecipe(name, count)
    this.#making.push(name)
    if (isMade(recipe)) this.#fabricate(name, count, recipe)
    else this.#gather(name, count, recipe)
    this.#making.pop()
  }

  #cheapestRecipe(name: string, count: number): Recipe {
    const recipes = this.#costs.recipes(name).map((recipe) => ({
      recipe,
      ticks: this.#recipeTicks(name, count, recipe),
    }))
    const best = recipes.reduce((a, b) => (b.ticks < a.ticks ? b : a))
    if (best.ticks === Infinity) throw new Error(`no way to ${name} is left`)
    return best.recipe
  }

  /** Estimated ticks of a recipe, given the free items and what the plan gathers already. */
  #recipeTicks(name: string, count: number, recipe: Recipe): number {
    const { uses, makes, searchTicks, eachTicks, tool, place } = recipe
    if (isMade(recipe)) {
      const times = Math.ceil(count / makes)
      let ticks = eachTicks * count + (tool === null ? 0 : this.#stationTicks(tool))
      for (const [part, each] of Object.entries(uses)) ticks += this.#partTicks(part, each * times)
      return ticks
    }
    const gathering = this.#isGathered(name, recipe)
      ? eachTicks * count * GATHERED_ANYWAY
      : searchTicks + eachTicks * count
    const way = place === undefined ? 0 : this.#stationTicks(place)
    return gathering + way + (tool === null ? 0 : this.#toolTicks(tool))
  }

  #isGathered(name: string, { skill }: Recipe): boolean {
    return this.steps.some((step) => step.item === name && step.skill === skill)
  }

  #partTicks(part: string, count: number): number {
    if (this.#making.includes(part)) return Infinity
    return this.#price(part, count - this.#free.count(part))
  }

  #stationTicks(station: string): number {
    const isThere = this.#stations.has(station) || this.#free.count(station) > 0
    if (isThere) return 0
    return this.#making.includes(station) ? Infinity : this.#price(station, 1)
  }

  #toolTicks(tool: string): number {
    if (toolType(tool) === undefined) return this.#stationTicks(tool)
    if (this.#free.names().some((name) => satisfies(name, tool))) return 0
    const options = toolsServingAs(this.#registry, tool).filter(
      (name) => !this.#making.includes(name),
    )
    return Math.min(...options.map((name) => this.#price(name, 1)))
  }

  /** Adds a step that consumes materials, such as crafting and smelting. */
  #fabricate(name: string, count: number, recipe: Recipe): void {
    const { skill, uses, makes, tool, burnTicks } = recipe
    const times = Math.ceil(count / makes)
    // The fuel is chosen last, from what is left.
    if (tool !== null && burnTicks === 0) this.#ensureStation(tool)
    const using: Record<string, number> = {}
    // The most expensive first: what its steps make on the way (a furnace, sticks) is then available for the rest.
    const parts = Object.entries(uses).sort(
      ([a, m], [b, n]) => this.#price(b, n) - this.#price(a, m),
    )
    for (const [part, each] of parts) {
      this.#acquire(part, each, times)
      using[this.#pinned(part)] = each
    }
    if (tool !== null && burnTicks > 0) this.#ensureStation(tool)
    const fuel = burnTicks > 0 ? this.#chooseFuel(count) : null
    if (fuel !== null) this.#acquire(fuel, fuelNeeded(this.#registry, fuel, count))
    this.#add({ skill, item: name, count: times * makes, using, times, fuel, tool })
  }

  /** The cheapest fuel, given the free items. */
  #chooseFuel(items: number): string {
    // A log burns no longer than a single one of its planks.
    const options = FUELS.filter((fuel) => fuel !== 'log').map((fuel) => {
      const name = this.#pinned(fuel)
      const lacking = fuelNeeded(this.#registry, fuel, items) - this.#free.count(name)
      const isPossible = !this.#making.includes(name) && this.#costs.isPossible(name)
      if (lacking <= 0) return { name, ticks: 0 }
      if (!isPossible) return { name, ticks: Infinity }
      const recipe = this.#cheapestRecipe(name, lacking)
      return { name, ticks: this.#recipeTicks(name, lacking, recipe) }
    })
    return options.reduce((a, b) => (b.ticks < a.ticks ? b : a)).name
  }

  #gather(name: string, count: number, recipe: Recipe): void {
    const tunnel = this.#isGathered(name, recipe) ? 0 : recipe.tunnel
    const uses = Math.ceil(count * recipe.wearEach) + tunnel
    const tool = recipe.tool === null ? null : this.#ensure(recipe.tool, uses)
    if (recipe.place !== undefined) this.#ensureStation(recipe.place)
    const { skill, object, place } = recipe
    this.#add({ skill, item: name, object, place, count, using: {}, times: count, tool, uses })
  }

  /** @returns the tool to use, or the station. */
  #ensure(toolOrStation: string, uses: number): string {
    if (toolType(toolOrStation) !== undefined) return this.#ensureTool(toolOrStation, uses)
    this.#ensureStation(toolOrStation)
    return toolOrStation
  }

  #ensureStation(station: string): void {
    if (this.#stations.has(station) || this.#free.count(station) > 0) return
    this.#make(station, 1)
  }

  /** The weakest tool that is suitable and durable enough; adds steps that make some when there is none. */
  #ensureTool(wanted: string, uses: number): string {
    const able = () =>
      this.#free
        .names()
        .filter((name) => satisfies(name, wanted) && this.#wear.left(name, this.#free) >= uses)
        .sort((a, b) => toolCost(a) - toolCost(b))[0]
    let tool = able()
    while (tool === undefined) {
      this.#make(this.#cheapestTool(wanted, uses), 1)
      tool = able()
    }
    this.#wear.use(tool, uses)
    return tool
  }

  #cheapestTool(wanted: string, uses: number): string {
    const options = toolsServingAs(this.#registry, wanted)
      .filter((name) => !this.#making.includes(name))
      .map((name) => {
        const number = Math.ceil(uses / durability(this.#registry, name))
        return { name, ticks: this.#price(name, number) }
      })
    return options.reduce((a, b) => (b.ticks < a.ticks ? b : a)).name
  }

  #add(step: Omit<Step, 'fuel' | 'uses'> & Partial<Step>): void {
    this.steps.push({ fuel: null, uses: 1, ...step })
    this.#free.add(step.item, step.count)
  }
}

/** Whether a recipe consumes materials, rather than gathering items. */
function isMade({ uses }: Recipe): boolean {
  return Object.keys(uses).length > 0
}

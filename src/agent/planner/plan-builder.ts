import { FUELS, fuelNeeded } from '../../goal/choices.ts'
import type { ItemCounts } from '../../goal/goal.ts'
import { isTag } from '../../knowledge/item-tags.ts'
import type { Registry } from '../../knowledge/registry.ts'
import { SMELTING_TICKS } from '../../knowledge/smelting.ts'
import { durability, servesAs, thrift, toolsServingAs } from '../../knowledge/tools.ts'
import type { CraftMethod, GatherMethod, Method, SmeltMethod } from '../methods.ts'
import type { CostModel } from './cost-model.ts'
import type { SimulatedInventory } from './simulated-inventory.ts'
import { type Step, Wear } from './step.ts'

/** Share of the usual work for a further item of a kind that the plan gathers anyway. */
const GATHERED_ANYWAY = 0.3

/**
 * The steps of a plan while they are thought out. Whatever a later step uses up is taken from `free`
 * at once, so that nothing is spent twice; what recipes make too much of stays free.
 */
export class PlanBuilder {
  readonly steps: Step[] = []
  readonly #registry: Registry
  readonly #efforts: CostModel
  readonly #free: SimulatedInventory
  readonly #stations: ReadonlySet<string>
  readonly #pins: ReadonlyMap<string, string>
  readonly #wear: Wear
  /** What is being made, outermost first: nothing is made of itself. */
  readonly #making: string[] = []

  /** @param pins exact variants to use wherever a tag would do. */
  constructor(
    registry: Registry,
    efforts: CostModel,
    free: SimulatedInventory,
    stations: ReadonlySet<string>,
    pins: ReadonlyMap<string, string>,
  ) {
    this.#registry = registry
    this.#efforts = efforts
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

  /** Takes that many of one variant, `times` over, making what is lacking. */
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

  /** Whether to fill up the largest stock of a variant, or to bring all of one open variant. */
  #leastLacking(name: string, count: number): { name: string; lacking: number } {
    const open = { name, lacking: count - this.#free.pool(name) }
    if (!isTag(this.#registry, name)) return open
    const { name: variant, count: stock } = this.#free.largest(name)
    const filled = { name: variant, lacking: count - stock }
    const isLess =
      this.#price(variant, filled.lacking) < this.#price(name, open.lacking) && variant !== name
    return isLess ? filled : open
  }

  /** Rough ticks to come by that many more; less for what the plan gathers anyway. */
  #price(name: string, count: number): number {
    const effort = this.#efforts.of(name, count)
    const gathered = this.steps.find((step) => step.item === name)?.skill
    const method = this.#efforts.methods(name).find(({ skill }) => skill === gathered)
    if (count <= 0 || !method || method.skill === 'craft' || method.skill === 'smelt') return effort
    return method.eachTicks * count * GATHERED_ANYWAY
  }

  /** Adds the steps that bring that many more into what is free. */
  #make(name: string, count: number): void {
    const method = this.#cheapestMethod(name, count)
    this.#making.push(name)
    if (method.skill === 'craft') this.#craft(name, count, method)
    else if (method.skill === 'smelt') this.#smelt(name, count, method)
    else this.#gather(name, count, method)
    this.#making.pop()
  }

  #cheapestMethod(name: string, count: number): Method {
    const methods = this.#efforts.methods(name).map((method) => ({
      method,
      ticks: this.#methodTicks(name, count, method),
    }))
    const best = methods.reduce((a, b) => (b.ticks < a.ticks ? b : a))
    if (best.ticks === Infinity) throw new Error(`no way to ${name} is left`)
    return best.method
  }

  /** Rough ticks of a method, given what is free and what the plan gathers already. */
  #methodTicks(name: string, count: number, method: Method): number {
    if (method.skill === 'craft') {
      const times = Math.ceil(count / method.recipe.makes)
      let ticks = method.recipe.needsTable ? this.#stationTicks('crafting_table') : 0
      for (const [part, each] of Object.entries(method.recipe.ingredients))
        ticks += this.#partTicks(part, each * times)
      return ticks
    }
    if (method.skill === 'smelt') {
      const furnace = this.#stationTicks('furnace')
      return this.#partTicks(method.input, count) + furnace + count * SMELTING_TICKS
    }
    const gathering = this.#isGathered(name, method)
      ? method.eachTicks * count * GATHERED_ANYWAY
      : method.searchTicks + method.eachTicks * count
    return gathering + (method.tool === null ? 0 : this.#toolTicks(method.tool))
  }

  #isGathered(name: string, { skill }: GatherMethod): boolean {
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
    if (this.#free.names().some((name) => servesAs(name, tool))) return 0
    const options = toolsServingAs(this.#registry, tool).filter(
      (name) => !this.#making.includes(name),
    )
    return Math.min(...options.map((name) => this.#price(name, 1)))
  }

  #craft(name: string, count: number, { recipe }: CraftMethod): void {
    const times = Math.ceil(count / recipe.makes)
    if (recipe.needsTable) this.#ensureStation('crafting_table')
    const using: Record<string, number> = {}
    // The dearest first: what is made on the way (a furnace, sticks) is then there for the rest.
    const parts = Object.entries(recipe.ingredients).sort(
      ([a, m], [b, n]) => this.#price(b, n) - this.#price(a, m),
    )
    for (const [part, each] of parts) {
      this.#acquire(part, each, times)
      using[this.#pinned(part)] = each
    }
    const tool = recipe.needsTable ? 'crafting_table' : null
    this.#add({ skill: 'craft', item: name, count: times * recipe.makes, using, times, tool })
  }

  #smelt(name: string, count: number, { input }: SmeltMethod): void {
    this.#acquire(input, 1, count)
    this.#ensureStation('furnace')
    const fuel = this.#chooseFuel(count)
    this.#acquire(fuel, fuelNeeded(this.#registry, fuel, count))
    const using = { [this.#pinned(input)]: 1 }
    const tool = 'furnace'
    this.#add({ skill: 'smelt', item: name, count, using, times: count, fuel, tool })
  }

  /** The fuel that takes least work to have, given what is free. */
  #chooseFuel(items: number): string {
    const options = FUELS.map((fuel) => {
      const name = this.#pinned(fuel)
      const lacking = fuelNeeded(this.#registry, fuel, items) - this.#free.count(name)
      const isPossible = !this.#making.includes(name) && this.#efforts.possible(name)
      if (lacking <= 0) return { name, ticks: 0 }
      if (!isPossible) return { name, ticks: Infinity }
      const method = this.#cheapestMethod(name, lacking)
      return { name, ticks: this.#methodTicks(name, lacking, method) }
    })
    return options.reduce((a, b) => (b.ticks < a.ticks ? b : a)).name
  }

  #gather(name: string, count: number, method: GatherMethod): void {
    const tunnel = this.#isGathered(name, method) ? 0 : method.tunnel
    const uses = Math.ceil(count * method.usesEach) + tunnel
    const tool = method.tool === null ? null : this.#ensureTool(method.tool, uses)
    this.#add({ skill: method.skill, item: name, count, using: {}, times: count, tool, uses })
  }

  #ensureStation(station: string): void {
    if (this.#stations.has(station) || this.#free.count(station) > 0) return
    this.#make(station, 1)
  }

  /** Answers the weakest tool at hand that serves and lasts; makes one, or several, when there is none. */
  #ensureTool(wanted: string, uses: number): string {
    const able = () =>
      this.#free
        .names()
        .filter((name) => servesAs(name, wanted) && this.#wear.left(name, this.#free) >= uses)
        .sort((a, b) => thrift(a) - thrift(b))[0]
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

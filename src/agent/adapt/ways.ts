import { isTag, tagMembers } from '../../knowledge/item-tags.ts'
import type { Registry } from '../../knowledge/registry.ts'
import { SMELTING_TICKS } from '../../knowledge/smelting.ts'
import { toolsServingAs } from '../../knowledge/tools.ts'
import type { Method } from '../methods.ts'
import { CostModel } from '../planner/cost-model.ts'

/** Times the work of the best method above which another is no choice while the best is open. */
const MUCH_HARDER = 3

/** The ways to come by things, from what minecraft-data tells, and which of them get in each other's way. */
export class Ways {
  readonly #registry: Registry
  readonly #efforts: CostModel
  readonly #uses = new Map<string, ReadonlySet<string>>()

  /** @param unavailable blocks and animals that were looked for in vain. */
  constructor(registry: Registry, unavailable: ReadonlySet<string>) {
    this.#registry = registry
    this.#efforts = new CostModel(registry, unavailable)
  }

  /** Methods for something, the least work first; none that goes in a circle or cannot be done at all. */
  to(name: string, count: number): Method[] {
    return this.#ranked(name, count).map(({ method }) => method)
  }

  /** Those that are not far more work than the best: no leaves are plucked for the sake of sticks. */
  easyTo(name: string, count: number): Method[] {
    const ranked = this.#ranked(name, count)
    const [best] = ranked
    return ranked
      .filter(({ ticks }) => best && ticks <= best.ticks * MUCH_HARDER)
      .map(({ method }) => method)
  }

  #ranked(name: string, count: number): { method: Method; ticks: number }[] {
    return this.#efforts
      .methods(name)
      .map((method) => ({ method, ticks: this.#ticksBy(method, count) }))
      .filter(({ method, ticks }) => ticks < Infinity && !this.#isCircular(name, method))
      .sort((a, b) => a.ticks - b.ticks)
  }

  /** Rough game ticks to come by that many from nothing. */
  ticks(name: string, count: number): number {
    return this.#efforts.of(name, count)
  }

  /** The tool that is least work of those that can do what a given one can. */
  cheapestTool(wanted: string): string {
    const tools = toolsServingAs(this.#registry, wanted)
    const [first = wanted, ...others] = tools
    return others.reduce((a, b) => (this.ticks(b, 1) < this.ticks(a, 1) ? b : a), first)
  }

  /** Whether coming by one thing in the cheapest way may use up another. */
  mayUse(made: string, used: string): boolean {
    const uses = this.#usesOf(made)
    return [used, ...tagMembers(this.#registry, used)].some((name) => uses.has(name))
  }

  #ticksBy(method: Method, count: number): number {
    if (method.skill === 'craft') {
      const { makes, ingredients } = method.recipe
      const times = Math.ceil(count / makes)
      const parts = Object.entries(ingredients).map(([part, each]) =>
        this.ticks(part, each * times),
      )
      return parts.reduce((a, b) => a + b, 0)
    }
    if (method.skill === 'smelt')
      return this.ticks(method.input, count) + this.ticks('furnace', 1) + SMELTING_TICKS * count
    const tool = method.tool === null ? 0 : this.ticks(this.cheapestTool(method.tool), 1)
    return method.searchTicks + method.eachTicks * count + tool
  }

  #isCircular(name: string, method: Method): boolean {
    return this.#partsOf(method).some((part) => part === name || this.mayUse(part, name))
  }

  /** All that is used up on the cheapest way to something. */
  #usesOf(name: string): ReadonlySet<string> {
    const known = this.#uses.get(name)
    if (known) return known
    const uses = new Set<string>()
    this.#uses.set(name, uses)
    const methods = this.#efforts.methods(name).map((method) => ({
      method,
      ticks: this.#ticksBy(method, 1),
    }))
    const [first, ...others] = methods
    if (!first) return uses
    const { method } = others.reduce((a, b) => (b.ticks < a.ticks ? b : a), first)
    for (const part of this.#partsOf(method)) {
      const members = isTag(this.#registry, part) ? tagMembers(this.#registry, part) : []
      for (const used of [part, ...members, ...this.#usesOf(part)]) uses.add(used)
    }
    return uses
  }

  #partsOf(method: Method): string[] {
    if (method.skill === 'craft') {
      const { ingredients, needsTable } = method.recipe
      return [...Object.keys(ingredients), ...(needsTable ? ['crafting_table'] : [])]
    }
    if (method.skill === 'smelt') return [method.input, 'furnace', 'coal', 'planks']
    return method.tool === null ? [] : [this.cheapestTool(method.tool)]
  }
}

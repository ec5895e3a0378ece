import type { Registry } from '../../knowledge/registry.ts'
import { SMELTING_TICKS } from '../../knowledge/smelting.ts'
import { toolsServingAs } from '../../knowledge/tools.ts'
import { type Method, methodsFor } from '../methods.ts'

/** Rough game ticks to come by items from nothing: once for all, and for each one. */
interface Effort {
  readonly once: number
  readonly each: number
}

const NEVER: Effort = { once: Infinity, each: Infinity }
/** Ticks for one run of a recipe. */
const CRAFT_TICKS = 4
/** Ticks to come by the fuel for one item. */
const FUEL_TICKS = 15
/** Number of items at which efforts are compared. */
const USUAL_NUMBER = 3

/**
 * How much work everything is that may come up on the way to a target. Found by repeating "an item
 * is as much work as its cheapest method" until nothing changes, since recipes go in circles (nine
 * ingots make a block, a block makes nine ingots).
 */
export class CostModel {
  readonly #registry: Registry
  readonly #unavailable: ReadonlySet<string>
  readonly #methods = new Map<string, readonly Method[]>()
  readonly #efforts = new Map<string, Effort>()

  constructor(registry: Registry, unavailable: ReadonlySet<string>) {
    this.#registry = registry
    this.#unavailable = unavailable
  }

  methods(name: string): readonly Method[] {
    const known = this.#methods.get(name)
    if (known) return known
    const methods = methodsFor(this.#registry, name, this.#unavailable)
    this.#methods.set(name, methods)
    return methods
  }

  /** Rough ticks to come by that many, starting from nothing; Infinity when it cannot be had. */
  of(name: string, count: number): number {
    if (count <= 0) return 0
    if (!this.#efforts.has(name)) this.#explore(name)
    const { once, each } = this.#get(name)
    return once + each * count
  }

  /** Whether there is any way to it in the world as it is known. */
  possible(name: string): boolean {
    return this.of(name, 1) < Infinity
  }

  #get(name: string): Effort {
    return this.#efforts.get(name) ?? NEVER
  }

  #explore(name: string): void {
    const names = new Set([name])
    for (const found of names) {
      for (const method of this.methods(found))
        for (const part of partsOf(this.#registry, method)) names.add(part)
    }
    for (const found of names) if (!this.#efforts.has(found)) this.#efforts.set(found, NEVER)
    for (let changed = true; changed; ) {
      changed = false
      for (const found of names) {
        for (const method of this.methods(found)) {
          const effort = this.#effortBy(method)
          if (usual(effort) >= usual(this.#get(found))) continue
          this.#efforts.set(found, effort)
          changed = true
        }
      }
    }
  }

  #effortBy(method: Method): Effort {
    if (method.skill === 'craft') {
      const { ingredients, makes } = method.recipe
      let once = 0
      let each = CRAFT_TICKS / makes
      for (const [name, count] of Object.entries(ingredients)) {
        const effort = this.#get(name)
        once += effort.once
        each += (effort.each * count) / makes
      }
      return { once, each }
    }
    if (method.skill === 'smelt') {
      const input = this.#get(method.input)
      const furnace = this.#get('furnace')
      return {
        once: input.once + furnace.once + furnace.each,
        each: input.each + SMELTING_TICKS + FUEL_TICKS,
      }
    }
    const tool = method.tool === null ? 0 : this.#toolEffort(method.tool)
    return { once: method.searchTicks + tool, each: method.eachTicks }
  }

  /** Ticks to come by the cheapest tool that serves. */
  #toolEffort(tool: string): number {
    const efforts = toolsServingAs(this.#registry, tool).map((name) => {
      const { once, each } = this.#get(name)
      return once + each
    })
    return Math.min(...efforts)
  }
}

function usual({ once, each }: Effort): number {
  return once + each * USUAL_NUMBER
}

/** Everything that a method takes: materials, the furnace, any tool that serves. */
function partsOf(registry: Registry, method: Method): string[] {
  if (method.skill === 'craft') return Object.keys(method.recipe.ingredients)
  if (method.skill === 'smelt') return [method.input, 'furnace']
  return method.tool === null ? [] : toolsServingAs(registry, method.tool)
}

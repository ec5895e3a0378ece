import type { ItemCounts } from '#goal/goal'
import { countOf, isTag, tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'

/**
 * The planner's model of the inventory: exact kinds that the agent carries, and pools of a tag (`planks`) that the plan will
 * have obtained. The variant of a pool is not known yet, but assumed to be a single one.
 */
export class SimulatedInventory {
  readonly #registry: Registry
  readonly #counts: Map<string, number>

  constructor(registry: Registry, counts: Iterable<readonly [string, number]>) {
    this.#registry = registry
    this.#counts = new Map(counts)
  }

  static of(registry: Registry, inventory: ItemCounts): SimulatedInventory {
    return new SimulatedInventory(registry, Object.entries(inventory))
  }

  clone(): SimulatedInventory {
    return new SimulatedInventory(this.#registry, this.#counts)
  }

  names(): string[] {
    return [...this.#counts].filter(([, count]) => count > 0).map(([name]) => name)
  }

  add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  /** The count of a kind, or of all variants of a tag with its pool. */
  count(name: string): number {
    const pool = isTag(this.#registry, name) ? this.pool(name) : 0
    return pool + countOf(this.#registry, Object.fromEntries(this.#counts), name)
  }

  /** The variant with the largest count, or the pool of the tag. */
  largest(name: string): { name: string; count: number } {
    const stocks = this.#stocks(name)
    return stocks.reduce((best, stock) => (stock.count > best.count ? stock : best), {
      name,
      count: this.pool(name),
    })
  }

  /**
   * Takes `count` of one variant, `times` times, from the smallest sufficient stock first.
   * @returns false when the stocks do not suffice; then nothing is taken.
   */
  take(name: string, count: number, times = 1): boolean {
    const left = this.clone()
    for (let done = 0; done < times; done++) {
      const [stock] = left
        .#stocks(name)
        .filter((option) => option.count >= count)
        .sort((a, b) => a.count - b.count)
      if (stock) left.add(stock.name, -count)
      else if (left.pool(name) >= count) left.add(name, -count)
      else return false
    }
    for (const [key, value] of left.#counts) this.#counts.set(key, value)
    return true
  }

  /** Takes up to a count of any variants. @returns how many were taken. */
  takeAny(name: string, count: number): number {
    let taken = 0
    for (const stock of [...this.#stocks(name), { name, count: this.pool(name) }]) {
      const now = Math.min(stock.count, count - taken)
      this.add(stock.name, -now)
      taken += now
    }
    return taken
  }

  /** The count under exactly this name: of a kind, or in the pool of a tag. */
  pool(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Stocks of exact variants, without the pool. */
  #stocks(name: string): { name: string; count: number }[] {
    return tagMembers(this.#registry, name)
      .filter((member) => member !== name)
      .map((member) => ({ name: member, count: this.pool(member) }))
  }
}

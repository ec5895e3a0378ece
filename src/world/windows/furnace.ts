import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import { fuelTicks, SMELTING_TICKS, smeltingResult } from '#knowledge/smelting'
import { remainderOf } from './crafting-grid.ts'
import type { Stacks } from './stacks.ts'

const INPUT = 0
const FUEL = 1
const OUTPUT = 2

/** Smelting progress lost in a tick without fuel. */
const COOLING = 2

/** Contents and progress of a furnace, which runs whether or not its window is open. */
export class Furnace {
  readonly items: (Item | null)[] = [null, null, null]
  /** Remaining and total burn time of the current fuel (ticks). */
  #litTicks = 0
  #litDuration = 0
  /** Ticks for which the current item has been smelting. */
  #progress = 0
  /** Length of the progress bar (ticks), set by the first input. */
  #total = 0
  readonly #registry: Registry
  readonly #stacks: Stacks

  constructor(registry: Registry, stacks: Stacks) {
    this.#registry = registry
    this.#stacks = stacks
  }

  get lit(): boolean {
    return this.#litTicks > 0
  }

  /** Values of the progress bars, in the order of their packets. */
  get properties(): readonly number[] {
    return [this.#litTicks, this.#litDuration, this.#progress, this.#total]
  }

  /** A different input item resets the progress. */
  inputChanged(before: Item | null): void {
    const input = this.items[INPUT]
    if (input && before && this.#stacks.mergeable(input, before)) return
    this.#progress = 0
    this.#total = SMELTING_TICKS
  }

  tick(): void {
    if (this.lit) this.#litTicks--
    const product = this.#product()
    if (!this.lit && product) this.#light()
    if (this.lit && product) {
      this.#progress++
      if (this.#progress >= SMELTING_TICKS) this.#finish(product)
    } else if (this.lit) {
      this.#progress = 0
    } else {
      this.#progress = Math.max(0, this.#progress - COOLING)
    }
  }

  /** Smelting result; undefined when the input cannot be smelted or the output has no room. */
  #product(): Item | undefined {
    const input = this.items[INPUT]
    if (!input) return undefined
    const name = smeltingResult(this.#registry, this.#stacks.nameOf(input))
    if (!name) return undefined
    const product = this.#stacks.make(name)
    const output = this.items[OUTPUT]
    if (!output) return product
    const fits = output.count < output.stackSize && this.#stacks.mergeable(output, product)
    return fits ? product : undefined
  }

  #light(): void {
    const fuel = this.items[FUEL]
    if (!fuel) return
    this.#litTicks = fuelTicks(this.#registry, this.#stacks.nameOf(fuel))
    this.#litDuration = this.#litTicks
    if (!this.lit) return
    this.items[FUEL] =
      this.#stacks.withCount(fuel, fuel.count - 1) ?? remainderOf(this.#stacks, fuel)
  }

  #finish(product: Item): void {
    const input = this.items[INPUT]
    const output = this.items[OUTPUT]
    this.#progress = 0
    if (!input) return
    this.items[INPUT] = this.#stacks.withCount(input, input.count - 1)
    this.items[OUTPUT] = output ? this.#stacks.withCount(output, output.count + 1) : product
  }
}

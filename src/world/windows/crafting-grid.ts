import type { Item } from 'prismarine-item'
import type { RecipeBook } from './recipe-book.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

/** Items left over from an ingredient after crafting. */
const REMAINDERS: Readonly<Record<string, string>> = {
  milk_bucket: 'bucket',
  water_bucket: 'bucket',
  lava_bucket: 'bucket',
  honey_bottle: 'glass_bottle',
  dragon_breath: 'glass_bottle',
}

/** The item left over when another is used up in crafting or as fuel. */
export function remainderOf(stacks: Stacks, item: Item): Item | null {
  const name = REMAINDERS[stacks.nameOf(item)]
  return name ? stacks.make(name) : null
}

/** A square crafting grid; its cells are stored in an array of stacks. */
export class CraftingGrid {
  readonly result: Slot
  readonly cells: readonly Slot[]
  /** Whether a cell changed since the result was last sent to the client. */
  touched = false
  readonly #stacks: Stacks
  readonly #book: RecipeBook
  readonly #width: number
  readonly #giveBack: (item: Item) => void
  #made: Item | null = null

  /**
   * @param first index of the grid's first cell in `storage`.
   * @param giveBack receives left-over items that do not fit into the grid.
   */
  constructor(options: {
    stacks: Stacks
    book: RecipeBook
    storage: (Item | null)[]
    first: number
    width: number
    giveBack: (item: Item) => void
  }) {
    const { stacks, storage, first, width } = options
    this.#stacks = stacks
    this.#book = options.book
    this.#width = width
    this.#giveBack = options.giveBack
    const changed = () => this.#update()
    this.cells = Array.from(
      { length: width * width },
      (_, i) => new StorageSlot(stacks, storage, first + i, { changed }),
    )
    this.result = new ResultSlot(
      () => this.#made,
      () => this.#consume(),
    )
  }

  /** Empties the grid and returns its stacks. */
  release(): Item[] {
    return this.cells.flatMap((cell) => cell.take(cell.item?.count ?? 0) ?? [])
  }

  #update(): void {
    const made = this.#book.match(
      this.cells.map((cell) => cell.item),
      this.#width,
    )
    this.#made = made ? this.#stacks.make(made, made.count) : null
    this.touched = true
  }

  /** Consumes one of each ingredient. */
  #consume(): void {
    for (const cell of this.cells) {
      const used = cell.take(1)
      const remainder = used && remainderOf(this.#stacks, used)
      if (!remainder) continue
      if (cell.item) this.#giveBack(remainder)
      else cell.put(remainder)
    }
  }
}

/** The result slot of a grid: it accepts nothing and is taken as a whole. */
class ResultSlot implements Slot {
  readonly limit = 64
  readonly #made: () => Item | null
  readonly #consume: () => void

  constructor(made: () => Item | null, consume: () => void) {
    this.#made = made
    this.#consume = consume
  }

  get item(): Item | null {
    return this.#made()
  }

  accepts(): boolean {
    return false
  }

  put(): void {
    throw new Error('a result slot accepts no items')
  }

  take(count: number): Item | null {
    const made = this.item
    if (!made || count <= 0) return null
    this.#consume()
    return made
  }
}

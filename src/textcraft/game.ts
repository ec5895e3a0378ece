import type { Counts, Ingredient, Rulebook } from './rulebook.ts'

/** Longest action (characters). */
const MAX_ACTION_LENGTH = 1000

const ID_PREFIX = 'minecraft:'

/**
 * One game of TextCraft (ADaPT, appendix E). Its observations are identical to the original's, including its quirks. Names
 * are items of 1.16.5 with spaces or underscores.
 */
export class Game {
  readonly #book: Rulebook
  readonly #goal: string
  readonly #carried = new Map<string, number>()
  #isWon = false

  /** @param goal the item to craft. */
  constructor(book: Rulebook, goal: string) {
    this.#book = book
    this.#goal = kindOf(goal)
  }

  /** Whether the goal has been crafted. */
  get isWon(): boolean {
    return this.#isWon
  }

  /** The inventory, in the order in which items were obtained. */
  get carried(): Counts {
    return this.#carried
  }

  /** Performs one action. @returns the observation, in one line. */
  act(line: string): string {
    const action = line.replace(/^[>\s]+/, '').trimEnd()
    if (action.startsWith('think')) return 'OK.'
    if (action.length <= MAX_ACTION_LENGTH) {
      const craft = /^craft (.*) using (.*)/.exec(action)
      if (craft) return this.#craft(craft[1] ?? '', craft[2] ?? '')
      const get = /^get ([0-9]+) (.*)/.exec(action)
      if (get) return this.#get(Number(get[1]), get[2] ?? '')
      if (action.startsWith('inventory')) return this.#inventory()
    }
    return `Could not execute ${action.slice(0, MAX_ACTION_LENGTH)}`
  }

  #get(count: number, text: string): string {
    const item = kindOf(text)
    if (!this.#book.canBeGot(item) || !Number.isSafeInteger(count)) return `Could not find ${text}`
    this.#add(item, count)
    return `Got ${count} ${text}`
  }

  #craft(outputText: string, inputText: string): string {
    const inputs: Ingredient[] = []
    for (const part of inputText.split(',').map((text) => text.trim())) {
      const input = readCounted(part)
      if (!input) return `Wrong item format: ${part}`
      inputs.push(input)
    }
    const output = readCounted(outputText) ?? { name: kindOf(outputText), count: 1 }
    const id = this.#book.isTag(output.name) ? null : ID_PREFIX + output.name
    if (inputs.some((input) => !this.#holds(input)))
      return `Could not find enough items to craft ${id ?? 'None'}`
    const recipe = id === null ? undefined : this.#book.match(output.name, inputs)
    if (!recipe) return `Could not find a valid recipe for ${this.#described(output)}`
    for (const { name, count } of inputs) this.#add(name, -count)
    this.#add(recipe.item, recipe.makes)
    if (recipe.item === this.#goal) this.#isWon = true
    return `Crafted ${recipe.makes} ${id}`
  }

  /** As in the original, every entry ends with a space, also the last. */
  #inventory(): string {
    if (this.#carried.size === 0) return 'Inventory: You are not carrying anything.'
    const entries = [...this.#carried].map(([name, count]) => `[${nameText(name)}] (${count}) `)
    return `Inventory: ${entries.join('')}`
  }

  #holds({ name, count }: Ingredient): boolean {
    const carried = this.#carried.get(name)
    return carried !== undefined && carried >= count
  }

  #add(name: string, count: number): void {
    const sum = (this.#carried.get(name) ?? 0) + count
    if (sum === 0 && count < 0) this.#carried.delete(name)
    else this.#carried.set(name, sum)
  }

  /** The requested output in the original's internal notation, which the original prints. */
  #described({ name, count }: Ingredient): string {
    const id = `'${ID_PREFIX}${name}'`
    const [tag, item] = this.#book.isTag(name) ? [id, 'None'] : ['None', id]
    return `ItemTagWithCount(item_tag=ItemTag(tag=${tag}, item_id=${item}), count=${count})`
  }
}

/** An item's name in the game: `dark oak log`. */
export function nameText(kind: string): string {
  return kind.replaceAll('_', ' ')
}

/** The item that a name in the game stands for: `dark_oak_log`. */
export function kindOf(text: string): string {
  return text.replaceAll(' ', '_')
}

/** Reads `2 dark oak log`. */
function readCounted(text: string): Ingredient | undefined {
  const [, count, name] = /^([0-9]+) (.*)/.exec(text) ?? []
  if (count === undefined || name === undefined) return undefined
  return { name: kindOf(name), count: Number(count) }
}

import type { Execution, Executor } from '#strategies/adapt/roles'
import { type Game, nameText } from './game.ts'
import type { Ingredient, Recipe, Rulebook } from './rulebook.ts'
import { craftText, type SymbolicTask, stockOf } from './symbolic-task.ts'

/**
 * Plays the atomic skills of ADaPT's executor (Table 5) by rules: it gets items, and crafts from ingredients that it can
 * get. Deeper recipes are left to the planner.
 */
export class SymbolicExecutor implements Executor<SymbolicTask, string> {
  readonly #book: Rulebook
  readonly #game: Game

  constructor(book: Rulebook, game: Game) {
    this.#book = book
    this.#game = game
  }

  run(task: SymbolicTask): Promise<Execution> {
    const log: string[] = []
    const act = (action: string) => {
      log.push(`> ${action}`, this.#game.act(action))
    }
    const done =
      task.kind === 'have' ? this.#have(task, act) : this.#craft(task.recipe, task.times, act)
    return Promise.resolve(
      done ? { ok: true, log } : { ok: false, kind: 'failed', reason: this.#lack(task), log },
    )
  }

  #have({ name, count }: Ingredient, act: (action: string) => void): boolean {
    const stock = stockOf(this.#book, this.#game.carried, name)
    if (stock.count >= count) return true
    if (this.#book.canBeGot(name)) {
      act(`get ${count - stock.count} ${nameText(name)}`)
      return true
    }
    for (const recipe of this.#book.recipesFor(name)) {
      const missing = count - (this.#game.carried.get(recipe.item) ?? 0)
      const times = Math.ceil(missing / recipe.makes)
      const wanted = [...recipe.ingredients].map(([one, each]) => ({
        name: one,
        count: each * times,
      }))
      if (!wanted.every((one) => this.#isAvailable(one))) continue
      for (const one of wanted) this.#have(one, act)
      return this.#craft(recipe, times, act)
    }
    return false
  }

  /** Whether an item is carried or needs no crafting. */
  #isAvailable({ name, count }: Ingredient): boolean {
    return this.#book.canBeGot(name) || stockOf(this.#book, this.#game.carried, name).count >= count
  }

  #craft(
    { item, makes, ingredients }: Recipe,
    times: number,
    act: (action: string) => void,
  ): boolean {
    for (let done = 0; done < times; done++) {
      const inputs: Ingredient[] = []
      for (const [name, count] of ingredients) {
        const stock = stockOf(this.#book, this.#game.carried, name)
        if (stock.count < count) return false
        inputs.push({ name: stock.item, count })
      }
      act(craftText(item, makes, inputs))
    }
    return true
  }

  #lack(task: SymbolicTask): string {
    const wanted: Ingredient[] =
      task.kind === 'have'
        ? [task]
        : [...task.recipe.ingredients].map(([name, count]) => ({ name, count }))
    const lacking = wanted.filter(
      ({ name, count }) => stockOf(this.#book, this.#game.carried, name).count < count,
    )
    return `cannot get or craft in one step: ${lacking.map(({ name }) => nameText(name)).join(', ')}`
  }
}

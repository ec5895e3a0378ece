import { ANY_APPROACH, inventoryObservation } from '#goal/observation'
import { registryFor } from '#knowledge/registry'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import { type BranchOrder, SelectorOrder } from '#strategies/adapt/branch-order'
import { kindOf } from './game.ts'
import { type Rulebook, TEXTCRAFT_VERSION } from './rulebook.ts'

/** Ticks that an action counts for, so that a selector for Minecraft can compare plans. */
const TICKS_PER_ACTION = 20

/** The item that a task fetches. */
export interface Fetched {
  readonly name: string
  readonly count: number
}

/**
 * Lets a selector choose among plans joined by OR, and among fetched items that do not consume one another. All other tasks
 * keep the plan's order.
 */
export function taskOrder<Task>(
  book: Rulebook,
  selector: Selector,
  fetchedBy: (task: Task) => Fetched | null,
): BranchOrder<Task> {
  const independent = (earlier: Task, later: Task) => {
    const [first, second] = [fetchedBy(earlier), fetchedBy(later)]
    if (!first || !second || first.name === second.name) return false
    return !book.mayUse(first.name, second.name) && !book.mayUse(second.name, first.name)
  }
  const nothing = inventoryObservation(registryFor(TEXTCRAFT_VERSION), {})
  const candidate = (task: Task) => candidateFor(book, fetchedBy(task))
  return new SelectorOrder(selector, () => nothing, candidate, independent)
}

/** The item that a sub-task in words fetches, such as `fetch 6 dark oak planks`; null for other sub-tasks. */
export function fetchedByText(book: Rulebook, text: string): Fetched | null {
  const [, count, item = ''] = /^(?:fetch|get) ([0-9]{1,4}) (.+)$/i.exec(text) ?? []
  const name = kindOf(item.replace(/[\s.]+$/, ''))
  const isKnown = book.canBeGot(name) || book.recipesFor(name).length > 0
  return count !== undefined && isKnown ? { name, count: Number(count) } : null
}

function candidateFor(book: Rulebook, fetched: Fetched | null): EstimatedCandidate {
  const actions = fetched ? actionsFor(book, fetched) : 1
  const target = fetched ? { [fetched.name]: fetched.count } : {}
  const goal = { skill: 'craft', target, using: {}, tool: null }
  const workTicks = actions * TICKS_PER_ACTION
  return {
    step: goal,
    goal,
    ...ANY_APPROACH,
    estimate: { travelTicks: 0, searchTicks: 0, workTicks },
  }
}

/** Number of actions to obtain an item with an empty inventory. */
function actionsFor(book: Rulebook, { name, count }: Fetched): number {
  if (book.canBeGot(name)) return 1
  const ways = book.recipesFor(name).map(({ makes, ingredients }) => {
    const times = Math.ceil(count / makes)
    let actions = times
    for (const [one, each] of ingredients)
      actions += actionsFor(book, { name: one, count: each * times })
    return actions
  })
  return Math.min(...ways)
}

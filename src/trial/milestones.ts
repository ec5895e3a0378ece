import { type Target, targetCounts } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import { countOf, tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'

/** An item that the agent holds for the first time on the way to a diamond. */
interface Milestone {
  readonly name: string
  /** Kinds or tags, any of which counts. */
  readonly items: readonly string[]
}

/** In the usual order. */
export const MILESTONES: readonly Milestone[] = [
  { name: 'log', items: ['log'] },
  { name: 'planks', items: ['planks'] },
  { name: 'crafting_table', items: ['crafting_table'] },
  { name: 'stick', items: ['stick'] },
  { name: 'wooden_pickaxe', items: ['wooden_pickaxe'] },
  { name: 'cobblestone', items: ['cobblestone', 'cobbled_deepslate'] },
  { name: 'stone_pickaxe', items: ['stone_pickaxe'] },
  { name: 'furnace', items: ['furnace'] },
  // From 1.17 on the ore drops as raw iron.
  { name: 'iron_ore', items: ['iron_ore', 'deepslate_iron_ore', 'raw_iron'] },
  { name: 'iron_ingot', items: ['iron_ingot'] },
  { name: 'iron_pickaxe', items: ['iron_pickaxe'] },
  { name: 'diamond', items: ['diamond'] },
]

/** A test whether an inventory (all items, and the kinds that are worn) contains the target. */
export function targetTest(
  target: Target,
  registry: Registry,
): (held: ItemCounts, worn: readonly string[]) => boolean {
  const wanted = tagMembers(registry, target.item)
  const counts = Object.entries(targetCounts(target))
  return target.worn
    ? (_, worn) => worn.some((kind) => wanted.includes(kind))
    : (held) => counts.every(([item, count]) => countOf(registry, held, item) >= count)
}

/** Detects each milestone once, and whether the task's target has been reached. */
export class MilestoneTracker {
  readonly #open: Map<string, (held: ItemCounts, worn: readonly string[]) => boolean>
  readonly #target: Target

  constructor(target: Target, registry: Registry) {
    this.#target = target
    this.#open = new Map(
      MILESTONES.map(({ name, items }) => [
        name,
        (held) => items.some((item) => countOf(registry, held, item) > 0),
      ]),
    )
    this.#open.set(target.milestone, targetTest(target, registry))
  }

  /** Whether the agent has held (or worn) the target at some time. */
  get reached(): boolean {
    return !this.#open.has(this.#target.milestone)
  }

  /** Names of the milestones that this inventory newly reaches. */
  update(held: ItemCounts, worn: readonly string[]): string[] {
    const names: string[] = []
    for (const [name, isReached] of this.#open) {
      if (!isReached(held, worn)) continue
      this.#open.delete(name)
      names.push(name)
    }
    return names
  }
}

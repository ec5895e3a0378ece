import { craftingChoices, smeltingChoice } from '../goal/choices.ts'
import type { Goal, ItemCounts } from '../goal/goal.ts'
import type { Failure } from '../goal/outcome.ts'
import { type Missing, missingFor, missingText } from '../goal/preconditions.ts'
import { animalSources } from '../knowledge/animals.ts'
import { harvestSources, minedItem } from '../knowledge/harvest.ts'
import { tagMembers } from '../knowledge/item-tags.ts'
import type { Registry } from '../knowledge/registry.ts'
import { servesAs } from '../knowledge/tools.ts'

/** What comes of a goal. */
export type Outcome =
  | {
      readonly ok: true
      /** What there is more or, negative, less of. */
      readonly changes: ReadonlyMap<string, number>
      readonly worn: readonly string[]
    }
  | { readonly ok: false; readonly failure: Failure }

/**
 * The rules of crafting, mining and smelting on an inventory alone, without a body, a place or chance
 * (the paper's MC-TextWorld, section 4.1). Whatever the world has is there to be mined or hunted; it
 * takes the tool. A crafting table and a furnace stand where they are carried. Failures are those of
 * the skills; a goal that fails changes nothing.
 */
export function outcomeOf(registry: Registry, goal: Goal, inventory: ItemCounts): Outcome {
  const [missing] = missingFor(registry, goal, inventory)
  if (missing) return { ok: false, failure: failureFor(goal, missing) }
  const changes = new Map<string, number>()
  const add = (item: string, count: number) => changes.set(item, (changes.get(item) ?? 0) + count)
  switch (goal.skill) {
    case 'craft': {
      const choice = craftingChoices(registry, goal, inventory)
      for (const { recipe, times } of choice.ok ? choice.runs : []) {
        for (const [item, count] of Object.entries(recipe.ingredients)) add(item, -count * times)
        add(recipe.item, recipe.makes * times)
      }
      break
    }
    case 'smelt': {
      const choice = smeltingChoice(registry, goal, inventory)
      const [[item, count] = ['', 0]] = Object.entries(goal.target)
      if (choice.ok) {
        add(choice.input, -choice.count)
        add(choice.fuel, -choice.fuelCount)
        add(tagMembers(registry, item)[0] ?? item, count)
      }
      break
    }
    case 'equip':
      return {
        ok: true,
        changes,
        worn: Object.keys(goal.target).flatMap((item) => heldOf(registry, item, inventory)),
      }
    case 'mine':
    case 'hunt':
    case 'shear':
      for (const [item, count] of Object.entries(goal.target))
        add(gathered(registry, goal, item, inventory), count)
  }
  return { ok: true, changes, worn: [] }
}

function heldOf(registry: Registry, item: string, inventory: ItemCounts): string[] {
  return tagMembers(registry, item)
    .filter((member) => (inventory[member] ?? 0) > 0)
    .slice(0, 1)
}

/** The exact kind that comes of mining or hunting a kind or a tag. */
function gathered(
  registry: Registry,
  { skill }: Goal,
  name: string,
  inventory: ItemCounts,
): string {
  if (skill !== 'mine') {
    const members = tagMembers(registry, name)
    return members.find((member) => animalSources(registry, member).length > 0) ?? name
  }
  const held = Object.keys(inventory).filter((item) => (inventory[item] ?? 0) > 0)
  const sources = harvestSources(registry, minedItem(registry, name) ?? name)
  const usable = sources.find(
    ({ tool }) => tool === null || held.some((item) => servesAs(item, tool)),
  )
  return usable?.item ?? name
}

function failureFor(goal: Goal, missing: Missing): Failure {
  const item = Object.keys(goal.target).join(' and ')
  const kind = missing.kind === 'no-source' ? 'not-found' : missing.kind
  const detail =
    missing.kind === 'no-source' ? missingText([missing]) : `${item} ${missingText([missing])}`
  return { kind, detail }
}

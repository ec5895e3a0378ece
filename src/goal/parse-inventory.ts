import { tagMembers, tagNames } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import type { Registry } from '#knowledge/registry'
import { didYouMean } from '#knowledge/suggestions'
import type { ItemCounts } from './goal.ts'

export type ParsedInventory =
  | { readonly ok: true; readonly inventory: ItemCounts }
  /** One line for the command's user. */
  | { readonly ok: false; readonly error: string }

const MAX_COUNT = 2304

/**
 * Reads an inventory from the command line: `log=3,stick=2`. A name without a count means 1, and a tag means its first
 * member. Empty text is an empty inventory.
 */
export function parseInventory(registry: Registry, text: string): ParsedInventory {
  const inventory: Record<string, number> = {}
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue
    const [, thing, amount] = /^([^=:]+?)\s*:\s*(\d+)$/.exec(part) ?? []
    if (thing) return { ok: false, error: `'${part}': write ${thing}=${amount}` }
    const [, name = '', number = '1'] = /^([^=]+?)\s*(?:=\s*(.*))?$/.exec(part) ?? []
    const found = resolveItem(registry, name)
    if (!found) return { ok: false, error: unknownItem(registry, name || part) }
    const count = /^\d+$/.test(number) ? Number(number) : 0
    if (count < 1 || count > MAX_COUNT) {
      const error = `'${part}': expected a number from 1 to ${MAX_COUNT} after ${name}=`
      return { ok: false, error }
    }
    const [item = found] = tagMembers(registry, found)
    inventory[item] = (inventory[item] ?? 0) + count
  }
  return { ok: true, inventory }
}

/** `no item 'diamnod' in Minecraft 1.16.5; did you mean diamond?` */
export function unknownItem(registry: Registry, name: string): string {
  const hint = didYouMean(name, [...tagNames(registry), ...registry.itemNames])
  return `no item '${name}' in Minecraft ${registry.data.version.minecraftVersion}${hint}`
}

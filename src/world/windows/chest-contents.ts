import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import type { GeneratedBlocks } from '../generated-blocks.ts'
import { Dice } from '../terrain/chance.ts'
import { drawLoot } from '../terrain/structures/loot-tables.ts'
import { stacksOf } from './stacks.ts'

const CHEST_SLOTS = 27

/** Contents of a chest at its first use: loot in random slots for a generated one, otherwise nothing. */
export function chestContents(
  registry: Registry,
  generated: GeneratedBlocks,
  seed: number,
  place: readonly [x: number, y: number, z: number],
): { items: (Item | null)[] } {
  const items = new Array<Item | null>(CHEST_SLOTS).fill(null)
  const chest = generated.takeChest(...place)
  if (!chest) return { items }
  const [x, y, z] = place
  const dice = new Dice(seed, x, z, y)
  const free = items.map((_, slot) => slot)
  for (const { item, count } of drawLoot(registry, chest.table, dice)) {
    const [slot] = free.splice(dice.below(free.length), 1)
    if (slot !== undefined) items[slot] = stacksOf(registry).make(item, count)
  }
  return { items }
}

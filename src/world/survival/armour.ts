import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import { stacksOf } from '../windows/stacks.ts'

/** Slots of helmet, chestplate, leggings and boots in the player's window. */
const ARMOUR_SLOTS = [5, 6, 7, 8] as const

interface Material {
  /** Points of helmet, chestplate, leggings, boots. */
  points: Record<string, number>
  toughness: number
}

const pieces = (helmet: number, chestplate: number, leggings: number, boots: number) => ({
  helmet,
  chestplate,
  leggings,
  boots,
})

/** The game's figures; minecraft-data has none. */
const MATERIALS: Record<string, Material> = {
  leather: { points: pieces(1, 3, 2, 1), toughness: 0 },
  golden: { points: pieces(2, 5, 3, 1), toughness: 0 },
  chainmail: { points: pieces(2, 5, 4, 1), toughness: 0 },
  iron: { points: pieces(2, 6, 5, 2), toughness: 0 },
  turtle: { points: pieces(2, 0, 0, 0), toughness: 0 },
  diamond: { points: pieces(3, 8, 6, 3), toughness: 2 },
  netherite: { points: pieces(3, 8, 6, 3), toughness: 3 },
}

/** What is left of a blow's points after the worn armour has taken its share. */
export function throughArmour(registry: Registry, player: Player, damage: number): number {
  let armour = 0
  let toughness = 0
  for (const slot of ARMOUR_SLOTS) {
    const item = player.inventory.slots[slot]
    if (!item) continue
    const [material = '', piece = ''] = registry.itemName(item).split('_')
    const found = MATERIALS[material]
    armour += found?.points[piece] ?? 0
    toughness += found?.points[piece] ? found.toughness : 0
  }
  return throughPoints(damage, armour, toughness)
}

/** What is left of a blow's points after so many points of armour, of some toughness, have taken their share. */
export function throughPoints(damage: number, armour: number, toughness: number): number {
  const kept = Math.max(armour / 5, armour - damage / (2 + toughness / 4))
  return damage * (1 - Math.min(20, kept) / 25)
}

/** Wears every worn piece by a quarter of the blow, at least by one; a piece at its end breaks. */
export function wearArmour(registry: Registry, player: Player, damage: number): void {
  const wear = Math.max(1, Math.floor(damage / 4))
  for (const slot of ARMOUR_SLOTS) {
    const item = player.inventory.slots[slot]
    if (item?.maxDurability) player.inventory.set(slot, stacksOf(registry).worn(item, wear))
  }
}

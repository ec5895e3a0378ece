import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import { stacksOf } from '../windows/stacks.ts'

/** Helmet, chestplate, leggings and boots slots of the player's window. */
const ARMOUR_SLOTS = [5, 6, 7, 8] as const

interface Material {
  /** Armour points by piece. */
  points: Record<string, number>
  toughness: number
}

const pieces = (helmet: number, chestplate: number, leggings: number, boots: number) => ({
  helmet,
  chestplate,
  leggings,
  boots,
})

/** Armour values from the Minecraft wiki; minecraft-data has none. */
const MATERIALS: Record<string, Material> = {
  leather: { points: pieces(1, 3, 2, 1), toughness: 0 },
  golden: { points: pieces(2, 5, 3, 1), toughness: 0 },
  chainmail: { points: pieces(2, 5, 4, 1), toughness: 0 },
  iron: { points: pieces(2, 6, 5, 2), toughness: 0 },
  turtle: { points: pieces(2, 0, 0, 0), toughness: 0 },
  diamond: { points: pieces(3, 8, 6, 3), toughness: 2 },
  netherite: { points: pieces(3, 8, 6, 3), toughness: 3 },
}

/** Damage left after the player's armour. */
export function afterWornArmour(registry: Registry, player: Player, damage: number): number {
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
  return afterArmour(damage, armour, toughness)
}

/** Damage left after armour points and toughness, by the game's formula. */
export function afterArmour(damage: number, armour: number, toughness: number): number {
  const kept = Math.max(armour / 5, armour - damage / (2 + toughness / 4))
  return damage * (1 - Math.min(20, kept) / 25)
}

/** Wears each armour piece by a quarter of the damage, at least by one; a worn-out piece breaks. */
export function wearArmour(registry: Registry, player: Player, damage: number): void {
  const wear = Math.max(1, Math.floor(damage / 4))
  for (const slot of ARMOUR_SLOTS) {
    const item = player.inventory.slots[slot]
    if (item?.maxDurability) player.inventory.set(slot, stacksOf(registry).worn(item, wear))
  }
}

/** Damage of a fully charged attack, and attack speed (attacks a second). */
export interface Weapon {
  damage: number
  speed: number
  /** Durability that an attack costs: tools that are not weapons lose twice as much. */
  wear: number
}

const FIST: Weapon = { damage: 1, speed: 4, wear: 0 }

/** Extra damage of better materials for swords, pickaxes and shovels. */
const BONUS: Record<string, number> = {
  wooden: 0,
  golden: 0,
  stone: 1,
  copper: 1,
  iron: 2,
  diamond: 3,
  netherite: 4,
}
const AXE_DAMAGE: Record<string, number> = { wooden: 7, golden: 7, netherite: 10 }
const AXE_SPEED: Record<string, number> = { wooden: 0.8, stone: 0.8, copper: 0.8, iron: 0.9 }
const HOE_SPEED: Record<string, number> = { stone: 2, copper: 2, iron: 3, diamond: 4, netherite: 4 }

/** The weapon values of a held item, from the Minecraft wiki (Java Edition 1.9 and later); minecraft-data has none. */
export function weapon(item: string | undefined): Weapon {
  const [, material = '', tool = ''] =
    /^([a-z]+)_(sword|axe|pickaxe|shovel|hoe)$/.exec(item ?? '') ?? []
  const bonus = BONUS[material] ?? 0
  switch (tool) {
    case 'sword':
      return { damage: 4 + bonus, speed: 1.6, wear: 1 }
    case 'axe':
      return { damage: AXE_DAMAGE[material] ?? 9, speed: AXE_SPEED[material] ?? 1, wear: 2 }
    case 'pickaxe':
      return { damage: 2 + bonus, speed: 1.2, wear: 2 }
    case 'shovel':
      return { damage: 2.5 + bonus, speed: 1, wear: 2 }
    case 'hoe':
      return { damage: 1, speed: HOE_SPEED[material] ?? 1, wear: 1 }
    default:
      return FIST
  }
}

/** Share of the full damage for an attack this many ticks after the last one. */
export function charge(ticks: number, { speed }: Weapon): number {
  const share = Math.min(1, (ticks + 0.5) / (20 / speed))
  return 0.2 + share * share * 0.8
}

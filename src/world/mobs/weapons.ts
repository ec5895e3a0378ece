/** Damage of a full blow, and how many blows a second the weapon is quick enough for. */
export interface Weapon {
  damage: number
  speed: number
  /** Wear of a blow: tools that are not made for it wear twice as fast. */
  wear: number
}

const FIST: Weapon = { damage: 1, speed: 4, wear: 0 }

/** What better materials add to the damage of swords, pickaxes and shovels. */
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

/** The weapon that an item is in the hand, by the game's figures since 1.9; minecraft-data has none. */
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

/** Share of the damage of a blow so many ticks after the last one. */
export function charge(ticks: number, { speed }: Weapon): number {
  const share = Math.min(1, (ticks + 0.5) / (20 / speed))
  return 0.2 + share * share * 0.8
}

/** What a mob leaves behind: between `min` and `max` of an item. */
export interface Loot {
  item: string
  min: number
  max: number
  /** Comes cooked when the mob was on fire. */
  meat?: true
}

/** One kind of mob; minecraft-data has sizes only, the rest are the game's figures. */
export interface MobKind {
  /** Name in minecraft-data's entities. */
  readonly name: string
  readonly hostile: boolean
  readonly health: number
  /** The game's speed attribute, and what it is multiplied by for strolling, and for chasing or fleeing. */
  readonly speed: number
  readonly stroll: number
  readonly hurry: number
  /** Damage of a blow on normal difficulty; 0 for those who do not strike. */
  readonly strike: number
  /** Distance at which it notices players (blocks). */
  readonly sight: number
  readonly floats: boolean
  readonly climbs: boolean
  readonly burnsByDay: boolean
  readonly loot: readonly Loot[]
}

const animal = (
  name: string,
  health: number,
  speed: number,
  hurry: number,
  loot: readonly Loot[],
): MobKind => ({
  name,
  hostile: false,
  health,
  speed,
  stroll: 1,
  hurry,
  strike: 0,
  sight: 0,
  floats: true,
  climbs: false,
  burnsByDay: false,
  loot,
})

type MonsterTraits = Pick<MobKind, 'health' | 'speed' | 'strike' | 'sight'> & Partial<MobKind>

const monster = (name: string, traits: MonsterTraits, ...items: string[]): MobKind => ({
  name,
  hostile: true,
  stroll: 0.8,
  hurry: 1,
  floats: true,
  climbs: false,
  burnsByDay: false,
  loot: items.map((item) => ({ item, min: 0, max: 2 })),
  ...traits,
})

export const MOB_KINDS = {
  cow: animal('cow', 10, 0.2, 2, [
    { item: 'beef', min: 1, max: 3, meat: true },
    { item: 'leather', min: 0, max: 2 },
  ]),
  pig: animal('pig', 10, 0.25, 1.25, [{ item: 'porkchop', min: 1, max: 3, meat: true }]),
  sheep: animal('sheep', 8, 0.23, 1.25, [{ item: 'mutton', min: 1, max: 2, meat: true }]),
  chicken: animal('chicken', 4, 0.25, 1.4, [
    { item: 'chicken', min: 1, max: 1, meat: true },
    { item: 'feather', min: 0, max: 2 },
  ]),
  zombie: monster(
    'zombie',
    { health: 20, speed: 0.23, strike: 3, sight: 35, floats: false, burnsByDay: true },
    'rotten_flesh',
  ),
  skeleton: monster(
    'skeleton',
    {
      health: 20,
      speed: 0.25,
      strike: 0,
      sight: 16,
      floats: false,
      burnsByDay: true,
    },
    'bone',
    'arrow',
  ),
  spider: monster(
    'spider',
    { health: 16, speed: 0.3, strike: 2, sight: 16, climbs: true },
    'string',
  ),
  creeper: monster('creeper', { health: 20, speed: 0.25, strike: 0, sight: 16 }, 'gunpowder'),
} as const satisfies Record<string, MobKind>

export type MobName = keyof typeof MOB_KINDS

/** Speed along the ground that a speed attribute comes to in the game's physics (blocks a tick). */
export function groundSpeed(attribute: number): number {
  return (attribute * attribute * 0.98) / (1 - 0.546)
}

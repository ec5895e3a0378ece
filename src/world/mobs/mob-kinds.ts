/** A drop of a mob: a uniform number from `min` to `max`; results below 1 drop nothing. */
export interface Loot {
  item: string
  min: number
  max: number
  /** Drops cooked when the mob dies on fire. */
  meat?: true
}

/** One kind of mob. Sizes come from minecraft-data, the other values from the Minecraft wiki. */
export interface MobKind {
  /** Name in minecraft-data's entities. */
  readonly name: string
  /** Name in versions that do not have that one. */
  readonly oldName?: string
  readonly hostile: boolean
  readonly health: number
  /** The game's speed attribute, and its factors for strolling and for chasing or fleeing. */
  readonly speed: number
  readonly strollFactor: number
  readonly chaseFactor: number
  /** Attack damage on normal difficulty; 0 for mobs without a melee attack. */
  readonly attackDamage: number
  /** Follow range: distance at which it notices players (blocks). */
  readonly followRange: number
  readonly floats: boolean
  readonly climbs: boolean
  readonly burnsByDay: boolean
  /** Follows a target up and down in water. */
  readonly swims: boolean
  /** Ignores gravity. */
  readonly flies: boolean
  /** Takes no damage from lava and fire. */
  readonly isFireproof: boolean
  /** Its anger spreads to all of its kind within its follow range. */
  readonly angersGroup: boolean
  /** Attacks only when provoked. */
  readonly neutral: boolean
  /** Natural armour points. */
  readonly armour: number
  readonly loot: readonly Loot[]
}

const animal = (
  name: string,
  health: number,
  speed: number,
  chaseFactor: number,
  loot: readonly Loot[],
): MobKind => ({
  name,
  hostile: false,
  health,
  speed,
  strollFactor: 1,
  chaseFactor,
  attackDamage: 0,
  followRange: 0,
  floats: true,
  climbs: false,
  burnsByDay: false,
  swims: false,
  flies: false,
  isFireproof: false,
  angersGroup: false,
  neutral: false,
  armour: 0,
  loot,
})

type MonsterTraits = Pick<MobKind, 'health' | 'speed' | 'attackDamage' | 'followRange'> &
  Partial<MobKind>

const monster = (name: string, traits: MonsterTraits, ...items: string[]): MobKind => ({
  name,
  hostile: true,
  strollFactor: 0.8,
  chaseFactor: 1,
  floats: true,
  climbs: false,
  burnsByDay: false,
  swims: false,
  flies: false,
  isFireproof: false,
  angersGroup: false,
  neutral: false,
  armour: 0,
  loot: items.map((item) => ({ item, min: 0, max: 2 })),
  ...traits,
})

const ZOMBIE: MonsterTraits = {
  health: 20,
  speed: 0.23,
  attackDamage: 3,
  followRange: 35,
  floats: false,
  armour: 2,
}

/** Share of babies among zombies of every kind, and their speed factor; a baby has half an adult's size. */
export const BABY_ZOMBIES = 0.05
export const BABY_SPEED = 1.5
/** Sizes of slimes. Health is the size squared; attack damage is the size, but 0 for the smallest. */
export const SLIME_SIZES = [1, 2, 4] as const
export type SlimeSize = (typeof SLIME_SIZES)[number]

const SPIDER: MonsterTraits = {
  health: 16,
  speed: 0.3,
  attackDamage: 2,
  followRange: 16,
  climbs: true,
  // A spider eye from every third spider.
  loot: [
    { item: 'string', min: 0, max: 2 },
    { item: 'spider_eye', min: -1, max: 1 },
  ],
}

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
  zombie: monster('zombie', { ...ZOMBIE, burnsByDay: true }, 'rotten_flesh'),
  zombie_villager: monster('zombie_villager', { ...ZOMBIE, burnsByDay: true }, 'rotten_flesh'),
  husk: monster('husk', ZOMBIE, 'rotten_flesh'),
  drowned: monster('drowned', { ...ZOMBIE, burnsByDay: true, swims: true }, 'rotten_flesh'),
  skeleton: monster(
    'skeleton',
    { health: 20, speed: 0.25, attackDamage: 0, followRange: 16, floats: false, burnsByDay: true },
    'bone',
    'arrow',
  ),
  spider: monster('spider', SPIDER),
  // It also poisons, see MeleeBrain.
  cave_spider: monster('cave_spider', { ...SPIDER, health: 12 }),
  creeper: monster(
    'creeper',
    { health: 20, speed: 0.25, attackDamage: 0, followRange: 16 },
    'gunpowder',
  ),
  // Values depend on the size, see SLIME_SIZES; only the smallest slimes drop loot.
  slime: monster(
    'slime',
    { health: 1, speed: 0.2, attackDamage: 0, followRange: 16 },
    'slime_ball',
  ),
  enderman: monster('enderman', {
    health: 40,
    speed: 0.3,
    chaseFactor: 1.5,
    attackDamage: 7,
    followRange: 64,
    neutral: true,
    loot: [{ item: 'ender_pearl', min: 0, max: 1 }],
  }),
  witch: monster(
    'witch',
    { health: 26, speed: 0.25, attackDamage: 0, followRange: 16 },
    'glowstone_dust',
    'gunpowder',
    'redstone',
    'spider_eye',
    'sugar',
    'stick',
    'glass_bottle',
  ),
  // It holds a golden sword.
  zombified_piglin: monster('zombified_piglin', {
    ...ZOMBIE,
    oldName: 'zombie_pigman',
    attackDamage: 8,
    neutral: true,
    isFireproof: true,
    angersGroup: true,
    loot: [
      { item: 'rotten_flesh', min: 0, max: 1 },
      { item: 'gold_nugget', min: 0, max: 1 },
    ],
  }),
  // It holds a golden sword.
  piglin: monster('piglin', { health: 16, speed: 0.35, attackDamage: 8, followRange: 16 }),
  hoglin: monster('hoglin', {
    health: 40,
    speed: 0.3,
    attackDamage: 6,
    followRange: 16,
    loot: [
      { item: 'porkchop', min: 2, max: 4, meat: true },
      { item: 'leather', min: 0, max: 1 },
    ],
  }),
  ghast: monster('ghast', {
    health: 10,
    speed: 0.7,
    attackDamage: 0,
    followRange: 64,
    flies: true,
    isFireproof: true,
    loot: [
      { item: 'ghast_tear', min: 0, max: 1 },
      { item: 'gunpowder', min: 0, max: 2 },
    ],
  }),
  // Values depend on the size as for slimes, with more attack damage and armour.
  magma_cube: monster('magma_cube', {
    health: 1,
    speed: 0.2,
    attackDamage: 2,
    followRange: 16,
    isFireproof: true,
    loot: [],
  }),
} as const satisfies Record<string, MobKind>

export type MobName = keyof typeof MOB_KINDS

/** The mobs that have a size. */
const SIZED = ['slime', 'magma_cube'] as const
export type SizedMob = (typeof SIZED)[number]

export function isSized(name: string): name is SizedMob {
  return (SIZED as readonly string[]).includes(name)
}

/** Horizontal speed that a speed attribute gives in the game's physics (blocks a tick). */
export function groundSpeed(attribute: number): number {
  return (attribute * attribute * 0.98) / (1 - 0.546)
}

import { hasTag, tagMembers } from './item-tags.ts'
import type { Registry } from './registry.ts'

/** A mob of the overworld that drops an item. */
export interface AnimalSource {
  /** Name of the entity in minecraft-data. */
  readonly animal: string
  /** Average number of items per kill. */
  readonly expected: number
  /** Typical time to find and reach the first one (ticks). */
  readonly searchTicks: number
  /** Typical further time per kill (ticks). */
  readonly eachTicks: number
}

/** Average wool of a shorn sheep, which drops 1 to 3. */
const WOOL_PER_SHEARING = 2

type Row = readonly [
  animal: string,
  search: number,
  each: number,
  drops: Readonly<Record<string, number>>,
]

/**
 * Average drops of the vanilla game. minecraft-data has loot tables of mobs since 1.14, but without counts, and without the
 * wool of sheep. Monsters spawn only in the dark and attack, so they take far longer than animals.
 */
const ROWS: readonly Row[] = [
  ['cow', 600, 100, { beef: 2, leather: 1 }],
  ['mooshroom', 6000, 100, { beef: 2, leather: 1 }],
  ['horse', 3000, 200, { leather: 1 }],
  ['donkey', 4000, 200, { leather: 1 }],
  ['mule', 6000, 200, { leather: 1 }],
  ['llama', 4000, 200, { leather: 1 }],
  ['trader_llama', 6000, 200, { leather: 1 }],
  ['pig', 600, 100, { porkchop: 2 }],
  ['sheep', 600, 100, { mutton: 1.5, wool: 1 }],
  ['chicken', 600, 100, { chicken: 1, feather: 1 }],
  ['rabbit', 2000, 200, { rabbit: 0.5, rabbit_hide: 0.5, rabbit_foot: 0.1 }],
  ['squid', 2000, 200, { ink_sac: 2 }],
  ['spider', 4000, 300, { string: 1, spider_eye: 0.33 }],
  ['zombie', 4000, 300, { rotten_flesh: 1 }],
  ['skeleton', 4000, 400, { bone: 1, arrow: 1 }],
  ['creeper', 4000, 500, { gunpowder: 1 }],
]

/** Food that makes animals breed. */
const BREEDING_FOOD: Readonly<Record<string, readonly string[]>> = {
  cow: ['wheat'],
  mooshroom: ['wheat'],
  sheep: ['wheat'],
  pig: ['carrot', 'potato', 'beetroot'],
  chicken: ['wheat_seeds', 'beetroot_seeds', 'melon_seeds', 'pumpkin_seeds'],
}

/** Food that makes an animal breed; empty for animals that cannot breed. */
export function breedingFood(animal: string): readonly string[] {
  return Object.hasOwn(BREEDING_FOOD, animal) ? (BREEDING_FOOD[animal] ?? []) : []
}

/** Blocks on which the game spawns animals, if not grass; undefined for monsters, which spawn anywhere. */
const GROUNDS: Readonly<Record<string, readonly string[] | undefined>> = {
  mooshroom: ['mycelium'],
  rabbit: ['grass_block', 'sand', 'snow_block', 'snow'],
  squid: ['water'],
  spider: undefined,
  zombie: undefined,
  skeleton: undefined,
  creeper: undefined,
}
const GRASS = ['grass_block']

/** Blocks on which some mobs spawn; undefined for anywhere. */
export function groundsOf(animals: Iterable<string>): ReadonlySet<string> | undefined {
  const grounds = new Set<string>()
  for (const animal of animals) {
    const own = Object.hasOwn(GROUNDS, animal) ? GROUNDS[animal] : GRASS
    if (!own) return undefined
    for (const ground of own) grounds.add(ground)
  }
  return grounds
}

/** Whether a mob stays near where it was seen: animals do, while monsters despawn. */
export function isSettled(kind: string): boolean {
  return ROWS.some(([animal]) => animal === kind) && groundsOf([kind]) !== undefined
}

/** Whether a mob is a monster with drops. */
export function isHuntedMonster(kind: string): boolean {
  return ROWS.some(([animal]) => animal === kind) && groundsOf([kind]) === undefined
}

/** Whether only monsters drop an item. */
export function isMonsterDrop(item: string): boolean {
  const sources = ROWS.filter(([, , , drops]) => Object.hasOwn(drops, item))
  return sources.length > 0 && sources.every(([animal]) => isHuntedMonster(animal))
}

/** Share of each colour among naturally spawned sheep. */
const WOOL_COLOURS: Readonly<Record<string, number>> = {
  white_wool: 0.818,
  black_wool: 0.05,
  gray_wool: 0.05,
  light_gray_wool: 0.05,
  brown_wool: 0.03,
  pink_wool: 0.002,
}

/** Mobs that drop an item or a member of a tag, most items first. */
export function animalSources(registry: Registry, tagOrItem: string): AnimalSource[] {
  const sources: AnimalSource[] = []
  for (const [animal, searchTicks, eachTicks, drops] of ROWS) {
    if (!registry.data.entitiesByName[animal]) continue
    for (const [item, number] of Object.entries(drops)) {
      const share = shareOf(registry, item, tagOrItem)
      if (share === 0) continue
      const expected = number * share
      sources.push({ animal, expected, searchTicks, eachTicks })
    }
  }
  return sources.sort((a, b) => b.expected - a.expected)
}

/** Share of a drop that is the wanted item: 1 for the item itself, less for a colour of wool. */
function shareOf(registry: Registry, drop: string, wanted: string): number {
  if (tagMembers(registry, wanted).includes(drop) || drop === wanted) return 1
  return drop === 'wool' ? (WOOL_COLOURS[wanted] ?? 0) : 0
}

/** The main drop of a mob, such as `beef` of a cow; undefined for other entities. */
export function mainDropOf(registry: Registry, animal: string): string | undefined {
  const drops = ROWS.find(([name]) => name === animal && registry.data.entitiesByName[name])?.[3]
  return drops && Object.entries(drops).reduce((a, b) => (b[1] > a[1] ? b : a))[0]
}

/** Animals that give an item when sheared. */
export function shearSources(registry: Registry, tagOrItem: string): AnimalSource[] {
  return animalSources(registry, tagOrItem)
    .filter((source) => source.animal === 'sheep' && isWool(registry, tagOrItem))
    .map((source) => ({ ...source, expected: source.expected * WOOL_PER_SHEARING }))
}

function isWool(registry: Registry, tagOrItem: string): boolean {
  return tagOrItem === 'wool' || hasTag(registry, tagOrItem, 'wool')
}

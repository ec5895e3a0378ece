import { hasTag, tagMembers } from './item-tags.ts'
import type { Registry } from './registry.ts'

/** An animal or monster of the overworld that drops an item when killed. */
export interface AnimalSource {
  /** Name of the entity in minecraft-data. */
  readonly animal: string
  /** Average number of items for each kill. */
  readonly expected: number
  /** Typical game ticks until the first one is found and reached. */
  readonly searchTicks: number
  /** Typical further ticks for each kill. */
  readonly eachTicks: number
}

/** A wool-bearing animal gives 1 to 3 when shorn. */
const WOOL_PER_SHEARING = 2

type Row = readonly [
  animal: string,
  search: number,
  each: number,
  drops: Readonly<Record<string, number>>,
]

/**
 * minecraft-data has loot tables of animals from 1.14 on, but without how many of each, and not the
 * wool of a sheep: averages of the vanilla game. Monsters come only at night and hit back, so they
 * are far dearer than animals.
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

/** What animals eat, and fall in love by. */
const BREEDING_FOOD: Readonly<Record<string, readonly string[]>> = {
  cow: ['wheat'],
  mooshroom: ['wheat'],
  sheep: ['wheat'],
  pig: ['carrot', 'potato', 'beetroot'],
  chicken: ['wheat_seeds', 'beetroot_seeds', 'melon_seeds', 'pumpkin_seeds'],
}

/** What an animal is bred with; nothing for those that are not. */
export function breedingFood(animal: string): readonly string[] {
  return Object.hasOwn(BREEDING_FOOD, animal) ? (BREEDING_FOOD[animal] ?? []) : []
}

/** Ground on which the game puts animals, where that is not grass; undefined for monsters, which come anywhere. */
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

/** Blocks on which some animals are to be expected; undefined for anywhere. */
export function groundsOf(animals: Iterable<string>): ReadonlySet<string> | undefined {
  const grounds = new Set<string>()
  for (const animal of animals) {
    const own = Object.hasOwn(GROUNDS, animal) ? GROUNDS[animal] : GRASS
    if (!own) return undefined
    for (const ground of own) grounds.add(ground)
  }
  return grounds
}

/** Whether an animal lives where it was seen, by day and by night: not a monster that comes and goes. */
export function isSettled(kind: string): boolean {
  return ROWS.some(([animal]) => animal === kind) && groundsOf([kind]) !== undefined
}

/** Whether it is a monster that drops something: it comes in the dark and hits back. */
export function isHuntedMonster(kind: string): boolean {
  return ROWS.some(([animal]) => animal === kind) && groundsOf([kind]) === undefined
}

/** Whether an item comes of monsters alone, among all that drop something. */
export function isMonsterDrop(item: string): boolean {
  const sources = ROWS.filter(([, , , drops]) => Object.hasOwn(drops, item))
  return sources.length > 0 && sources.every(([animal]) => isHuntedMonster(animal))
}

/** Share of each colour among the sheep of the vanilla game. */
const WOOL_COLOURS: Readonly<Record<string, number>> = {
  white_wool: 0.818,
  black_wool: 0.05,
  gray_wool: 0.05,
  light_gray_wool: 0.05,
  brown_wool: 0.03,
  pink_wool: 0.002,
}

/** Animals that give an item or a member of a tag when killed; the richest first. */
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

/** How much of a drop is what is wanted: 1 for the kind itself, for wool by its colour. */
function shareOf(registry: Registry, drop: string, wanted: string): number {
  if (tagMembers(registry, wanted).includes(drop) || drop === wanted) return 1
  return drop === 'wool' ? (WOOL_COLOURS[wanted] ?? 0) : 0
}

/** What an animal drops most of when killed: `beef` for a cow; undefined for other entities. */
export function mainDropOf(registry: Registry, animal: string): string | undefined {
  const drops = ROWS.find(([name]) => name === animal && registry.data.entitiesByName[name])?.[3]
  return drops && Object.entries(drops).reduce((a, b) => (b[1] > a[1] ? b : a))[0]
}

/** Animals that give an item when shorn: sheep their wool. */
export function shearSources(registry: Registry, tagOrItem: string): AnimalSource[] {
  return animalSources(registry, tagOrItem)
    .filter((source) => source.animal === 'sheep' && isWool(registry, tagOrItem))
    .map((source) => ({ ...source, expected: source.expected * WOOL_PER_SHEARING }))
}

function isWool(registry: Registry, tagOrItem: string): boolean {
  return tagOrItem === 'wool' || hasTag(registry, tagOrItem, 'wool')
}

import type { Goal } from '#goal/goal'
import { animalSources } from '#knowledge/animals'
import { harvestSources, minedItem } from '#knowledge/harvest'
import { type OreHeights, oreHeights } from '#knowledge/ores'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'

/** Sorts of items, so coarse that a horizon learned for one item of a sort is likely to hold for the others. */
export const ITEM_SORTS = [
  'log',
  'stone',
  'soil',
  'plant',
  'coal',
  'iron',
  'copper',
  'gold',
  'redstone',
  'lapis',
  'diamond',
  'other-ore',
  'cow',
  'pig',
  'sheep',
  'chicken',
  'other-animal',
  'made-by-hand',
  'made-at-table',
  'smelted',
  'other',
] as const
export type ItemSort = (typeof ITEM_SORTS)[number]

export interface ItemKind {
  readonly sort: ItemSort
  /** Heights at which the ore generates; null for an item that is not from ore. */
  readonly ore: OreHeights | null
}

const STATION = 'crafting_table'
const ORE = /^(?:deepslate_)?(\w+)_ore$/
const STONE = /^(stone|deepslate|granite|diorite|andesite|cobblestone|tuff|obsidian|sandstone)$/
const SOIL = /^(grass_block|dirt|coarse_dirt|podzol|gravel|sand|red_sand|clay|snow)$/

/** Kinds by skill, station and item, computed once per version of the game. */
const kindsOf = perVersion(() => new Map<string, ItemKind>())

/** The kind of an item, by the skill that obtains it. */
export function itemKind(registry: Registry, { skill, tool }: Goal, item: string): ItemKind {
  const kinds = kindsOf(registry)
  const key = `${skill} ${tool === STATION} ${item}`
  const known = kinds.get(key)
  if (known) return known
  const kind = kindFor(registry, skill, tool === STATION, item)
  kinds.set(key, kind)
  return kind
}

function kindFor(registry: Registry, skill: string, atTable: boolean, item: string): ItemKind {
  switch (skill) {
    case 'mine':
      return minedKind(registry, item)
    case 'hunt':
    case 'shear':
    case 'breed':
      return { sort: animalSort(registry, item), ore: null }
    case 'farm':
      return { sort: 'plant', ore: null }
    case 'smelt':
      return { sort: 'smelted', ore: null }
    case 'craft':
      return { sort: atTable ? 'made-at-table' : 'made-by-hand', ore: null }
    default:
      return { sort: 'other', ore: null }
  }
}

function minedKind(registry: Registry, item: string): ItemKind {
  const blocks = harvestSources(registry, minedItem(registry, item) ?? item).map(
    ({ block }) => block,
  )
  const ore = blocks.find((block) => oreHeights(registry, block))
  if (ore) return { sort: oreSort(ore), ore: oreHeights(registry, ore) ?? null }
  const sort = blocks.some((block) => block.endsWith('_log'))
    ? 'log'
    : blocks.some((block) => STONE.test(block))
      ? 'stone'
      : blocks.some((block) => SOIL.test(block))
        ? 'soil'
        : blocks.length > 0
          ? 'plant'
          : 'other'
  return { sort, ore: null }
}

function oreSort(block: string): ItemSort {
  const name = ORE.exec(block)?.[1]
  return ITEM_SORTS.find((sort) => sort === name) ?? 'other-ore'
}

function animalSort(registry: Registry, item: string): ItemSort {
  const animal = animalSources(registry, item)[0]?.animal
  return ITEM_SORTS.find((sort) => sort === animal) ?? 'other-animal'
}

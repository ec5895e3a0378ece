import type { Registry } from '#knowledge/registry'

/** A tag of 1.16.5: a name in a recipe that stands for any of several items. */
export interface Tag {
  readonly name: string
  readonly members: readonly string[]
  /** The only items whose recipes use the tag; undefined for all items. */
  readonly makes?: RegExp
}

/**
 * The tags in recipes of 1.16.5, larger tags first. minecraft-data lists such recipes once for each member, without the
 * tag's name.
 */
export function recipeTags(registry: Registry): Tag[] {
  const names = [...registry.itemNames]
  const woods = names.flatMap((name) => (name.endsWith('_planks') ? [name.slice(0, -7)] : []))
  const trunks = woods.map((wood): Tag => {
    const [trunk, bark] = registry.hasItem(`${wood}_log`) ? ['log', 'wood'] : ['stem', 'hyphae']
    const forms = [`${wood}_${trunk}`, `${wood}_${bark}`]
    return {
      name: `${wood}_${trunk}s`,
      members: [...forms, ...forms.map((form) => `stripped_${form}`)],
    }
  })
  return [
    { name: 'logs', members: trunks.flatMap(({ members }) => members) },
    { name: 'wool', members: names.filter((name) => name.endsWith('_wool')) },
    { name: 'planks', members: woods.map((wood) => `${wood}_planks`) },
    { name: 'wooden_slabs', members: woods.map((wood) => `${wood}_slab`) },
    ...trunks,
    { name: 'soul_fire_base_blocks', members: ['soul_sand', 'soul_soil'] },
    { name: 'coals', members: ['coal', 'charcoal'], makes: /^campfire$/ },
    {
      name: 'stone_crafting_materials',
      members: ['cobblestone', 'blackstone'],
      makes: /^(furnace|brewing_stand)$/,
    },
    {
      name: 'stone_tool_materials',
      members: ['cobblestone', 'blackstone'],
      makes: /^stone_/,
    },
  ]
}

/**
 * The tags that any member satisfies in the game. A member is an item that a recipe of this group makes, so white wool,
 * which is made from string, does not count. The game treats every other tag as an item: `get 1 oak logs`.
 */
export const OPEN_TAGS: Readonly<Record<string, (member: string) => boolean>> = {
  planks: () => true,
  wool: (member) => member !== 'white_wool',
}

/**
 * The recipe groups of 1.16.5 that do not share their name with an item. The game treats them as tags, so a player can
 * neither get nor craft an item of that name.
 */
export const RECIPE_GROUPS: ReadonlySet<string> = new Set([
  'banner',
  'bark',
  'bed',
  'boat',
  'carpet',
  'concrete_powder',
  'dyed_bed',
  'planks',
  'sign',
  'stained_glass',
  'stained_glass_pane',
  'stained_terracotta',
  'sticks',
  'wooden_button',
  'wooden_door',
  'wooden_fence',
  'wooden_fence_gate',
  'wooden_pressure_plate',
  'wooden_slab',
  'wooden_stairs',
  'wooden_trapdoor',
  'wool',
])

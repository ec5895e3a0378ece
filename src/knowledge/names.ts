import { isTag } from './item-tags.ts'
import { type Registry, registryFor } from './registry.ts'

/** Informal and older names that no rule below covers. */
const ALIASES: Readonly<Record<string, string>> = {
  wood: 'log',
  tree: 'log',
  oak_wood: 'oak_log',
  plank: 'planks',
  wooden_planks: 'planks',
  door: 'wooden_door',
  trapdoor: 'wooden_trapdoor',
  wooden_fence: 'fence',
  wooden_fence_gate: 'fence_gate',
  wooden_sign: 'sign',
  wooden_boat: 'boat',
  slab: 'wooden_slab',
  stairs: 'wooden_stairs',
  button: 'wooden_button',
  pressure_plate: 'wooden_pressure_plate',
  stone_brick: 'stone_bricks',
  workbench: 'crafting_table',
  raw_iron: 'iron_ore',
  raw_gold: 'gold_ore',
  raw_copper: 'copper_ore',
  reeds: 'sugar_cane',
  seeds: 'wheat_seeds',
  meat: 'beef',
  steak: 'cooked_beef',
}

/** The last version before the flattening. Papers and prompts still use its names. */
const OLD_NAMES_VERSION = '1.12.2'

/** Whether a name is an item or a tag of this version. */
function isKnown(registry: Registry, name: string): boolean {
  return registry.hasItem(name) || isTag(registry, name)
}

/**
 * Resolves an informal, plural or older name to a tag (`log`) or an item (`oak_log`) of this version. Tags come first,
 * because `sign` or `bed` in a plan means any of them.
 */
export function resolveItem(registry: Registry, text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^minecraft:/, '')
    .replace(/[\s-]+/g, '_')
  for (const candidate of spellings(name)) {
    if (isKnown(registry, candidate)) return candidate
    const alias = ALIASES[candidate]
    if (alias && isKnown(registry, alias)) return alias
    const old = registryFor(OLD_NAMES_VERSION)
    const oldItem = old.data.itemsByName[candidate]
    const renamed = oldItem && old.itemName({ type: oldItem.id })
    if (renamed && isKnown(registry, renamed)) return renamed
  }
  return undefined
}

function spellings(name: string): string[] {
  const forms = [name, name.replace('stonebrick', 'stone_brick')]
  if (name.endsWith('ies')) forms.push(`${name.slice(0, -3)}y`)
  if (name.endsWith('ves')) forms.push(`${name.slice(0, -3)}f`)
  if (name.endsWith('es')) forms.push(name.slice(0, -2))
  if (name.endsWith('s')) forms.push(name.slice(0, -1))
  else forms.push(`${name}s`)
  return forms
}

import type { BlockProperties, Registry } from '#knowledge/registry'

/** A block as files write it. */
export interface BlockText {
  readonly name: string
  readonly properties: BlockProperties
}

const BLOCK = /^(?:minecraft:)?([a-z0-9_]{1,64})(?:\[([a-z0-9_=,]{0,400})\])?$/
const PROPERTY = /^([a-z0-9_]{1,32})=([a-z0-9_]{1,32})$/

/** Reads `minecraft:oak_log[axis=y]`; null for other text. */
export function parseBlock(text: string): BlockText | null {
  const [, name, list = ''] = BLOCK.exec(text) ?? []
  if (name === undefined) return null
  const pairs = list.split(',').filter((pair) => pair !== '')
  const properties = pairs.map((pair) => PROPERTY.exec(pair)?.slice(1) as [string, string])
  if (properties.some((pair) => pair === undefined)) return null
  return { name, properties: Object.fromEntries(properties) }
}

/** Blocks that versions call differently. */
const RENAMED: readonly (readonly string[])[] = [
  ['grass', 'short_grass'],
  ['grass_path', 'dirt_path'],
  ['sign', 'oak_sign'],
  ['wall_sign', 'oak_wall_sign'],
  ['chain', 'iron_chain'],
]

/** The name that a version has for a block; the given one if it has none. */
export function versionedName(registry: Registry, name: string): string {
  if (registry.hasBlock(name)) return name
  const names = RENAMED.find((all) => all.includes(name)) ?? []
  return names.find((one) => registry.hasBlock(one)) ?? name
}

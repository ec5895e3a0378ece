import type { Registry } from '#knowledge/registry'
import { didYouMean } from '#knowledge/suggestions'

/** What is wrong with a list of kinds of blocks and animals; null for nothing. */
export function problemOfKinds(registry: Registry, kinds: readonly string[]): string | null {
  const { blocksByName, entitiesByName, version } = registry.data
  const isKnown = (kind: string) => registry.hasBlock(kind) || Object.hasOwn(entitiesByName, kind)
  const unknown = kinds.find((kind) => !isKnown(kind))
  if (unknown === undefined) return null
  const hint = didYouMean(unknown, [...Object.keys(blocksByName), ...Object.keys(entitiesByName)])
  return `kinds: no block or animal '${unknown}' in Minecraft ${version.minecraftVersion}${hint}`
}

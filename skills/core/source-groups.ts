import type { KnownSource } from '#goal/observation'

/** How near to its best one a source may be and still lie with it (blocks): a tree, a vein, a herd. */
const BLOCKS_APART = 6
const ANIMALS_APART = 10

/**
 * One source for each place where some of a kind lie together: the first of them, and how many they are.
 * @param sources the best first.
 */
export function groupedByPlace(sources: readonly KnownSource[]): KnownSource[] {
  const groups: KnownSource[] = []
  for (const source of sources) {
    const index = groups.findIndex((group) => liesWith(group, source))
    const group = groups[index]
    if (group) groups[index] = { ...group, count: group.count + source.count }
    else groups.push(source)
  }
  return groups
}

function liesWith(group: KnownSource, { kind, entity, position }: KnownSource): boolean {
  const apart = entity === null ? BLOCKS_APART : ANIMALS_APART
  return group.kind === kind && group.position.distanceTo(position) <= apart
}

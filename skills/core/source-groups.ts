import type { KnownSource } from '#goal/observation'

/** Maximum distance from the first source of a group (blocks): a tree or a vein, and a herd. */
const BLOCKS_APART = 6
const ANIMALS_APART = 10

/**
 * Groups sources of one kind that are close together. Each group is represented by its first source, with the
 * total count.
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

import type { Registry } from '#knowledge/registry'

/** Numbers of the fluids in the game's registry, which clients know by tags only. */
const FLUIDS = { 'minecraft:water': [1, 2], 'minecraft:lava': [3, 4] }
const CLIMBABLE = /^(?:ladder|vine|scaffolding|(?:(?:weep|twist)ing|cave)_vines(?:_plant)?)$/

/** Tags of one of the game's registries. */
export interface TagGroup {
  readonly tagType: string
  readonly tags: readonly { readonly tagName: string; readonly entries: readonly number[] }[]
}

/** The tags that a vanilla client computes with: fluids, climbable blocks, and the tool of each block. */
export function tagGroups({ data }: Registry): readonly TagGroup[] {
  const members = new Map<string, number[]>()
  const add = (tag: string, id: number) => {
    const ids = members.get(tag)
    if (ids) ids.push(id)
    else members.set(tag, [id])
  }
  for (const { id, name, material } of data.blocksArray) {
    if (CLIMBABLE.test(name)) add('minecraft:climbable', id)
    for (const [tag] of (material ?? '').matchAll(/mineable\/[a-z]+/g)) add(`minecraft:${tag}`, id)
  }
  return [group('minecraft:block', members), group('minecraft:fluid', Object.entries(FLUIDS))]
}

function group(tagType: string, tags: Iterable<readonly [string, readonly number[]]>): TagGroup {
  return { tagType, tags: [...tags].map(([tagName, entries]) => ({ tagName, entries })) }
}

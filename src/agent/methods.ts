import { animalSources, shearSources } from '../knowledge/animals.ts'
import { harvestSources } from '../knowledge/harvest.ts'
import { isTag, tagOf } from '../knowledge/item-tags.ts'
import { naturalBlocks } from '../knowledge/natural-blocks.ts'
import { type CraftingRecipe, recipesOf } from '../knowledge/recipes.ts'
import type { Registry } from '../knowledge/registry.ts'
import { smeltingSources } from '../knowledge/smelting.ts'

/** How much longer one looks for one variant (birch logs) than for any of its tag. */
const VARIANT_SEARCH = 3

/** Getting something from the world: by digging blocks, killing or shearing animals. */
export interface GatherMethod {
  readonly skill: 'mine' | 'hunt' | 'shear'
  /** The weakest tool it takes; null for none. */
  readonly tool: string | null
  /** Game ticks until the first source is found, and for each item. */
  readonly searchTicks: number
  readonly eachTicks: number
  /** Blocks or animals for each item, which wear the tool. */
  readonly usesEach: number
  /** Further blocks dug with the tool on the way. */
  readonly tunnel: number
}

export interface CraftMethod {
  readonly skill: 'craft'
  readonly recipe: CraftingRecipe
}

export interface SmeltMethod {
  readonly skill: 'smelt'
  readonly input: string
}

/** One way to come by an item. */
export type Method = GatherMethod | CraftMethod | SmeltMethod

/** All ways to come by an item or a member of a tag, but for sources that are unavailable. */
export function methodsFor(
  registry: Registry,
  name: string,
  unavailable: ReadonlySet<string>,
): Method[] {
  const methods: Method[] = [
    ...miningMethods(registry, name, unavailable),
    ...animalMethods(registry, name, unavailable),
  ]
  for (const recipe of recipesOf(registry, name)) methods.push({ skill: 'craft', recipe })
  if (!isTag(registry, name)) {
    const inputs = smeltingSources(registry, name).map((item) => tagOf(registry, item) ?? item)
    for (const input of new Set(inputs)) methods.push({ skill: 'smelt', input })
  }
  return methods
}

/** One method for each tool that some source asks for: that of the source which is least work. */
function miningMethods(
  registry: Registry,
  name: string,
  unavailable: ReadonlySet<string>,
): GatherMethod[] {
  const byTool = new Map<string | null, GatherMethod>()
  const rarity = tagOf(registry, name) === undefined ? 1 : VARIANT_SEARCH
  for (const { block, expected, tool } of harvestSources(registry, name)) {
    const abundance = naturalBlocks(registry).get(block)
    if (!abundance || unavailable.has(block)) continue
    const method: GatherMethod = {
      skill: 'mine',
      tool,
      searchTicks: abundance.searchTicks * rarity,
      eachTicks: abundance.eachTicks / expected,
      usesEach: 1 / expected,
      tunnel: abundance.tunnel,
    }
    const best = byTool.get(tool)
    const work = (of: GatherMethod) => of.searchTicks + of.eachTicks
    if (!best || work(method) < work(best)) byTool.set(tool, method)
  }
  return [...byTool.values()]
}

function animalMethods(
  registry: Registry,
  name: string,
  unavailable: ReadonlySet<string>,
): GatherMethod[] {
  const methods: GatherMethod[] = []
  for (const skill of ['hunt', 'shear'] as const) {
    const sources = skill === 'hunt' ? animalSources(registry, name) : shearSources(registry, name)
    const [best] = sources.filter(({ animal }) => !unavailable.has(animal))
    if (!best) continue
    methods.push({
      skill,
      tool: skill === 'shear' ? 'shears' : null,
      searchTicks: best.searchTicks,
      eachTicks: best.eachTicks / best.expected,
      usesEach: 1 / best.expected,
      tunnel: 0,
    })
  }
  return methods
}

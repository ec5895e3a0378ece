import type { Block } from 'minecraft-data'
import type { Registry } from '#knowledge/registry'

/** The tool and the situation of a player who digs. */
export interface Digger {
  /** Id of the held item, undefined for an empty hand. */
  tool: number | undefined
  onGround: boolean
  inWater: boolean
}

const SWORD_SPEED = 1.5
const SWORD_ON_COBWEB = 15
const SHEARS_SPEED: readonly [RegExp, number][] = [
  [/_leaves$|^cobweb$/, 15],
  [/_wool$/, 5],
]

/** Whether a block drops its loot when broken with this tool. */
export function harvestable(block: Block, tool: number | undefined): boolean {
  return !block.harvestTools || (tool !== undefined && block.harvestTools[tool] === true)
}

/** Share of a block that one tick of digging removes; at 1 or more it breaks instantly, at 0 never. */
export function digRate(registry: Registry, state: number, digger: Digger): number {
  const block = registry.block(state)
  const hardness = block.hardness ?? -1
  if (!block.diggable || hardness < 0) return 0
  const { tool } = digger
  const hinder = (digger.inWater ? 0.2 : 1) * (digger.onGround ? 1 : 0.2)
  const speed = toolSpeed(registry, state, block, tool)
  return (speed / hardness / (harvestable(block, tool) ? 30 : 100)) * hinder
}

function multipliers(registry: Registry, material: string | null | undefined) {
  return material ? registry.data.materials[material] : undefined
}

/** Speed factor of a tool over the empty hand, by the game's rules. */
function toolSpeed(
  registry: Registry,
  state: number,
  block: Block,
  tool: number | undefined,
): number {
  const name = tool === undefined ? undefined : registry.data.items[tool]?.name
  if (tool === undefined || name === undefined) return 1
  const kind = registry.blockName(state)
  if (name === 'shears') return SHEARS_SPEED.find(([blocks]) => blocks.test(kind))?.[1] ?? 1
  if (name.endsWith('_sword')) {
    if (kind === 'cobweb') return SWORD_ON_COBWEB
    return /plant|leaves|gourd|melon/.test(block.material ?? '') ? SWORD_SPEED : 1
  }
  const type = toolTypeFor(registry, kind, block)
  if (type === undefined || !name.endsWith(`_${type}`)) return 1
  const plain = PLAIN_MATERIAL[type]
  return (multipliers(registry, `mineable/${type}`) ?? multipliers(registry, plain))?.[tool] ?? 1
}

/** Names of the materials before 1.17 that list a single type of tool with its speeds. */
const PLAIN_MATERIAL = { pickaxe: 'rock', axe: 'wood', shovel: 'dirt', hoe: '' } as const
const TYPES = ['pickaxe', 'shovel', 'axe', 'hoe'] as const

function toolTypeFor(
  registry: Registry,
  kind: string,
  block: Block,
): (typeof TYPES)[number] | undefined {
  if (kind.endsWith('_leaves')) return registry.data.isNewerOrEqualTo('1.17') ? 'hoe' : undefined
  if (kind === 'podzol' || kind === 'coarse_dirt') return 'shovel'
  const harvesting = Object.keys(block.harvestTools ?? {})
    .map((id) => registry.data.items[Number(id)]?.name ?? '')
    .join(' ')
  const material = block.material ?? ''
  return TYPES.find(
    (type) =>
      harvesting.includes(`_${type}`) ||
      material.includes(`mineable/${type}`) ||
      material === PLAIN_MATERIAL[type] ||
      (type === 'axe' && material === 'plant'),
  )
}

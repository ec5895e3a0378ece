import type { Registry } from './registry.ts'
import { toolCost, toolType } from './tools.ts'

/** Footing of the player during a dig. */
export interface Footing {
  /** It stands on a block. Otherwise the dig takes five times as long. */
  readonly onGround: boolean
  /** Its head is under water, so that the dig takes five times as long. */
  readonly inWater: boolean
}

const STEADY: Footing = { onGround: true, inWater: false }

/** Names of the tools that harvest a block; undefined if the bare hand does. */
export function harvestTools(registry: Registry, block: string): readonly string[] | undefined {
  const tools = registry.block(registry.blockState(block)).harvestTools
  return tools && Object.keys(tools).map((id) => registry.itemName({ type: Number(id) }))
}

/** Whether a block drops items when dug with a tool, or with the bare hand for null. */
export function harvests(registry: Registry, block: string, tool: string | null): boolean {
  const tools = harvestTools(registry, block)
  return tools === undefined || (tool !== null && tools.includes(tool))
}

/**
 * The weakest tool that harvests a block; null if the bare hand does.
 * @throws RangeError if the version has no such block.
 */
export function requiredTool(registry: Registry, block: string): string | null {
  const [weakest = null] = [...(harvestTools(registry, block) ?? [])].sort(
    (a, b) => toolCost(a) - toolCost(b),
  )
  return weakest
}

/**
 * Time to dig a block in the vanilla game (ticks), without enchantments and effects: 0 for an instant break, Infinity for an
 * unbreakable or unknown block.
 */
export function digTicks(
  registry: Registry,
  block: string,
  tool: string | null,
  footing: Partial<Footing> = {},
): number {
  if (!registry.hasBlock(block)) return Infinity
  const { onGround, inWater } = { ...STEADY, ...footing }
  const { hardness, diggable } = registry.block(registry.blockState(block))
  if (!diggable || hardness === null || hardness < 0) return Infinity
  let speed = tool === null ? 1 : toolSpeed(registry, block, tool)
  if (inWater) speed /= 5
  if (!onGround) speed /= 5
  const damage = speed / hardness / (harvests(registry, block, tool) ? 30 : 100)
  return damage > 1 ? 0 : Math.ceil(1 / damage)
}

/**
 * Speed of a tool on a block against the bare hand. Since 1.17, minecraft-data assigns ores to materials without speeds
 * (`incorrect_for_stone_tool`), and axes have no speed on plants. The table of the tool's own type (`mineable/pickaxe`)
 * has these speeds.
 */
function toolSpeed(registry: Registry, block: string, tool: string): number {
  if (!registry.hasItem(tool)) return 1
  const { id } = registry.itemKey(tool)
  const material = materialOf(registry, block)
  const type = toolType(tool)
  const own = `mineable/${type}`
  const named = material.split(';')
  const isForType = material.startsWith('incorrect_for_')
    ? (harvestTools(registry, block) ?? []).some((known) => toolType(known) === type)
    : named.includes(own)
  const tables = [material, ...named, ...(isForType ? [own] : [])]
  return Math.max(1, ...tables.map((table) => registry.data.materials[table]?.[id] ?? 1))
}

/** The material of a block. Up to 1.16, minecraft-data takes some blocks for plants, on which axes are fast. */
function materialOf(registry: Registry, block: string): string {
  const { material = '' } = registry.block(registry.blockState(block))
  if (material !== 'plant') return material
  if (/leaves2?$/.test(block)) return 'leaves'
  return block === 'podzol' || block === 'coarse_dirt' ? 'dirt' : material
}

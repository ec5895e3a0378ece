import { NEIGHBOURS } from '#geometry/neighbours'
import { traitsOf } from '../block-traits.ts'
import type { Column } from '../core/column.ts'
import { resendBlock } from '../rules/client-sync.ts'
import { copyOfColumn } from '../terrain/chunk-column.ts'
import type { FaultWorld } from './fault.ts'

/** Number of places of a column at which a false ore is tried. */
const TRIES = 3000
/** Distance along each axis at which a changed block shows its neighbours as they are (blocks). */
const UPDATE_RADIUS = 2
const ORES = ['coal_ore', 'iron_ore', 'gold_ore', 'redstone_ore', 'lapis_ore', 'diamond_ore']
const ORE = /_ore$/
const ROCK = /^(stone|deepslate|granite|diorite|andesite|tuff|dirt)$/

/**
 * Chunks have false ores in rock that touches no open block, also in place of true ores, as with Paper's anti-x-ray
 * (`engine-mode: 2`). A change of a block shows its surroundings as they are.
 */
export function antiXray({ level, players, hooks, random, isInOverworld }: FaultWorld): void {
  const { registry } = level
  const traits = traitsOf(registry)
  const ores = ORES.map((name) => registry.blockState(name))
  const height = level.maxY - level.minY
  /** The places with false ores, by column of the world. */
  const disguises = new WeakMap<Column, Set<number>>()
  const indexOf = (x: number, y: number, z: number) =>
    ((y - level.minY) << 8) | ((z & 15) << 4) | (x & 15)

  hooks.disguise = (original) => {
    const column = copyOfColumn(original)
    const places = disguises.get(original) ?? new Set()
    disguises.set(original, places)
    const bottom = level.minY + 1
    const levels = Math.max(0, topOf(original) - bottom - 1)
    const disguise = (x: number, y: number, z: number) => {
      const ore = ores[Math.floor(random() * ores.length)]
      if (ore === undefined || !isHidden(original, x, y, z)) return
      column.setBlockStateId({ x, y, z }, ore)
      places.add(indexOf(x, y, z))
    }
    // Blocks at the sides have neighbours in other columns.
    for (let i = 0; i < TRIES; i++)
      disguise(
        1 + Math.floor(random() * 14),
        bottom + Math.floor(random() * levels),
        1 + Math.floor(random() * 14),
      )
    for (let y = bottom; y < bottom + levels; y++)
      for (let z = 1; z < 15; z++)
        for (let x = 1; x < 15; x++)
          if (ORE.test(traits(original.getBlockStateId({ x, y, z })).name)) disguise(x, y, z)
    return column
  }

  function topOf({ sections }: Column): number {
    const filled = sections.findLastIndex((section) => section && !section.isEmpty())
    return Math.min(level.minY + height, level.minY + (filled + 1) * 16)
  }

  function isHidden(column: Column, x: number, y: number, z: number): boolean {
    const at = (dx: number, dy: number, dz: number) =>
      traits(column.getBlockStateId({ x: x + dx, y: y + dy, z: z + dz }))
    const { name: kind } = at(0, 0, 0)
    if (!ROCK.test(kind) && !ORE.test(kind)) return false
    return NEIGHBOURS.every(([dx, dy, dz]) => at(dx, dy, dz).cube)
  }

  /** Shows all players the block at a place that may be disguised. */
  function reveal(x: number, y: number, z: number): void {
    if (!level.isLoaded(x, z)) return
    if (!disguises.get(level.column(x >> 4, z >> 4))?.has(indexOf(x, y, z))) return
    for (const player of players) if (isInOverworld(player)) resendBlock(level, player, { x, y, z })
  }

  level.on('change', ({ x, y, z }) => {
    for (let dx = -UPDATE_RADIUS; dx <= UPDATE_RADIUS; dx++)
      for (let dy = -UPDATE_RADIUS; dy <= UPDATE_RADIUS; dy++)
        for (let dz = -UPDATE_RADIUS; dz <= UPDATE_RADIUS; dz++)
          if (dx !== 0 || dy !== 0 || dz !== 0) reveal(x + dx, y + dy, z + dz)
  })
}

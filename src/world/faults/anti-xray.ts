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
const ROCK = /^(stone|deepslate|granite|diorite|andesite|tuff|dirt)$/

/**
 * Chunks have false ores in rock that touches no open block, as with Paper's anti-x-ray (`engine-mode: 2`). A change of a
 * block shows its surroundings as they are.
 */
export function antiXray({ level, players, hooks, random }: FaultWorld): void {
  const { registry } = level
  const traits = traitsOf(registry)
  const ores = ORES.map((name) => registry.blockState(name))
  const height = level.maxY - level.minY

  hooks.disguise = (original) => {
    const top = topOf(original)
    const column = copyOfColumn(original)
    for (let i = 0; i < TRIES; i++) {
      // Blocks at the sides have neighbours in other columns.
      const x = 1 + Math.floor(random() * 14)
      const z = 1 + Math.floor(random() * 14)
      const y = level.minY + 1 + Math.floor(random() * Math.max(0, top - level.minY - 2))
      const ore = ores[Math.floor(random() * ores.length)]
      if (ore !== undefined && isHidden(original, x, y, z)) column.setBlockStateId({ x, y, z }, ore)
    }
    return column
  }

  function topOf({ sections }: Column): number {
    const filled = sections.findLastIndex((section) => section && !section.isEmpty())
    return Math.min(level.minY + height, level.minY + (filled + 1) * 16)
  }

  function isHidden(column: Column, x: number, y: number, z: number): boolean {
    const state = (dx: number, dy: number, dz: number) =>
      column.getBlockStateId({ x: x + dx, y: y + dy, z: z + dz })
    if (!ROCK.test(traits(state(0, 0, 0)).name)) return false
    return NEIGHBOURS.every(([dx, dy, dz]) => traits(state(dx, dy, dz)).cube)
  }

  level.on('change', ({ x, y, z }) => {
    for (const player of players) {
      for (let dx = -UPDATE_RADIUS; dx <= UPDATE_RADIUS; dx++)
        for (let dy = -UPDATE_RADIUS; dy <= UPDATE_RADIUS; dy++)
          for (let dz = -UPDATE_RADIUS; dz <= UPDATE_RADIUS; dz++)
            if (dx !== 0 || dy !== 0 || dz !== 0)
              resendBlock(level, player, { x: x + dx, y: y + dy, z: z + dz })
    }
  })
}

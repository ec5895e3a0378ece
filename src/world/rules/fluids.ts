import type { Column } from '../core/column.ts'
import { DIMENSIONS } from '../dimensions/dimension-kinds.ts'
import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'
import type { BlockBreaker } from './breaking.ts'
import { Flow } from './flow.ts'
import { Schedule } from './schedule.ts'

/** Offsets of a column and its neighbours. */
const COLUMNS = [
  [0, 0],
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const

/**
 * Flowing water and lava in the loaded columns.
 *
 * @param spills the liquid blocks of an unmodified column that may flow into its neighbours
 */
export function installFluids(
  level: Level,
  time: WorldTime,
  breaker: BlockBreaker,
  spills: (column: Column) => readonly { x: number; y: number; z: number }[],
): void {
  const schedule = new Schedule(level, time, (x, y, z) => flow.update(x, y, z))
  const bedrock = level.registry.blockState('bedrock')
  const flow = new Flow({
    registry: level.registry,
    isUltrawarm: DIMENSIONS[level.dimension].isUltrawarm,
    minY: level.minY,
    // Columns that are not loaded count as solid: nothing flows there.
    state: (x, y, z) => (level.isLoaded(x, z) ? level.state(x, y, z) : bedrock),
    set: (x, y, z, state) => level.set(x, y, z, state),
    wash: (x, y, z) => breaker.breakAt(x, y, z, undefined),
    schedule: (x, y, z, ticks) => schedule.add(x, y, z, ticks),
  })
  level.on('change', ({ x, y, z }) => flow.disturb(x, y, z))
  level.on('made', (chunkX, chunkZ) => {
    for (const [dx, dz] of COLUMNS) {
      if (!level.isLoaded((chunkX + dx) * 16, (chunkZ + dz) * 16)) continue
      for (const { x, y, z } of spills(level.column(chunkX + dx, chunkZ + dz))) {
        flow.disturb(x, y, z)
      }
    }
  })
}

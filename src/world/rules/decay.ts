import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'
import type { BlockBreaker } from './breaking.ts'
import { RANDOM_TICK_MEAN, Schedule } from './schedule.ts'

/** Leaves persist within this distance of a log through other leaves (blocks). */
const MAX_LOG_DISTANCE = 6

const LOG = /_(log|wood|stem|hyphae)$/
const LEAVES = /_leaves$/

const AROUND = [
  [0, 1, 0],
  [0, -1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const

/** Leaf decay after a tree is cut down. */
export function installLeafDecay(
  level: Level,
  time: WorldTime,
  random: () => number,
  breaker: BlockBreaker,
): void {
  const { registry } = level
  const schedule = new Schedule(level, time, (x, y, z) => {
    if (canDecay(level, x, y, z) && !connectedLeaves(level, x, y, z).touchesLog)
      breaker.breakAt(x, y, z, undefined)
  })
  level.on('change', ({ x, y, z, before, after }) => {
    if (!LOG.test(registry.blockName(before)) || LOG.test(registry.blockName(after))) return
    for (const [lx, ly, lz] of connectedLeaves(level, x, y, z).leaves) {
      const wait = Math.ceil(-Math.log(1 - random()) * RANDOM_TICK_MEAN)
      if (canDecay(level, lx, ly, lz)) schedule.add(lx, ly, lz, wait)
    }
  })
}

function canDecay(level: Level, x: number, y: number, z: number): boolean {
  const state = level.state(x, y, z)
  return (
    LEAVES.test(level.registry.blockName(state)) &&
    level.registry.blockProperties(state).persistent !== 'true'
  )
}

/** The connected leaves around a position, and whether a log is adjacent to them. */
function connectedLeaves(level: Level, x: number, y: number, z: number) {
  const leaves: [number, number, number][] = []
  const seen = new Set<string>([`${x},${y},${z}`])
  let edge: [number, number, number][] = [[x, y, z]]
  let touchesLog = false
  for (let step = 1; step <= MAX_LOG_DISTANCE; step++) {
    const next: [number, number, number][] = []
    for (const [cx, cy, cz] of edge) {
      for (const [dx, dy, dz] of AROUND) {
        const [nx, ny, nz] = [cx + dx, cy + dy, cz + dz]
        const key = `${nx},${ny},${nz}`
        if (seen.has(key) || !level.isLoaded(nx, nz)) continue
        seen.add(key)
        const name = level.name(nx, ny, nz)
        if (LOG.test(name)) touchesLog = true
        if (LEAVES.test(name)) next.push([nx, ny, nz])
      }
    }
    leaves.push(...next)
    edge = next
  }
  return { leaves, touchesLog }
}

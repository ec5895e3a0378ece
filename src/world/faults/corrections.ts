import type { Vec3 } from 'vec3'
import type { Player } from '../player.ts'
import { type FaultWorld, Recurring } from './fault.ts'

/** Time between two corrections (ticks), and how far back they move a player (ticks). */
const PAUSE = [60, 300] as const
const BACK_TICKS = 5
/** Movement in this time that makes a correction worthwhile (blocks). */
const MIN_MOVE = 0.3

/** The server now and then moves players back to where they were, as it does with a move that it takes for wrong. */
export function resync({ level, players, time, movement, random }: FaultWorld): void {
  const recurrences = new WeakMap<Player, Recurring>()
  const paths = new WeakMap<Player, Vec3[]>()
  const waiting = new Set<Player>()
  players.on('join', (player) => recurrences.set(player, new Recurring(random, ...PAUSE)))
  players.on('leave', (player) => waiting.delete(player))
  time.everyTick(() => {
    for (const player of players) {
      if (recurrences.get(player)?.step()) waiting.add(player)
      const path = paths.get(player) ?? []
      paths.set(player, path)
      path.push(player.position.clone())
      if (path.length > BACK_TICKS) path.shift()
      const [before] = path
      if (!waiting.has(player) || !before || player.vitals.dead) continue
      if (before.distanceTo(player.position) < MIN_MOVE) continue
      waiting.delete(player)
      movement.teleport(player, isFree(player, before) ? before : player.position)
      path.length = 0
    }
  })

  /** Whether a player still fits where it was: blocks can have been placed there. */
  function isFree({ crawling }: Player, { x, y, z }: Vec3): boolean {
    const [floorX, floorY, floorZ] = [Math.floor(x), Math.floor(y), Math.floor(z)]
    const heights = crawling ? [0] : [0, 1]
    return heights.every((up) => !level.solid(floorX, floorY + up, floorZ))
  }
}

import { traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Movement } from './movement.ts'

/** Fall height without damage (blocks). */
const SAFE_FALL = 3
/** Fall height above which the message about a death speaks of a high place (blocks). */
const HIGH_FALL = 5
/** Tolerance for rounding in sums of small steps. */
const ROUNDING = 1e-4
/** Blocks that reduce the damage of a fall, with the share that remains. */
const SOFT: Record<string, number> = { slime_block: 0, hay_block: 0.2, honey_block: 0.2 }
/** A bed reduces the height of the fall instead. */
const BED_SHARE = 0.5

/** Damage of a fall from a height (blocks) onto a block. */
export function fallDamage(distance: number, ground: string): number {
  const height = ground.endsWith('_bed') ? distance * BED_SHARE : distance
  return Math.max(0, Math.ceil((height - SAFE_FALL) * (SOFT[ground] ?? 1) - ROUNDING))
}

/** Fall damage of players; water and climbable blocks reset the fall. */
export function installFalls(level: Level, players: Players, movement: Movement): void {
  const fallen = new Map<Player, number>()
  const traits = traitsOf(level.registry)
  players.on('leave', (player) => fallen.delete(player))
  players.on('respawn', (player) => fallen.delete(player))
  movement.onMove(({ player, position, dy, onGround, around }) => {
    const distance = (fallen.get(player) ?? 0) + Math.max(0, -dy)
    const broken = around.inWater || around.climbing
    if (onGround && !broken && distance > SAFE_FALL) {
      const ground = level.state(
        Math.floor(position.x),
        Math.floor(position.y - 0.2),
        Math.floor(position.z),
      )
      const cause = distance > HIGH_FALL ? 'high-fall' : 'fall'
      player.vitals.hurt(fallDamage(distance, traits(ground).name), cause)
    }
    fallen.set(player, onGround || broken ? 0 : around.inLava ? distance / 2 : distance)
  })
}

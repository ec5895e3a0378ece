import type { Registry } from '#knowledge/registry'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'

/** Integer coordinates of a block, as packets carry them. */
export interface BlockPosition {
  x: number
  y: number
  z: number
}

/** Bound for untrusted heights: no version's world is taller or deeper (blocks). */
const MAX_HEIGHT = 2048

/** Sends a client the actual state of a block. */
export function resendBlock(level: Level, player: Player, location: BlockPosition): void {
  const { x, y, z } = location
  if (Math.abs(y) > MAX_HEIGHT || !player.knowsColumn(x, z)) return
  player.send('block_change', { location, type: level.state(x, y, z) })
}

/** Ends the client's prediction of an action; versions before 1.19 have no sequence numbers. */
export function acknowledgeSequence(
  registry: Registry,
  player: Player,
  sequence: number | undefined,
): void {
  if (registry.data.isNewerOrEqualTo('1.19'))
    player.send('acknowledge_player_digging', { sequenceId: sequence ?? 0 })
}

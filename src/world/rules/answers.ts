import type { Registry } from '#knowledge/registry'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'

/** Whole coordinates of a block, as packets carry them. */
export interface Place {
  x: number
  y: number
  z: number
}

/** No version's world reaches higher or deeper (blocks). */
const MAX_HEIGHT = 2048

/** Tells a client how a block really is. */
export function resend(level: Level, player: Player, location: Place): void {
  const { x, y, z } = location
  if (Math.abs(y) > MAX_HEIGHT || !player.knowsColumn(x, z)) return
  player.send('block_change', { location, type: level.state(x, y, z) })
}

/** Ends what a client foretold of an action; versions before 1.19 number no actions. */
export function acknowledgeSequence(
  registry: Registry,
  player: Player,
  sequence: number | undefined,
): void {
  if (registry.data.isNewerOrEqualTo('1.19'))
    player.send('acknowledge_player_digging', { sequenceId: sequence ?? 0 })
}

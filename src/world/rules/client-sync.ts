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

/** The part of a dig packet that an answer repeats. */
export interface AnsweredDig {
  readonly status: number
  readonly location: BlockPosition
  /** 1.19 and later. */
  readonly sequence?: number
}

/**
 * Answers a packet of a dig. From 1.14 to 1.18 the game acknowledges each, with the state of the block. Before and after, it sends
 * the block of a refused dig, and from 1.19 on it ends the client's prediction.
 * @param isAccepted whether the dig may begin, or has ended or will soon.
 */
export function answerDig(
  level: Level,
  player: Player,
  { status, location, sequence }: AnsweredDig,
  isAccepted: boolean,
): void {
  const { registry } = level
  const { x, y, z } = location
  const hasAnswers = registry.data.supportFeature('acknowledgePlayerDigging')
  if (!hasAnswers || registry.data.isNewerOrEqualTo('1.19')) {
    if (!isAccepted) resendBlock(level, player, location)
    acknowledgeSequence(registry, player, sequence)
  } else if (player.knowsColumn(x, z))
    player.send('acknowledge_player_digging', {
      ...{ location, status, block: level.state(x, y, z), successful: isAccepted },
    })
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

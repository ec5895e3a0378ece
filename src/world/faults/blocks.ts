import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import {
  type AnsweredDig,
  acknowledgeSequence,
  answerDig,
  type BlockPosition,
  resendBlock,
} from '../rules/client-sync.ts'
import { FACE_STEPS } from '../rules/orientation.ts'
import { HOTBAR_START, OFF_HAND } from '../windows/inventory.ts'
import type { FaultWorld } from './fault.ts'

/** Values of `status` in block_dig packets. */
const START = 0
const FINISH = 2
/** Share of the digs and of the clicks on blocks that a plugin cancels. */
const REFUSED_SHARE = 0.1
/** Distance from the spawn point within which only operators change blocks, as in the game's default (blocks). */
const PROTECTED_RADIUS = 16

interface UsePacket {
  readonly location: BlockPosition
  readonly direction: number
  readonly hand?: number
  readonly sequence?: number
}

/** A plugin cancels some digs and clicks on blocks. Some servers then answer only the start of a dig. */
export function refuse({ level, players, random, isInOverworld }: FaultWorld): void {
  players.on('join', (player) => {
    let isRefused = false
    const cancels = {
      dig: ({ status }: AnsweredDig) => {
        if (status === START) isRefused = isInOverworld(player) && random() < REFUSED_SHARE
        return isRefused
      },
      use: () => isInOverworld(player) && random() < REFUSED_SHARE,
    }
    cancelChanges(level, player, cancels, false)
  })
}

/** Around the spawn point only operators change blocks. */
export function protect({ level, players, spawn, isInOverworld }: FaultWorld): void {
  players.on('join', (player) => {
    const isProtected = ({ location }: { location: BlockPosition }) =>
      isInOverworld(player) && within(spawn, location)
    cancelChanges(level, player, { dig: isProtected, use: isProtected }, true)
  })
}

/** Around the spawn point a plugin cancels digs when they end, and clicks. */
export function claim({ level, players, spawn, isInOverworld }: FaultWorld): void {
  const breaksAtOnce = ({ x, y, z }: BlockPosition) =>
    level.registry.block(level.state(x, y, z)).hardness === 0
  players.on('join', (player) => {
    const isClaimed = (location: BlockPosition) => isInOverworld(player) && within(spawn, location)
    const cancels = {
      dig: ({ status, location }: AnsweredDig) =>
        isClaimed(location) && (status === FINISH || breaksAtOnce(location)),
      use: ({ location }: UsePacket) => isClaimed(location),
    }
    cancelChanges(level, player, cancels, true)
  })
}

function within(spawn: Vec3, { x, z }: BlockPosition): boolean {
  const away = Math.max(Math.abs(x - Math.floor(spawn.x)), Math.abs(z - Math.floor(spawn.z)))
  return away <= PROTECTED_RADIUS
}

/**
 * Cancels digs and clicks, and shows the client the block as it is.
 * @param answersEnds whether the end of a cancelled dig has an answer, too, as in the game.
 */
function cancelChanges(
  level: Level,
  player: Player,
  cancels: { dig(packet: AnsweredDig): boolean; use(packet: UsePacket): boolean },
  answersEnds: boolean,
): void {
  player.connection.filterIncoming((packet, fields) => {
    if (packet === 'block_dig') {
      const dig = fields as AnsweredDig
      if (dig.status > FINISH || !cancels.dig(dig)) return true
      if (dig.status === START || answersEnds) answerDig(level, player, dig, false)
      return false
    }
    if (packet !== 'block_place') return true
    const use = fields as UsePacket
    if (!cancels.use(use)) return true
    const step = FACE_STEPS[use.direction]
    const { x, y, z } = use.location
    if (step) resendBlock(level, player, { x: x + step[0], y: y + step[1], z: z + step[2] })
    resendBlock(level, player, use.location)
    acknowledgeSequence(level.registry, player, use.sequence)
    resendHand(player, use.hand)
    return false
  })
}

/** Sends the stack that the client may have reduced already. */
function resendHand({ inventory }: Player, hand: number | undefined): void {
  const slot = hand === 1 ? OFF_HAND : HOTBAR_START + inventory.held
  const item = inventory.slots[slot]
  if (!item) return
  inventory.set(slot, null)
  inventory.set(slot, item)
}

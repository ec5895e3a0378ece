import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Look, Player } from '../player.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** From 1.21.2 on the ground flag is one of several. */
interface Ground {
  readonly onGround?: boolean
}

/**
 * Passes on the movements that a client reports.
 * @param moving called before the position changes.
 */
export function receivePositions(player: Player, moving: () => void): void {
  let claimed: boolean | undefined = true
  const move = ({ x, y, z, onGround }: Place & Ground) => {
    const to = new Vec3(x, y, z)
    if (player.position.equals(to) && onGround === claimed) return
    const accepted = player.allowsMove(to)
    // The rules see the new position from the next tick on.
    queueMicrotask(() => {
      moving()
      if (!accepted) return
      player.position = to
      claimed = onGround
    })
  }
  player.receive<Place & Ground>('position', move)
  player.receive<Place & Ground & Look>('position_look', (fields) => {
    move(fields)
    player.turn(fields)
  })
  player.receive<Look>('look', (look) => player.turn(look))
}

/** Bits for a relative yaw and pitch up to 1.20.4. */
const RELATIVE_ROTATION = 0x18

/**
 * Sends a client its position.
 * @param look its rotation; without it, the client keeps the rotation that it has.
 */
export function sendPosition(
  { data }: Registry,
  player: Player,
  { x, y, z }: Vec3,
  teleportId: number,
  look?: Look,
): void {
  const { types } = data.protocol as { types: Record<string, unknown> }
  const asBits = types.PositionUpdateRelatives === undefined
  const kept = asBits ? RELATIVE_ROTATION : { yaw: true, pitch: true }
  const given = asBits ? 0 : {}
  player.send('position', {
    ...{ x, y, z, dx: 0, dy: 0, dz: 0, yaw: look?.yaw ?? 0, pitch: look?.pitch ?? 0 },
    flags: look ? given : kept,
    teleportId,
    dismountVehicle: false,
  })
}

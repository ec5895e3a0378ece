import { Vec3 } from 'vec3'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'

interface Look {
  yaw: number
  pitch: number
}

const looks = new WeakMap<Player, Look>()

/** Keeps where players look as exactly as their packets say; flying-squid rounds it to 256ths of a turn. */
export function installLook(players: Players): void {
  players.on('join', (player) => {
    const turn = ({ yaw, pitch }: Look) => {
      if (Number.isFinite(yaw) && Number.isFinite(pitch)) looks.set(player, { yaw, pitch })
    }
    player.receive<Look>('look', turn)
    player.receive<Look>('position_look', turn)
  })
}

/** Degrees: 0 to the south, 90 to the west; pitch 90 straight down. */
export function lookOf(player: Player): Look {
  const { yaw, pitch } = player.squid
  return looks.get(player) ?? { yaw: (yaw * 360) / 256, pitch: (pitch * 360) / 256 }
}

/** Where the player looks, as a line of length 1. */
export function gaze(player: Player): Vec3 {
  const { yaw, pitch } = lookOf(player)
  const y = (yaw * Math.PI) / 180
  const p = (pitch * Math.PI) / 180
  return new Vec3(-Math.sin(y) * Math.cos(p), -Math.sin(p), Math.cos(y) * Math.cos(p))
}

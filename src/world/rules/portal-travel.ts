import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { PORTAL } from './portal.ts'
import type { PortalIndex } from './portal-index.ts'

/** Time in a portal after which a player travels, in survival mode and in creative (ticks). */
const TRAVEL_TICKS = 80
const CREATIVE_TICKS = 1
/** Time outside of portals, after a journey, until another one works (ticks). */
const COOLDOWN_TICKS = 10
/** Decrease of the time in a portal with each tick outside (ticks). */
const RECOVERY = 4

interface Stay {
  inside: number
  cooldown: number
}

/** Lets players travel who stand in a portal long enough. Who arrives in one must leave it first. */
export function installPortalTravel({
  level,
  players,
  time,
  portals,
  travel,
}: {
  level: Level
  players: Players
  time: WorldTime
  portals: PortalIndex
  travel: (player: Player) => void
}): void {
  const { registry } = level
  const stays = new Map<Player, Stay>()
  players.on('join', (player) => stays.set(player, { inside: 0, cooldown: COOLDOWN_TICKS }))
  players.on('leave', (player) => stays.delete(player))

  const isInside = ({ position: { x, y, z }, height }: Player): boolean => {
    const half = PLAYER_WIDTH / 2
    for (let bx = Math.floor(x - half); bx <= Math.floor(x + half); bx++)
      for (let bz = Math.floor(z - half); bz <= Math.floor(z + half); bz++)
        for (let by = Math.floor(y); by <= Math.floor(y + height); by++)
          if (registry.blockName(level.state(bx, by, bz)) === PORTAL) return true
    return false
  }

  time.everyTick(() => {
    for (const [player, stay] of stays) {
      if (player.vitals.dead || player.gameMode === 'spectator') continue
      if (portals.isEmpty || !isInside(player)) {
        stay.inside = Math.max(0, stay.inside - RECOVERY)
        if (stay.cooldown > 0) stay.cooldown--
      } else if (stay.cooldown > 0) stay.cooldown = COOLDOWN_TICKS
      else {
        const due = player.gameMode === 'creative' ? CREATIVE_TICKS : TRAVEL_TICKS
        if (++stay.inside > due) travel(player)
      }
    }
  })
}

import { traitsOf } from '../block-traits.ts'
import { metadataEntry } from '../entities/entity.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { underWater } from './surroundings.ts'

const FULL_AIR = 300
/** Air regained in a tick out of water. */
const RECOVERY = 4
const DROWNING_AIR = -20
const DROWNING_DAMAGE = 2
const AIR_KEY = 1
/** Air of one bubble, after which the client gets an update (ticks). */
const BUBBLE = 30

/** Air supply: players can hold their breath for 15 s under water, then drown. */
export function installBreath(level: Level, players: Players, time: WorldTime): void {
  const traits = traitsOf(level.registry)
  const airs = new Map<Player, number>()
  players.on('leave', (player) => airs.delete(player))
  players.on('respawn', (player) => {
    airs.delete(player)
    sendAir(player, FULL_AIR)
  })

  const sendAir = (player: Player, air: number) => {
    const entry = metadataEntry(level.registry, AIR_KEY, 'int', air)
    player.send('entity_metadata', { entityId: player.id, metadata: [entry] })
  }

  time.everyTick(() => {
    for (const player of players) {
      if (player.vitals.dead) continue
      const before = airs.get(player) ?? FULL_AIR
      const { x, y, z } = player.eye
      const under = underWater(level, traits, x, y, z)
      if (!under && before === FULL_AIR) continue
      let air = under ? before - 1 : Math.min(FULL_AIR, before + RECOVERY)
      if (air <= DROWNING_AIR) {
        air = 0
        player.vitals.hurt(DROWNING_DAMAGE, 'drown')
      }
      airs.set(player, air)
      const bubbles = Math.ceil(air / BUBBLE) !== Math.ceil(before / BUBBLE)
      if (bubbles || air === FULL_AIR) sendAir(player, Math.max(0, air))
    }
  })
}

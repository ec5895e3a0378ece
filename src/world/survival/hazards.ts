import { PLAYER_WIDTH } from '#knowledge/player-size'
import { traitsOf } from '../block-traits.ts'
import { flagsOf } from '../entities/player-flags.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import { isInWall, surroundings } from './surroundings.ts'

const LAVA_DAMAGE = 4
const LAVA_BURNING_TICKS = 300
const FIRE_BURNING_TICKS = 160
const BURN_EVERY_TICKS = 20
const VOID_DAMAGE = 4
/** Depth below the world at which void damage begins (blocks). */
const VOID_DEPTH = 64

/** What sets players on fire. */
export interface Burning {
  /** Lets a player burn for a time (ticks), or until water puts it out. */
  ignite(player: Player, ticks: number): void
}

/**
 * Damage from lava, fire, cactus, suffocation and the void. Contact damage is attempted in every tick; damage
 * immunity limits it to once in 10 ticks.
 */
export function installHazards(level: Level, players: Players, time: WorldTime, sky: Sky): Burning {
  const traits = traitsOf(level.registry)
  const burningUntil = new Map<Player, number>()
  players.on('leave', (player) => burningUntil.delete(player))
  players.on('respawn', (player) => {
    burningUntil.delete(player)
    player.burning = false
  })

  const ignite = (player: Player, ticks: number) => {
    burningUntil.set(player, Math.max(burningUntil.get(player) ?? 0, time.tick + ticks))
  }
  const show = (player: Player, burning: boolean) => {
    if (player.burning === burning) return
    player.burning = burning
    const metadata = [flagsOf(level.registry, player)]
    player.send('entity_metadata', { entityId: player.id, metadata })
  }
  const step = (player: Player) => {
    const { x, y, z } = player.position
    const { vitals, eye } = player
    const around = surroundings(level, traits, x, y, z, PLAYER_WIDTH, player.height)
    if (around.inLava) {
      vitals.hurt(LAVA_DAMAGE, 'lava')
      ignite(player, LAVA_BURNING_TICKS)
    } else if (around.inWater) burningUntil.delete(player)
    else if (around.inFire) {
      vitals.hurt(1, 'fire')
      ignite(player, FIRE_BURNING_TICKS)
    }
    if (sky.rainsOn(Math.floor(x), Math.floor(y), Math.floor(z))) burningUntil.delete(player)
    const left = (burningUntil.get(player) ?? 0) - time.tick
    if (left > 0 && left % BURN_EVERY_TICKS === 0 && !around.inLava) vitals.hurt(1, 'burning')
    show(player, left > 0)
    if (around.atCactus) vitals.hurt(1, 'cactus')
    if (isInWall(level, traits, eye)) vitals.hurt(1, 'suffocate')
    if (y < level.minY - VOID_DEPTH) vitals.hurt(VOID_DAMAGE, 'void')
  }

  time.everyTick(() => {
    for (const player of players) if (!player.vitals.dead) step(player)
  })
  return { ignite }
}

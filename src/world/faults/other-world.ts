import { Vec3 } from 'vec3'
import { sendRespawn } from '../core/login-packets.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { FaultWorld } from './fault.ts'

/** Time in the first world (ticks), and distance of the arrival from the spawn point (blocks). */
const LOBBY_TICKS = 400
const DISTANCE = 512
/** Radius of the search for dry ground around the arrival, and its step (blocks). */
const SEARCH_RADIUS = 96
const SEARCH_STEP = 8
const NO_GROUND = /^(air|cave_air|water|lava|ice|cactus|.*_leaves|.*_log|seagrass|kelp.*)$/
const NAME = 'minecraft:survival'

/** A proxy moves players to another world after a while: their first one is a lobby. */
export function otherWorld(world: FaultWorld): void {
  const { level, players, time, movement, spawn } = world
  const due = new Map<Player, number>()
  const moved = new Set<string>()
  players.on('join', (player) => {
    if (!moved.has(player.name)) due.set(player, time.tick + LOBBY_TICKS)
  })
  players.on('leave', (player) => due.delete(player))
  time.everyTick(() => {
    for (const [player, tick] of due) {
      if (time.tick < tick || player.vitals.dead) continue
      due.delete(player)
      moved.add(player.name)
      const place = dryGround(level, spawn.offset(DISTANCE, 0, 0))
      sendRespawn(level.registry, player, world.difficulty.level, { worldName: NAME })
      player.columns.unloadAll()
      player.columns.sendNearest(place)
      movement.teleport(player, place)
      player.columns.follow(place)
      const { health, food, saturation } = player.vitals
      player.send('update_health', { health, food, foodSaturation: saturation })
      player.resendWindow()
    }
  })
}

/** The nearest dry ground in a grid around a position (feet); the position itself if there is none. */
function dryGround(level: Level, middle: Vec3): Vec3 {
  const steps = Math.ceil(SEARCH_RADIUS / SEARCH_STEP)
  const offsets = Array.from({ length: 2 * steps + 1 }, (_, i) => (i - steps) * SEARCH_STEP)
  const places = offsets
    .flatMap((dx) => offsets.map((dz) => new Vec3(dx, 0, dz)))
    .sort((one, other) => one.norm() - other.norm())
  for (const offset of places) {
    const { x, z } = middle.plus(offset).floored()
    const y = topBlock(level, x, z)
    if (!NO_GROUND.test(level.name(x, y, z))) return new Vec3(x + 0.5, y + 1, z + 0.5)
  }
  return middle
}

/** Y of the highest block with a shape or a liquid. */
function topBlock(level: Level, x: number, z: number): number {
  let y = level.highest(x >> 4, z >> 4)
  const isOpen = () => !level.solid(x, y, z) && !/^(water|lava)$/.test(level.name(x, y, z))
  while (y > level.minY && isOpen()) y--
  return y
}

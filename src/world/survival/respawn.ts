import { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import { sendRespawn, sendSpawnPosition } from '../core/login-packets.ts'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { Beds } from './beds.ts'
import type { Movement } from './movement.ts'

const NO_BED = 0
/** Radius of the search for dry ground around the spawn point (blocks). */
const SPAWN_RADIUS = 10
/** Velocity of item entities dropped on death (blocks a tick). */
const SCATTER = 0.25
const RISE = 0.2
const PICKUP_DELAY_TICKS = 40

/** Drops a player's whole inventory at its position. */
export function dropInventory(player: Player, drops: Drops, random: () => number): void {
  const place = player.position.offset(0, 1, 0)
  for (const item of player.inventory.takeAll()) {
    const angle = random() * 2 * Math.PI
    const speed = random() * SCATTER
    const velocity = new Vec3(-Math.sin(angle) * speed, RISE, Math.cos(angle) * speed)
    drops.drop(item, place, { velocity, pickupDelayTicks: PICKUP_DELAY_TICKS })
  }
}

interface RespawnNeeds {
  level: Level
  players: Players
  difficulty: WorldDifficulty
  /** Respawn point without a bed (feet). */
  spawn: Vec3
  movement: Movement
  beds: Beds
  /** Lets a player live again in another dimension; by default, in this one. */
  leave?: (player: Player) => void
}

/** Respawns dead players at their bed or the spawn point. */
export function installRespawn(needs: RespawnNeeds): void {
  const { players } = needs
  players.on('join', (player) => {
    player.receive('client_command', (fields: { actionId?: unknown; payload?: unknown }) => {
      const action = fields.actionId ?? fields.payload
      if (action !== 'perform_respawn' && action !== 0) return
      if (!player.vitals.dead) return
      if (needs.leave) {
        needs.leave(player)
        return
      }
      const place = respawnPlace(needs, player)
      player.vitals.restore()
      respawn(needs, player, place)
    })
  })
}

/** Where a dead player lives again: at its bed, or at the spawn point. */
export function respawnPlace(
  { level, spawn, beds }: Pick<RespawnNeeds, 'level' | 'spawn' | 'beds'>,
  player: Player,
): Vec3 {
  const bed = beds.respawnPosition(player)
  if (!bed && beds.forget(player)) player.send('game_state_change', { reason: NO_BED, gameMode: 0 })
  return bed ?? openPosition(level, spawn)
}

/**
 * The spawn point, or the first free position above it. If lava or water covers it, the nearest dry ground within
 * the radius, which the game searches too.
 */
function openPosition(level: Level, spawn: Vec3): Vec3 {
  const traits = traitsOf(level.registry)
  const at = ({ x, y, z }: Vec3) => traits(level.state(Math.floor(x), Math.floor(y), Math.floor(z)))
  const isOpen = (place: Vec3) =>
    [0, 1].every((up) => at(place.offset(0, up, 0)).boxes.length === 0)
  const isDry = (place: Vec3) => at(place).lava === 0 && at(place).water === 0
  const here = spawn.clone()
  while (!isOpen(here)) here.y++
  if (isDry(here)) return here
  const isGround = (place: Vec3) =>
    isOpen(place) && isDry(place) && at(place.offset(0, -1, 0)).boxes.length > 0
  return around(here).find(isGround) ?? here
}

/** Positions within {@link SPAWN_RADIUS} along each axis, nearest first. */
function around(middle: Vec3): Vec3[] {
  const range = Array.from({ length: 2 * SPAWN_RADIUS + 1 }, (_, i) => i - SPAWN_RADIUS)
  return range
    .flatMap((dx) => range.flatMap((dy) => range.map((dz) => middle.offset(dx, dy, dz))))
    .sort((one, other) => one.distanceTo(middle) - other.distanceTo(middle))
}

function respawn(needs: RespawnNeeds, player: Player, place: Vec3): void {
  const { level, players, movement } = needs
  sendRespawn(level.registry, player, needs.difficulty.level)
  player.columns.unloadAll()
  player.position = place.clone()
  player.sprinting = false
  player.sneaking = false
  player.pose = 'standing'
  sendSpawnPosition(level.registry, player, place)
  player.columns.sendNearest(place)
  movement.teleport(player, place)
  player.vitals.send()
  players.emit('respawn', player)
  player.columns.follow(place)
}

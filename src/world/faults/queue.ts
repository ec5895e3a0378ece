import { Vec3 } from 'vec3'
import { ColumnPackets } from '../core/column-packets.ts'
import { sendRespawn } from '../core/login-packets.ts'
import type { Player } from '../player.ts'
import { columnClassOf } from '../terrain/chunk-column.ts'
import type { FaultWorld } from './fault.ts'

/** Time in the queue (ticks). */
const QUEUE_TICKS = 600
/** Where players wait: far from everything that could act on them (blocks). */
const DISTANCE = 4096
const HEIGHT = 200
const NAME = 'minecraft:limbo'
/** Columns of the empty world around the player (chunks). */
const RADIUS = 1
/** What a proxy does not pass on to the server. */
const ACTIONS = /^(block_|use_|window_|entity_action|arm_)/
/** Time between two corrections of the position of those who wait (ticks). */
const PUT_BACK_TICKS = 20
/** What a proxy passes on to those who wait. */
const PASSES: ReadonlySet<string> = new Set(['keep_alive', 'position', 'player_info', 'chat'])

/** A proxy holds players in an empty world when they join, until it is their turn. */
export function loginQueue(world: FaultWorld): void {
  const { level, players, time, movement, difficulty, spawn } = world
  const { registry } = level
  const packets = new ColumnPackets(registry)
  const waiting = new Map<Player, number>()
  const served = new Set<string>()
  const isClosed = (player: Player) => waiting.has(player)
  players.on('leave', (player) => waiting.delete(player))
  players.on('join', (player) => {
    if (served.has(player.name)) return
    sendRespawn(registry, player, difficulty.level, { worldName: NAME })
    player.columns.unloadAll()
    const place = new Vec3(spawn.x + DISTANCE, HEIGHT, spawn.z)
    for (let dx = -RADIUS; dx <= RADIUS; dx++)
      for (let dz = -RADIUS; dz <= RADIUS; dz++)
        packets.send(player.connection, (place.x >> 4) + dx, (place.z >> 4) + dz, emptyColumn())
    player.connection.filterOutgoing((packet) => !isClosed(player) || PASSES.has(packet))
    player.connection.filterIncoming((packet) => !isClosed(player) || !ACTIONS.test(packet))
    movement.teleport(player, place)
    movement.hold(player, true)
    const { health, food, saturation } = player.vitals
    player.send('update_health', { health, food, foodSaturation: saturation })
    waiting.set(player, time.tick + QUEUE_TICKS)
  })
  time.everyTick(() => {
    for (const [player, tick] of waiting) {
      if (time.tick < tick) {
        // Those who wait fall, and are put back.
        if (time.tick % PUT_BACK_TICKS === 0) movement.teleport(player, player.position)
        continue
      }
      waiting.delete(player)
      served.add(player.name)
      movement.hold(player, false)
      sendRespawn(registry, player, difficulty.level)
      player.columns.unloadAll()
      player.columns.sendNearest(spawn)
      movement.teleport(player, spawn)
      player.columns.follow(spawn)
      const { health, food, saturation } = player.vitals
      player.send('update_health', { health, food, foodSaturation: saturation })
      player.resendWindow()
    }
  })

  function emptyColumn() {
    return new (columnClassOf(registry))({
      minY: level.minY,
      worldHeight: level.maxY - level.minY,
    })
  }
}

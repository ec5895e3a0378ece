import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import { traitsOf } from '../block-traits.ts'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { SquidServer } from '../squid.ts'
import type { Beds } from './beds.ts'
import type { Movement } from './movement.ts'

const NO_BED = 0
/** How far from the spawn point dry ground is looked for (blocks). */
const SPAWN_RADIUS = 10
/** Things fly apart where their owner died (blocks a tick). */
const SCATTER = 0.25
const RISE = 0.2
const PICKUP_DELAY_TICKS = 40

/** The part of flying-squid's objects that sending a world again takes. */
interface Streams {
  _unloadAllChunks(): void
}

/** Drops all that a player carries where it is. */
export function dropBelongings(player: Player, drops: Drops, random: () => number): void {
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
  /** What a player is told of the world that it comes back to. */
  squid: Pick<SquidServer, 'difficulty' | 'hashedSeed'>
  /** Where those without a bed come back (feet). */
  spawn: Vec3
  movement: Movement
  beds: Beds
}

/** Lets the dead live again, at their bed or at the spawn point. */
export function installRespawn(needs: RespawnNeeds): void {
  const { level, players, spawn, beds } = needs
  players.on('death', (player) => tellDeath(level.registry, player))
  players.on('join', (player) => {
    player.receive('client_command', (fields: { actionId?: unknown; payload?: unknown }) => {
      const action = fields.actionId ?? fields.payload
      if (action !== 'perform_respawn' && action !== 0) return
      if (!player.vitals.dead) return
      const bed = beds.wakingPlace(player)
      if (!bed && beds.forget(player)) {
        player.send('game_state_change', { reason: NO_BED, gameMode: 0 })
      }
      player.vitals.restore()
      void comeBack(needs, player, bed ?? openPlace(level, spawn))
    })
  })
}

/**
 * The spawn point, or the first place above it that is not built over; where lava or water has come to it, the nearest dry
 * ground around: the game looks for one as far away, too.
 */
function openPlace(level: Level, spawn: Vec3): Vec3 {
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

/** Places around one, from the nearest to {@link SPAWN_RADIUS} away, up and down as well. */
function around(middle: Vec3): Vec3[] {
  const range = Array.from({ length: 2 * SPAWN_RADIUS + 1 }, (_, i) => i - SPAWN_RADIUS)
  return range
    .flatMap((dx) => range.flatMap((dy) => range.map((dz) => middle.offset(dx, dy, dz))))
    .sort((one, other) => one.distanceTo(middle) - other.distanceTo(middle))
}

async function comeBack(needs: RespawnNeeds, player: Player, place: Vec3): Promise<void> {
  const { level, players, movement } = needs
  player.send('respawn', respawnFields(level.registry, needs.squid))
  const squid = player.squid as typeof player.squid & Streams
  squid._unloadAllChunks()
  squid.position = place.clone()
  player.sprinting = false
  player.sneaking = false
  player.send('spawn_position', { location: place.floored(), angle: 0 })
  await squid.worldSendInitialChunks()
  if (!players.has(player)) return
  movement.teleport(player, place)
  player.vitals.send()
  players.emit('respawn', player)
  await squid.worldSendRestOfChunks()
}

/** The packet that starts a new life, in the shape that the version's login packet has. */
function respawnFields({ data }: Registry, squid: RespawnNeeds['squid']): object {
  const login = data.loginPacket as
    | { dimension?: unknown; worldName?: string; worldState?: object }
    | undefined
  return {
    worldState: { ...login?.worldState, hashedSeed: squid.hashedSeed, gamemode: 'survival' },
    dimension: login?.dimension ?? 0,
    worldName: 'minecraft:overworld',
    difficulty: squid.difficulty,
    hashedSeed: squid.hashedSeed,
    gamemode: 0,
    previousGamemode: 255,
    levelType: 'default',
    isDebug: false,
    isFlat: false,
    copyMetadata: data.supportFeature('spawnRespawnWorldDataField') ? 0 : false,
    portalCooldown: 0,
  }
}

/** Tells a client that it died, in the versions' own ways; its health of 0 says so too. */
function tellDeath({ data }: Registry, player: Player): void {
  const { types } = (
    data.protocol as unknown as {
      play: { toClient: { types: Record<string, [string, { name: string; type: string }[]]> } }
    }
  ).play.toClient
  const text = `${player.name} died`
  const modern = types.packet_death_combat_event
  const plain = modern?.[1].find(({ name }) => name === 'message')?.type !== 'anonymousNbt'
  const message = plain ? JSON.stringify({ text }) : { type: 'string', value: text }
  player.send(modern ? 'death_combat_event' : 'combat_event', {
    event: 2,
    playerId: player.id,
    entityId: -1,
    message,
  })
}

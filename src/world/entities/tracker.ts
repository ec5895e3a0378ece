import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { DamageSource } from '../vitals.ts'
import type { WorldTime } from '../world-time.ts'
import { DamagePackets } from './damage-packet.ts'
import type { TrackedEntity } from './entity.ts'
import { EntityPackets } from './packets.ts'

/** Clients know of the entities within this distance (blocks). */
const RANGE = 80
/** How often the entities at rest around each player are checked (ticks). */
const SURVEY_TICKS = 10

/** Sends players the entities near them, in the packets of their version. */
export class EntityTracker {
  /** Id for a new entity; players take theirs from the same sequence. */
  readonly nextId: () => number
  readonly #time: WorldTime
  readonly #packets: EntityPackets
  readonly #damage: DamagePackets
  readonly #entities = new Map<number, TrackedEntity>()
  readonly #known = new Map<Player, Set<number>>()
  readonly #moved = new Set<TrackedEntity>()

  constructor(registry: Registry, players: Players, time: WorldTime, nextId: () => number) {
    this.nextId = nextId
    this.#time = time
    this.#packets = new EntityPackets(registry)
    this.#damage = new DamagePackets(registry)
    players.on('join', (player) => this.#known.set(player, new Set()))
    players.on('leave', (player) => this.#known.delete(player))
    players.on('respawn', (player) => this.hideAll(player))
  }

  spawn(entity: TrackedEntity): void {
    this.#entities.set(entity.id, entity)
    this.#packets.startTracking(entity)
    for (const [player, known] of this.#known) this.#survey(player, known, entity)
  }

  /** Marks a change of position, rotation or velocity, sent at most once a tick. */
  moved(entity: TrackedEntity): void {
    this.#moved.add(entity)
  }

  metadataChanged(entity: TrackedEntity): void {
    const { name, fields } = this.#packets.metadata(entity)
    this.broadcast(entity, name, fields)
  }

  /** Sends an entity status, such as 3 (death). */
  status(entity: { id: number }, code: number): void {
    this.#tell(entity.id, 'entity_status', { entityId: entity.id, entityStatus: code })
  }

  /** Shows that a creature was hurt. */
  hurt(entity: { id: number }, source: DamageSource): void {
    const { name, fields } = this.#damage.write(entity.id, source)
    this.#tell(entity.id, name, fields)
  }

  /** Sends a packet to every player who knows an entity, and to the player that it is. */
  #tell(id: number, packet: string, fields: object): void {
    for (const [player, known] of this.#known)
      if (known.has(id) || player.id === id) player.send(packet, fields)
  }

  remove(entity: TrackedEntity): void {
    this.#entities.delete(entity.id)
    this.#moved.delete(entity)
    this.#packets.stopTracking(entity)
    for (const [player, known] of this.#known)
      if (known.delete(entity.id)) player.send('entity_destroy', { entityIds: [entity.id] })
  }

  /** Sends a packet to every player who knows the entity. */
  broadcast(entity: { id: number }, packet: string, fields: object): void {
    for (const [player, known] of this.#known) if (known.has(entity.id)) player.send(packet, fields)
  }

  /** Whether the hitbox of a living entity intersects a box. */
  hitboxIntersects(min: Vec3, max: Vec3): boolean {
    for (const entity of this.#entities.values()) {
      const size = this.#packets.livingSize(entity.type)
      if (!size) continue
      const { x, y, z } = entity.position
      const half = size.width / 2
      if (
        x + half > min.x &&
        x - half < max.x &&
        y + size.height > min.y &&
        y < max.y &&
        z + half > min.z &&
        z - half < max.z
      )
        return true
    }
    return false
  }

  /** Sends movements, and spawns or removes entities that entered or left the range. Call it at the end of a tick. */
  flush(): void {
    const surveying = this.#time.tick % SURVEY_TICKS === 0
    for (const entity of surveying ? this.#entities.values() : this.#moved)
      for (const [player, known] of this.#known) this.#survey(player, known, entity)
    for (const entity of this.#moved)
      for (const { name, fields } of this.#packets.movement(entity, this.#time.tick))
        this.broadcast(entity, name, fields)
    this.#moved.clear()
  }

  /** Spawns or removes an entity on one player's client, by its distance. */
  #survey(player: Player, known: Set<number>, entity: TrackedEntity): void {
    if (entity.id === player.id) return
    const { x, y, z } = entity.position
    const near =
      player.position.distanceSquared(entity.position) <= RANGE * RANGE &&
      player.knowsColumn(Math.floor(x), Math.floor(z)) &&
      Number.isFinite(y)
    if (near === known.has(entity.id)) return
    if (!near) {
      known.delete(entity.id)
      player.send('entity_destroy', { entityIds: [entity.id] })
      return
    }
    known.add(entity.id)
    for (const { name, fields } of this.#packets.spawn(entity)) player.send(name, fields)
  }

  /** Removes every entity on one player's client. */
  hideAll(player: Player): void {
    const known = this.#known.get(player)
    if (!known || known.size === 0) return
    player.send('entity_destroy', { entityIds: [...known] })
    known.clear()
  }
}

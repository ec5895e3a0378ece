import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import type { TrackedEntity } from './entity.ts'
import { EntityPackets } from './packets.ts'

/** Distance at which players are told of entities (blocks). */
const RANGE = 80
/** How often players' surroundings are looked through for entities that lay still (ticks). */
const SURVEY_TICKS = 10

/** Tells players of the entities near them, in the packets of their version. */
export class EntityTracker {
  /** A number for a new entity; players have theirs from the same row. */
  readonly nextId: () => number
  readonly #time: WorldTime
  readonly #packets: EntityPackets
  readonly #entities = new Map<number, TrackedEntity>()
  readonly #known = new Map<Player, Set<number>>()
  readonly #moved = new Set<TrackedEntity>()

  constructor(registry: Registry, players: Players, time: WorldTime, nextId: () => number) {
    this.nextId = nextId
    this.#time = time
    this.#packets = new EntityPackets(registry)
    players.on('join', (player) => this.#known.set(player, new Set()))
    players.on('leave', (player) => this.#known.delete(player))
    players.on('respawn', (player) => this.#forgetAll(player))
  }

  spawn(entity: TrackedEntity): void {
    this.#entities.set(entity.id, entity)
    this.#packets.startTracking(entity)
    for (const [player, known] of this.#known) this.#survey(player, known, entity)
  }

  /** Position, rotation or velocity changed; sent at most once a tick. */
  moved(entity: TrackedEntity): void {
    this.#moved.add(entity)
  }

  metadataChanged(entity: TrackedEntity): void {
    const { name, fields } = this.#packets.metadata(entity)
    this.broadcast(entity, name, fields)
  }

  /** Sends an entity status: 2 hurt, 3 death, ... */
  status(entity: { id: number }, code: number): void {
    const fields = { entityId: entity.id, entityStatus: code }
    for (const [player, known] of this.#known)
      if (known.has(entity.id) || player.id === entity.id) player.send('entity_status', fields)
  }

  remove(entity: TrackedEntity): void {
    this.#entities.delete(entity.id)
    this.#moved.delete(entity)
    this.#packets.stopTracking(entity)
    for (const [player, known] of this.#known)
      if (known.delete(entity.id)) player.send('entity_destroy', { entityIds: [entity.id] })
  }

  /** Sends one packet to every player who knows of an entity. */
  broadcast(entity: { id: number }, packet: string, fields: object): void {
    for (const [player, known] of this.#known) if (known.has(entity.id)) player.send(packet, fields)
  }

  /** Whether the body of a living entity reaches into a box. */
  bodyWithin(min: Vec3, max: Vec3): boolean {
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

  /** Sends what moved, and tells of entities that came near or went away; once, at the end of a tick. */
  flush(): void {
    const surveying = this.#time.tick % SURVEY_TICKS === 0
    for (const entity of surveying ? this.#entities.values() : this.#moved)
      for (const [player, known] of this.#known) this.#survey(player, known, entity)
    for (const entity of this.#moved)
      for (const { name, fields } of this.#packets.movement(entity, this.#time.tick))
        this.broadcast(entity, name, fields)
    this.#moved.clear()
  }

  /** Tells a player of an entity that came near, or takes away one that went too far. */
  #survey(player: Player, known: Set<number>, entity: TrackedEntity): void {
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

  #forgetAll(player: Player): void {
    const known = this.#known.get(player)
    if (!known || known.size === 0) return
    player.send('entity_destroy', { entityIds: [...known] })
    known.clear()
  }
}

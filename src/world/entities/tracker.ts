import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import type { TrackedEntity } from './entity.ts'
import { EntityPackets } from './packets.ts'

/** Tells players of the entities near them, in the packets of their version. */
export interface EntityTracker {
  /** A number for a new entity; players have theirs from the same row. */
  nextId(): number
  spawn(entity: TrackedEntity): void
  /** Position, rotation or velocity changed; sent at most once a tick. */
  moved(entity: TrackedEntity): void
  metadataChanged(entity: TrackedEntity): void
  /** Entity status packet: 2 hurt, 3 death, ... */
  status(entity: TrackedEntity | { id: number }, code: number): void
  remove(entity: TrackedEntity): void
  /** Sends one packet to every player who knows of an entity. */
  broadcast(entity: { id: number }, packet: string, fields: object): void
  /** Whether the body of a living entity reaches into a box. */
  bodyWithin(min: Vec3, max: Vec3): boolean
  /** Sends what moved, and tells of entities that came near or went away; once, at the end of a tick. */
  flush(): void
}

/** Distance at which players are told of entities (blocks). */
const RANGE = 80
/** How often players' surroundings are looked through for entities that lay still (ticks). */
const SURVEY_TICKS = 10

export function createTracker(game: Game, nextId: () => number): EntityTracker {
  return new Tracker(game, nextId)
}

class Tracker implements EntityTracker {
  readonly nextId: () => number
  readonly #game: Game
  readonly #packets: EntityPackets
  readonly #entities = new Map<number, TrackedEntity>()
  readonly #known = new Map<Player, Set<number>>()
  readonly #moved = new Set<TrackedEntity>()

  constructor(game: Game, nextId: () => number) {
    this.nextId = nextId
    this.#game = game
    this.#packets = new EntityPackets(game.registry)
    game.players.on('join', (player) => this.#known.set(player, new Set()))
    game.players.on('leave', (player) => this.#known.delete(player))
    game.players.on('respawn', (player) => this.#forgetAll(player))
  }

  spawn(entity: TrackedEntity): void {
    this.#entities.set(entity.id, entity)
    this.#packets.startTracking(entity)
    for (const [player, known] of this.#known) this.#survey(player, known, entity)
  }

  moved(entity: TrackedEntity): void {
    this.#moved.add(entity)
  }

  metadataChanged(entity: TrackedEntity): void {
    const { name, fields } = this.#packets.metadata(entity)
    this.broadcast(entity, name, fields)
  }

  status(entity: TrackedEntity | { id: number }, code: number): void {
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

  broadcast(entity: { id: number }, packet: string, fields: object): void {
    for (const [player, known] of this.#known) if (known.has(entity.id)) player.send(packet, fields)
  }

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

  flush(): void {
    const surveying = this.#game.time.tick % SURVEY_TICKS === 0
    for (const entity of surveying ? this.#entities.values() : this.#moved)
      for (const [player, known] of this.#known) this.#survey(player, known, entity)
    for (const entity of this.#moved)
      for (const { name, fields } of this.#packets.movement(entity, this.#game.time.tick))
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

import type { Vec3 } from 'vec3'
import { ChunkMap } from '#geometry/chunk-map'
import type { Level } from '../level.ts'
import type { ColumnPackets } from './column-packets.ts'
import type { Connection } from './connection.ts'

interface Chunk {
  readonly chunkX: number
  readonly chunkZ: number
}

/** Distance within which a player gets all columns before it can act (chunks). */
const INITIAL_DISTANCE = 3
/** A player's columns are updated after it moved this far (blocks). */
const UPDATE_DISTANCE = 16
/** Minimum view distance that a client can ask for (chunks). */
const MIN_VIEW_DISTANCE = 2

/** The columns around one player: sent as it moves, and unloaded behind it. */
export class ColumnStream {
  readonly #connection: Connection
  #level: Level
  readonly #packets: ColumnPackets
  readonly #maxDistance: number
  /** Columns that the client has, or gets next. */
  #known = new ChunkMap<Chunk>()
  #viewDistance: number
  #queue: Chunk[] = []
  #sending = false
  #updatedAt: Vec3 | undefined
  #centre: Chunk | undefined

  /** @param maxDistance view distance of the world (chunks). */
  constructor(needs: {
    connection: Connection
    level: Level
    packets: ColumnPackets
    maxDistance: number
  }) {
    this.#connection = needs.connection
    this.#level = needs.level
    this.#packets = needs.packets
    this.#maxDistance = needs.maxDistance
    this.#viewDistance = needs.maxDistance
    needs.connection.receive('settings', ({ viewDistance }: { viewDistance?: unknown }) => {
      if (!Number.isInteger(viewDistance)) return
      const wanted = Math.max(MIN_VIEW_DISTANCE, Number(viewDistance))
      this.#viewDistance = Math.min(wanted, this.#maxDistance)
    })
  }

  knows(chunkX: number, chunkZ: number): boolean {
    return this.#known.get(chunkX, chunkZ) !== undefined
  }

  /**
   * Sends the columns next to a position, all at once.
   * @param distance how far they reach (chunks).
   */
  sendNearest(position: Vec3, distance = INITIAL_DISTANCE): void {
    this.#plan(position, Math.min(distance, this.#maxDistance))
    // Water of a new column may change blocks of the others, of which a player that is about to join is not told.
    for (const { chunkX, chunkZ } of this.#queue) this.#level.column(chunkX, chunkZ)
    while (this.#queue.length > 0) this.#sendNext()
  }

  /** Sends the columns within the view distance, one a tick, and from then on those around the moving player. */
  follow(position: Vec3): void {
    this.#plan(position, this.#viewDistance)
    this.#sending = true
  }

  /** Notes where a player is; does nothing before {@link follow}. */
  moved(position: Vec3): void {
    if (!this.#updatedAt || !this.#centre) return
    const chunkX = Math.floor(position.x / 16)
    const chunkZ = Math.floor(position.z / 16)
    if (chunkX !== this.#centre.chunkX || chunkZ !== this.#centre.chunkZ) {
      this.#centre = { chunkX, chunkZ }
      this.#sendCentre()
    }
    if (!this.#sending && position.distanceTo(this.#updatedAt) > UPDATE_DISTANCE)
      this.follow(position)
  }

  /** Sends the next column. Call it once a tick. */
  step(): void {
    if (this.#queue.length > 0) this.#sendNext()
    else this.#sending = false
  }

  /**
   * Sends the light of a column again if the client has it without all of its neighbours, as the game's
   * `ChunkHolder.broadcastChanges` does. Where it has them, it updates the light after block changes by itself.
   */
  updateLight(chunkX: number, chunkZ: number): void {
    if (!this.#isAtEdge(chunkX, chunkZ)) return
    if (this.#queue.some((chunk) => chunk.chunkX === chunkX && chunk.chunkZ === chunkZ)) return
    const column = this.#level.litColumn(chunkX, chunkZ)
    this.#packets.sendLight(this.#connection, chunkX, chunkZ, column)
  }

  #isAtEdge(chunkX: number, chunkZ: number): boolean {
    if (!this.knows(chunkX, chunkZ)) return false
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) if (!this.knows(chunkX + dx, chunkZ + dz)) return true
    return false
  }

  /** Continues in another dimension, of which the client has no columns; it forgets those of this one by itself. */
  enter(level: Level): void {
    this.#level = level
    this.#known = new ChunkMap()
    this.#queue = []
    this.#sending = false
    this.#updatedAt = undefined
    this.#centre = undefined
  }

  /** Unloads all columns on the client. */
  unloadAll(): void {
    this.#queue = []
    for (const chunk of [...this.#known.values()]) this.#unload(chunk)
  }

  #plan(position: Vec3, distance: number): void {
    this.#updatedAt = position
    const chunkX = Math.floor(position.x / 16)
    const chunkZ = Math.floor(position.z / 16)
    this.#centre = { chunkX, chunkZ }
    for (const chunk of [...this.#known.values()]) {
      const away = Math.max(Math.abs(chunk.chunkX - chunkX), Math.abs(chunk.chunkZ - chunkZ))
      if (away > distance) this.#unload(chunk)
    }
    for (const [dx, dz] of offsetsWithin(distance)) {
      const chunk = { chunkX: chunkX + dx, chunkZ: chunkZ + dz }
      if (this.knows(chunk.chunkX, chunk.chunkZ)) continue
      this.#known.set(chunk.chunkX, chunk.chunkZ, chunk)
      this.#queue.push(chunk)
    }
  }

  #sendNext(): void {
    const chunk = this.#queue.shift()
    if (!chunk) return
    const { chunkX, chunkZ } = chunk
    const column = this.#level.litColumn(chunkX, chunkZ)
    const isDisguised = this.#level.dimension === 'overworld'
    this.#packets.send(this.#connection, chunkX, chunkZ, column, isDisguised)
  }

  #sendCentre(): void {
    if (this.#level.registry.data.supportFeature('updateViewPosition') && this.#centre)
      this.#connection.send('update_view_position', this.#centre)
  }

  #unload(chunk: Chunk): void {
    this.#known.delete(chunk.chunkX, chunk.chunkZ)
    this.#packets.unload(this.#connection, chunk.chunkX, chunk.chunkZ)
  }
}

const offsets = new Map<number, readonly (readonly [number, number])[]>()

/** Offsets of the chunks within a distance, nearest first. */
function offsetsWithin(distance: number): readonly (readonly [number, number])[] {
  const known = offsets.get(distance)
  if (known) return known
  const made: [number, number][] = []
  for (let dx = -distance; dx < distance; dx++)
    for (let dz = -distance; dz < distance; dz++) made.push([dx, dz])
  made.sort(([ax, az], [bx, bz]) => Math.hypot(ax, az) - Math.hypot(bx, bz))
  offsets.set(distance, made)
  return made
}

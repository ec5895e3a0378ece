import type { Vec3 } from 'vec3'
import type { ClientEntity, ClientWorld } from '#body/client-world'
import { isSettled } from '#knowledge/animals'
import { firstOwnKey } from '#knowledge/entity-metadata'
import type { Registry } from '#knowledge/registry'
import { plainText } from '#wire/plain-text'
import { isOwned } from './owned-animal.ts'
import type { SightLines } from './sight-lines.ts'
import type { KnownEntity } from './world-memory.ts'

/** How long the agent remembers an entity out of sight (ticks). Item entities despawn after 6,000 ticks; animals do not. */
const REMEMBERED_TICKS = 1200
const ANIMAL_REMEMBERED_TICKS = 48_000
const ITEM_REMEMBERED_TICKS = 6000

/** The agent looks for entities within this distance in each round (blocks), and how often a round takes place (ticks). */
const CLOSE = 16
const CLOSE_EVERY_TICKS = 2
/** Number of rounds in which the agent looks once for all other entities, besides those that come into its field of view. */
const FAR_EVERY_ROUNDS = 4
/** Interval at which the agent checks whether remembered entities are still in place (ticks). */
const RECHECK_TICKS = 10

/** Heights of the centre and the head of an entity, as fractions of its height. */
const MIDDLE = 0.5
const HEAD = 0.9

/** The game draws an entity up to this many times the mean edge of its hitbox away, with views of up to 8 chunks. */
const DRAWN_EDGES = 64
/** Limit on that, for the largest (blocks). */
const MAX_DRAWN = 80

/** Distance at which the game shows the name tags of players (blocks). */
const NAME_TAG_DISTANCE = 64
/** The metadata with an entity's flags, and those of sneaking and of invisibility, which hide the name tag. */
const FLAGS_KEY = 0
const HIDES_NAME = 0x02 | 0x20

/** Longest name of a player in the game (characters). */
const NAME_LENGTH = 16

/** The names of item entities in all versions. */
const ITEM = /^item$/i

/** The entities that the agent knows. */
export interface EntityMemory {
  /** All known entities, in the order in which they became known. */
  all(): Iterable<KnownEntity>
  /** One entity by id, at its current position as far as the agent knows. */
  get(id: number): KnownEntity | undefined
  /** Whether an entity was picked up, or disappeared in sight of the agent. */
  isGone(id: number): boolean
  update(): void
  /** Removes an entity that no longer exists, such as an item entity that the player picked up. */
  gone(id: number): void
  forget(): void
}

/** Reads the visible properties of entities. */
export class EntityReader {
  readonly now: () => number
  readonly #world: ClientWorld
  readonly #registry: Registry
  /** Kinds of the item entities, once the server has sent them. */
  readonly #items = new WeakMap<ClientEntity, string>()

  /** @param now returns the game tick. */
  constructor(world: ClientWorld, registry: Registry, now: () => number) {
    this.#world = world
    this.#registry = registry
    this.now = now
  }

  /** The current state of an entity. */
  read(entity: ClientEntity): KnownEntity {
    return {
      id: entity.id,
      kind: entity.name ?? 'unknown',
      position: entity.position.clone(),
      height: entity.height ?? 1,
      drawnWithin: drawDistance(entity),
      item: this.itemOf(entity),
      username: entity.username && plainText(entity.username, NAME_LENGTH),
      young: this.#isYoung(entity),
      owned: isSettled(entity.name ?? '') && isOwned(this.#world, this.#registry, entity),
      seenAt: this.now(),
      visible: true,
    }
  }

  /** Whether an animal is young. The server sends this in a separate packet. */
  #isYoung({ id, name = '' }: ClientEntity): boolean {
    return isSettled(name) && this.#world.metadataOf(id, firstOwnKey(this.#registry)) === true
  }

  /** Kind of an item entity; undefined for others, and until the server sends it. */
  itemOf(entity: ClientEntity): string | undefined {
    if (!ITEM.test(entity.name ?? '')) return undefined
    const known = this.#items.get(entity)
    if (known !== undefined) return known
    const stack = this.#world.droppedItem(entity.id)
    if (!stack) return undefined
    const kind = this.#registry.itemName(stack)
    this.#items.set(entity, kind)
    return kind
  }
}

/** For `loaded`: all entities that the server sends. */
export class LoadedEntities implements EntityMemory {
  readonly #world: ClientWorld
  readonly #reader: EntityReader

  constructor(world: ClientWorld, reader: EntityReader) {
    this.#world = world
    this.#reader = reader
  }

  *all(): Iterable<KnownEntity> {
    const { entities, self } = this.#world
    for (const entity of Object.values(entities))
      if (isOther(entity, self)) yield this.#reader.read(entity)
  }

  get(id: number): KnownEntity | undefined {
    const { entities, self } = this.#world
    const entity = entities[id]
    return entity && isOther(entity, self) ? this.#reader.read(entity) : undefined
  }

  isGone(id: number): boolean {
    return this.get(id) === undefined
  }

  update(): void {}

  gone(): void {}

  forget(): void {}
}

/** For all modes that need sight: entities at the place where the agent last saw them. */
export class SeenEntities implements EntityMemory {
  readonly #world: ClientWorld
  readonly #reader: EntityReader
  readonly #lines: SightLines
  readonly #known = new Map<number, KnownEntity>()
  /** Entities in the field of view in the last round, hidden or not. */
  #ahead = new Set<number>()
  /** Ids of entities that were picked up, or disappeared in sight. Servers do not reuse ids. */
  readonly #gone = new Set<number>()

  constructor(world: ClientWorld, reader: EntityReader, lines: SightLines) {
    this.#world = world
    this.#reader = reader
    this.#lines = lines
  }

  *all(): Iterable<KnownEntity> {
    for (const entity of this.#known.values()) if (!this.#hasVanished(entity)) yield entity
  }

  get(id: number): KnownEntity | undefined {
    const known = this.#known.get(id)
    if (!known?.visible) return known
    const entity = this.#world.entities[id]
    return entity?.isValid ? this.#reader.read(entity) : undefined
  }

  isGone(id: number): boolean {
    const known = this.#known.get(id)
    return known ? this.#hasVanished(known) : this.#gone.has(id)
  }

  /** Looks for entities. The lines of sight must start at the player's eye. */
  update(): void {
    const now = this.#reader.now()
    this.#loseFromView()
    if (now % CLOSE_EVERY_TICKS === 0) this.#lookForAll(now / CLOSE_EVERY_TICKS)
    for (const entity of this.#known.values()) {
      if (this.#hasVanished(entity)) this.gone(entity.id)
      else if (!entity.visible && this.#isOutdated(entity, now)) this.#known.delete(entity.id)
    }
  }

  /** Marks entities out of the field of view as out of sight, also between two rounds. */
  #loseFromView(): void {
    for (const known of this.#known.values()) {
      const entity = known.visible ? this.#world.entities[known.id] : undefined
      if (!entity) continue
      const { x, y, z } = entity.position
      if (!this.#lines.isAhead(x, y + entity.height * MIDDLE, z))
        this.#known.set(known.id, { ...known, visible: false })
    }
  }

  /** Looks for all entities that are close or have come into the field of view, and for a part of the others. */
  #lookForAll(round: number): void {
    const { entities, self } = this.#world
    if (!self) return
    const wereAhead = this.#ahead
    this.#ahead = new Set()
    for (const id in entities) {
      const entity = entities[id]
      if (!entity || !isOther(entity, self)) continue
      const { x, y, z } = entity.position
      const isAhead = this.#lines.isAhead(x, y + entity.height * MIDDLE, z)
      if (isAhead) this.#ahead.add(entity.id)
      const isNew = isAhead && !wereAhead.has(entity.id)
      const distance = entity.position.distanceTo(self.position)
      if (distance > CLOSE && !isNew && (round + entity.id) % FAR_EVERY_ROUNDS !== 0) continue
      const before = this.#known.get(entity.id)
      const isInSight =
        (distance <= drawDistance(entity) && this.#sees(entity.position, entity.height)) ||
        (distance <= NAME_TAG_DISTANCE && this.#showsName(entity))
      if (isInSight) this.#known.set(entity.id, this.#reader.read(entity))
      else if (before?.visible || (before && before.item !== this.#reader.itemOf(entity)))
        // The kind of an item entity comes in a later packet, when the item may have moved on.
        this.#known.set(entity.id, { ...before, item: this.#reader.itemOf(entity), visible: false })
    }
  }

  /** Whether a player's name tag is in the field of view. The game shows it through walls, unless the player sneaks. */
  #showsName({ id, username, position, height }: ClientEntity): boolean {
    if (username === undefined) return false
    const flags = this.#world.metadataOf(id, FLAGS_KEY)
    if (typeof flags === 'number' && (flags & HIDES_NAME) !== 0) return false
    return this.#lines.isAhead(position.x, position.y + height, position.z)
  }

  gone(id: number): void {
    this.#known.delete(id)
    this.#gone.add(id)
  }

  forget(): void {
    this.#known.clear()
    this.#gone.clear()
    this.#ahead.clear()
  }

  /** Whether the server removed an entity in sight. */
  #hasVanished({ id, visible }: KnownEntity): boolean {
    return visible && this.#world.entities[id]?.isValid !== true
  }

  #isOutdated(entity: KnownEntity, now: number): boolean {
    if (now - entity.seenAt > lifetime(entity.kind)) return true
    if ((now + entity.id) % RECHECK_TICKS !== 0) return false
    const { self } = this.#world
    // From farther away, its place looks empty although it is there.
    const isNear = self && entity.position.distanceTo(self.position) <= entity.drawnWithin
    return isNear === true && this.#sees(entity.position, 1)
  }

  /** Whether the centre or the head of an entity is in sight. */
  #sees({ x, y, z }: Vec3, height: number): boolean {
    const sees = (part: number) => {
      const at = y + height * part
      return this.#lines.seesLit(x, at, z, at, MAX_DRAWN)
    }
    return sees(MIDDLE) || sees(HEAD)
  }
}

/** How far away the game draws an entity (blocks). */
function drawDistance({ width, height }: ClientEntity): number {
  const edge = (2 * width + height) / 3 || 1
  return Math.min(MAX_DRAWN, DRAWN_EDGES * edge)
}

function lifetime(kind: string): number {
  if (kind === 'item') return ITEM_REMEMBERED_TICKS
  return isSettled(kind) ? ANIMAL_REMEMBERED_TICKS : REMEMBERED_TICKS
}

function isOther(entity: ClientEntity, self: ClientEntity | undefined): boolean {
  return entity !== self && entity.isValid && entity.name !== undefined
}

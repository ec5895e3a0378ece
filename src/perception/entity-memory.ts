import type { Vec3 } from 'vec3'
import type { ClientEntity, ClientWorld } from '#body/client-world'
import { isSettled } from '#knowledge/animals'
import { firstOwnKey } from '#knowledge/entity-metadata'
import type { Registry } from '#knowledge/registry'
import { SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'
import type { KnownEntity } from './world-memory.ts'

/** How long an entity that is out of sight is remembered (ticks); items lie for 6,000, animals stay for days. */
const REMEMBERED_TICKS = 1200
const ANIMAL_REMEMBERED_TICKS = 48_000
const ITEM_REMEMBERED_TICKS = 6000

/** Entities up to this distance (blocks) are looked for whenever entities are. */
const CLOSE = 16
const CLOSE_EVERY_TICKS = 2
/** The others are looked for in every so many of these looks. */
const FAR_EVERY_ROUNDS = 4
/** How often it is looked whether remembered entities are still where they were seen (ticks). */
const RECHECK_TICKS = 10

/** Where the middle and the head of a body are, as parts of its height. */
const MIDDLE = 0.5
const HEAD = 0.9

/** Names of dropped items, in newer versions and in older ones. */
const ITEM = /^item$/i

/** Which entities the agent knows of. */
export interface EntityMemory {
  /** Everything known, in the order in which it became known. */
  all(): Iterable<KnownEntity>
  /** One entity by its id, where it is now as far as the agent can tell. */
  get(id: number): KnownEntity | undefined
  /** Whether an entity was picked up, or vanished in plain sight. */
  isGone(id: number): boolean
  update(): void
  /** To be told what is no more, such as what the player has picked up. */
  gone(id: number): void
  forget(): void
}

/** Takes down what is to be seen of entities. */
export class EntityReader {
  readonly now: () => number
  readonly #world: ClientWorld
  readonly #registry: Registry
  /** Kinds of dropped items that the server has told. */
  readonly #items = new WeakMap<ClientEntity, string>()

  /** @param now the game tick. */
  constructor(world: ClientWorld, registry: Registry, now: () => number) {
    this.#world = world
    this.#registry = registry
    this.now = now
  }

  /** An entity as it is at this moment. */
  read(entity: ClientEntity): KnownEntity {
    return {
      id: entity.id,
      kind: entity.name ?? 'unknown',
      position: entity.position.clone(),
      height: entity.height ?? 1,
      item: this.itemOf(entity),
      young: this.#isYoung(entity),
      seenAt: this.now(),
      visible: true,
    }
  }

  /** Whether an animal is small yet; the server tells in a packet of its own. */
  #isYoung({ id, name = '' }: ClientEntity): boolean {
    return isSettled(name) && this.#world.metadataOf(id, firstOwnKey(this.#registry)) === true
  }

  /** Kind of a dropped item, as soon as the server has told; undefined for others. */
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

/** `loaded` mode: all that the server tells of. */
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

/** `seen` mode: what is or was in sight, at the place where it was last seen. */
export class SeenEntities implements EntityMemory {
  readonly #world: ClientWorld
  readonly #reader: EntityReader
  readonly #lines: SightLines
  readonly #known = new Map<number, KnownEntity>()
  /** Ids of what was picked up, or vanished in plain sight; they are not used again. */
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

  /** Looks for entities; the eye of the lines of sight must be where the player's is. */
  update(): void {
    const now = this.#reader.now()
    this.#loseFromView()
    if (now % CLOSE_EVERY_TICKS === 0) this.#lookForAll(now / CLOSE_EVERY_TICKS)
    for (const entity of this.#known.values()) {
      if (this.#hasVanished(entity)) this.gone(entity.id)
      else if (!entity.visible && this.#isOutdated(entity, now)) this.#known.delete(entity.id)
    }
  }

  /** What the head has turned away from is in sight no more, also between two looks. */
  #loseFromView(): void {
    for (const known of this.#known.values()) {
      const entity = known.visible ? this.#world.entities[known.id] : undefined
      if (!entity) continue
      const { x, y, z } = entity.position
      if (!this.#lines.isAhead(x, y + entity.height * MIDDLE, z))
        this.#known.set(known.id, { ...known, visible: false })
    }
  }

  /** Looks for all that is close, and for a part of the rest. */
  #lookForAll(round: number): void {
    const { entities, self } = this.#world
    if (!self) return
    for (const id in entities) {
      const entity = entities[id]
      if (!entity || !isOther(entity, self)) continue
      const distance = entity.position.distanceTo(self.position)
      if (distance > CLOSE && (round + entity.id) % FAR_EVERY_ROUNDS !== 0) continue
      const before = this.#known.get(entity.id)
      if (distance <= SIGHT_DISTANCE + 1 && this.#sees(entity.position, entity.height))
        this.#known.set(entity.id, this.#reader.read(entity))
      else if (before?.visible || (before && before.item !== this.#reader.itemOf(entity)))
        // What a thing is comes after it, in a packet of its own, when it may have rolled away.
        this.#known.set(entity.id, { ...before, item: this.#reader.itemOf(entity), visible: false })
    }
  }

  gone(id: number): void {
    this.#known.delete(id)
    this.#gone.add(id)
  }

  forget(): void {
    this.#known.clear()
    this.#gone.clear()
  }

  /** Whether something that is in sight has been taken away. */
  #hasVanished({ id, visible }: KnownEntity): boolean {
    return visible && this.#world.entities[id]?.isValid !== true
  }

  #isOutdated(entity: KnownEntity, now: number): boolean {
    if (now - entity.seenAt > lifetime(entity.kind)) return true
    return (now + entity.id) % RECHECK_TICKS === 0 && this.#sees(entity.position, 1)
  }

  /** Whether the middle or the head of a body is in sight. */
  #sees({ x, y, z }: Vec3, height: number): boolean {
    const sees = (part: number) => this.#lines.seesLit(x, y + height * part, z)
    return sees(MIDDLE) || sees(HEAD)
  }
}

function lifetime(kind: string): number {
  if (kind === 'item') return ITEM_REMEMBERED_TICKS
  return isSettled(kind) ? ANIMAL_REMEMBERED_TICKS : REMEMBERED_TICKS
}

function isOther(entity: ClientEntity, self: ClientEntity | undefined): boolean {
  return entity !== self && entity.isValid && entity.name !== undefined
}

import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import { SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'
import type { KnownEntity } from './world-memory.ts'

/** How long an entity that is out of sight is remembered (ticks); items lie for 6,000. */
const REMEMBERED_TICKS = 1200
const ITEM_REMEMBERED_TICKS = 6000

/** Entities up to this distance are looked for more often than others (blocks). */
const CLOSE = 16
const CLOSE_EVERY_TICKS = 2
const FAR_EVERY_TICKS = 8
/** How often it is looked whether remembered entities are still where they were seen (ticks). */
const RECHECK_TICKS = 10

/** Where the head is, as a part of the height. */
const HEAD = 0.9

/** Which entities the agent knows of. */
export interface EntityMemory {
  /** Everything known, in the order in which it became known. */
  all(): Iterable<KnownEntity>
  update(): void
  forget(): void
}

/** `loaded` mode: all that the server tells of. */
export class LoadedEntities implements EntityMemory {
  readonly #bot: Bot
  readonly #now: () => number

  constructor(bot: Bot, now: () => number) {
    this.#bot = bot
    this.#now = now
  }

  *all(): Iterable<KnownEntity> {
    for (const entity of others(this.#bot)) yield known(entity, this.#now())
  }

  update(): void {}

  forget(): void {}
}

/** `seen` mode: what is or was in sight, at the place where it was last seen. */
export class SeenEntities implements EntityMemory {
  readonly #bot: Bot
  readonly #now: () => number
  readonly #lines: SightLines
  readonly #known = new Map<number, KnownEntity>()

  constructor(bot: Bot, now: () => number, lines: SightLines) {
    this.#bot = bot
    this.#now = now
    this.#lines = lines
  }

  all(): Iterable<KnownEntity> {
    return this.#known.values()
  }

  /** Looks for entities; the eye of the lines of sight must be where the bot's is. */
  update(): void {
    const now = this.#now()
    const { entities, entity: self } = this.#bot
    for (const id in entities) {
      const entity = entities[id]
      // Nobody is looked at in more ticks than those close by.
      if (!entity || (now + entity.id) % CLOSE_EVERY_TICKS !== 0 || !isOther(entity, self)) continue
      const distance = entity.position.distanceTo(self.position)
      if (distance > CLOSE && (now + entity.id) % FAR_EVERY_TICKS !== 0) continue
      const before = this.#known.get(entity.id)
      if (distance <= SIGHT_DISTANCE + 1 && this.#sees(entity.position, entity.height))
        this.#known.set(entity.id, known(entity, now))
      else if (before?.visible) this.#known.set(entity.id, { ...before, visible: false })
    }
    for (const entity of this.#known.values()) {
      if (entity.visible ? this.#isGone(entity) : this.#isOutdated(entity, now))
        this.#known.delete(entity.id)
    }
  }

  forget(): void {
    this.#known.clear()
  }

  /** An entity that vanishes in plain sight is gone. */
  #isGone(entity: KnownEntity): boolean {
    return this.#bot.entities[entity.id]?.isValid !== true
  }

  #isOutdated(entity: KnownEntity, now: number): boolean {
    const lifetime = entity.kind === 'item' ? ITEM_REMEMBERED_TICKS : REMEMBERED_TICKS
    if (now - entity.seenAt > lifetime) return true
    return (now + entity.id) % RECHECK_TICKS === 0 && this.#sees(entity.position, 1)
  }

  /** Whether the middle or the head of a body is in sight. */
  #sees({ x, y, z }: Vec3, height: number): boolean {
    return this.#lines.sees(x, y + height / 2, z) || this.#lines.sees(x, y + height * HEAD, z)
  }
}

function others(bot: Bot): Entity[] {
  return Object.values(bot.entities).filter((entity) => isOther(entity, bot.entity))
}

function isOther(entity: Entity, self: Entity): boolean {
  return entity !== self && entity.isValid && entity.name !== undefined
}

function known(entity: Entity, now: number): KnownEntity {
  return {
    id: entity.id,
    kind: entity.name ?? 'unknown',
    position: entity.position.clone(),
    seenAt: now,
    visible: true,
  }
}

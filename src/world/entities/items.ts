import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import { distanceToBox } from '#geometry/distance-to-box'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { type Stacks, stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import { entityUuid, type MetadataEntry, metadataEntry, type TrackedEntity } from './entity.ts'
import { fall, squeezeOut } from './motion.ts'
import type { EntityTracker } from './tracker.ts'

/** Pickup delay of an item entity that drops from a block (ticks). */
const PICKUP_DELAY = 10
/** Age at which an item entity despawns (ticks). */
const LIFETIME = 6000
/** Edge of an item entity's hitbox (blocks). */
const SIZE = 0.25
/** Item entities merge when their hitboxes come within this distance (blocks). */
const MERGE_DISTANCE = 0.5
/** How often an item entity at rest checks for others to merge with (ticks). */
const MERGE_EVERY = 40
const MERGE_EVERY_MOVING = 2
/** Growth of a player's hitbox for picking up item entities (blocks). */
const PICKUP_REACH = 1
const PICKUP_REACH_Y = 0.5

const BURNING = new Set(['lava', 'fire', 'soul_fire'])

class ItemEntity implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type = 'item'
  readonly yaw = 0
  readonly pitch = 0
  stack: Item
  position: Vec3
  velocity: Vec3
  onGround = false
  resting = false
  age = 0
  pickupDelay: number
  metadata: MetadataEntry[] = []

  constructor(id: number, stack: Item, position: Vec3, velocity: Vec3, pickupDelay: number) {
    this.id = id
    this.uuid = entityUuid(id)
    this.stack = stack
    this.position = position
    this.velocity = velocity
    this.pickupDelay = pickupDelay
  }
}

/** The part of {@link ItemEntities} that systems with drops need. */
export interface Drops {
  /** Spawns an item entity, by default with a small random velocity (blocks a tick). */
  drop(item: Item, position: Vec3, options?: { velocity?: Vec3; pickupDelayTicks?: number }): void
}

/** The item entities: they fall, merge, burn, despawn and are picked up. */
export class ItemEntities implements Drops {
  readonly #level: Level
  readonly #players: Players
  readonly #tracker: EntityTracker
  readonly #random: () => number
  readonly #items = new Set<ItemEntity>()
  readonly #stacks: Stacks
  readonly #stackKey: number

  constructor(needs: {
    level: Level
    players: Players
    time: WorldTime
    tracker: EntityTracker
    random: () => number
  }) {
    const { level } = needs
    this.#level = level
    this.#players = needs.players
    this.#tracker = needs.tracker
    this.#random = needs.random
    this.#stacks = stacksOf(level.registry)
    this.#stackKey = Number(level.registry.data.supportFeature('metadataIxOfItem'))
    needs.time.everyTick(() => this.#step())
    level.on('change', ({ x, y, z }) => this.#wake(x, y, z))
  }

  get count(): number {
    return this.#items.size
  }

  /** Every item entity, oldest first. */
  get all(): Iterable<{ readonly stack: Item; readonly position: Vec3 }> {
    return this.#items
  }

  drop(
    item: Item,
    position: Vec3,
    options: { velocity?: Vec3; pickupDelayTicks?: number } = {},
  ): void {
    if (item.count <= 0) return
    const random = this.#random
    const velocity =
      options.velocity?.clone() ?? new Vec3(random() * 0.2 - 0.1, 0.2, random() * 0.2 - 0.1)
    const entity = new ItemEntity(
      this.#tracker.nextId(),
      item,
      position.clone(),
      velocity,
      options.pickupDelayTicks ?? PICKUP_DELAY,
    )
    this.#describe(entity)
    this.#items.add(entity)
    this.#tracker.spawn(entity)
  }

  /** Destroys the item entities in a box. */
  destroy(low: Vec3, high: Vec3): void {
    for (const entity of this.#items)
      if (distanceToBox(entity.position, low, high) === 0) this.#remove(entity)
  }

  /** Lets item entities at a changed block fall again. */
  #wake(x: number, y: number, z: number): void {
    for (const entity of this.#items) {
      if (!entity.resting) continue
      const { position } = entity
      if (
        Math.abs(position.x - x - 0.5) < 1 &&
        Math.abs(position.z - z - 0.5) < 1 &&
        position.y >= y - 0.5 &&
        position.y <= y + 2
      )
        entity.resting = false
    }
  }

  #step(): void {
    const level = this.#level
    for (const entity of this.#items) {
      if (!level.isLoaded(Math.floor(entity.position.x), Math.floor(entity.position.z))) continue
      entity.age++
      if (entity.pickupDelay > 0) entity.pickupDelay--
      if (entity.age >= LIFETIME || entity.position.y < level.minY - 64) {
        this.#remove(entity)
        continue
      }
      if (!entity.resting) this.#move(entity)
      const every = entity.resting ? MERGE_EVERY : MERGE_EVERY_MOVING
      if (entity.age % every === 0 && this.#items.has(entity)) this.#merge(entity)
    }
    for (const player of this.#players) this.#pickUp(player)
  }

  #move(entity: ItemEntity): void {
    const level = this.#level
    const inside = this.#blockAt(entity, 0)
    if (!squeezeOut(level, entity, SIZE))
      fall(level, entity, SIZE, inside === 'water' || inside === 'lava' ? inside : '')
    this.#tracker.moved(entity)
    const { velocity } = entity
    entity.resting = entity.onGround && velocity.x === 0 && velocity.z === 0
    const touches = this.#blockAt(entity, 0)
    const below = entity.onGround ? this.#blockAt(entity, -0.1) : ''
    if (BURNING.has(touches) || touches === 'cactus' || below === 'cactus') this.#remove(entity)
  }

  #blockAt({ position }: ItemEntity, up: number): string {
    return this.#level.name(
      Math.floor(position.x),
      Math.floor(position.y + up),
      Math.floor(position.z),
    )
  }

  #merge(entity: ItemEntity): void {
    for (const other of this.#items) {
      if (other === entity || !this.#stacks.mergeable(other.stack, entity.stack)) continue
      if (other.stack.count + entity.stack.count > entity.stack.stackSize) continue
      const reach = MERGE_DISTANCE + SIZE
      if (
        Math.abs(other.position.x - entity.position.x) >= reach ||
        Math.abs(other.position.z - entity.position.z) >= reach ||
        Math.abs(other.position.y - entity.position.y) >= SIZE
      )
        continue
      // The smaller stack joins the larger one.
      const [kept, gone] =
        other.stack.count >= entity.stack.count ? [other, entity] : [entity, other]
      kept.stack =
        this.#stacks.withCount(kept.stack, kept.stack.count + gone.stack.count) ?? kept.stack
      kept.age = Math.min(kept.age, gone.age)
      kept.pickupDelay = Math.max(kept.pickupDelay, gone.pickupDelay)
      this.#remove(gone)
      this.#describe(kept)
      this.#tracker.metadataChanged(kept)
      if (gone === entity) return
    }
  }

  #pickUp(player: Player): void {
    if (player.vitals.dead) return
    const { x, y, z } = player.position
    const across = PLAYER_WIDTH / 2 + PICKUP_REACH + SIZE / 2
    for (const entity of this.#items) {
      if (entity.pickupDelay > 0) continue
      const { position } = entity
      if (
        Math.abs(position.x - x) >= across ||
        Math.abs(position.z - z) >= across ||
        position.y + SIZE <= y - PICKUP_REACH_Y ||
        position.y >= y + player.height + PICKUP_REACH_Y
      )
        continue
      this.#give(player, entity)
    }
  }

  #give(player: Player, entity: ItemEntity): void {
    const { count } = entity.stack
    const left = player.inventory.give(entity.stack)
    if (left >= count) return
    this.#tracker.broadcast(entity, 'collect', {
      collectedEntityId: entity.id,
      collectorEntityId: player.id,
      pickupItemCount: count - left,
    })
    const rest = this.#stacks.withCount(entity.stack, left)
    if (!rest) {
      this.#remove(entity)
      return
    }
    entity.stack = rest
    this.#describe(entity)
    this.#tracker.metadataChanged(entity)
  }

  #describe(entity: ItemEntity): void {
    const value = this.#stacks.toNotch(entity.stack)
    entity.metadata = [metadataEntry(this.#level.registry, this.#stackKey, 'item_stack', value)]
  }

  #remove(entity: ItemEntity): void {
    this.#items.delete(entity)
    this.#tracker.remove(entity)
  }
}

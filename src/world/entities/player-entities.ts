import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import type { Pose } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { OFF_HAND } from '../windows/inventory.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import { type MetadataEntry, metadataEntry, type Packet, type TrackedEntity } from './entity.ts'
import { flagsOf } from './player-flags.ts'
import type { EntityTracker } from './tracker.ts'

/** Key of the pose in the metadata of all entities. */
const POSE_KEY = 6
/** The game's numbers of the poses. */
const POSE_VALUES: Readonly<Record<Pose, number>> = { standing: 0, crawling: 3, sneaking: 5 }

const SWING_MAIN_HAND = 0
const SWING_OFF_HAND = 3
const DEATH_STATUS = 3

/** Slots of the own window for each equipment slot after the main hand: off hand, boots, ..., helmet. */
const EQUIPMENT_SLOTS = [OFF_HAND, 8, 7, 6, 5]

/** A player as the other players see it. */
class PlayerEntity implements TrackedEntity {
  readonly type = 'player'
  readonly velocity = new Vec3(0, 0, 0)
  metadata: MetadataEntry[] = []
  readonly #player: Player
  readonly #registry: Registry
  #equipment: readonly (Item | null)[] = []
  #seen = ''
  #state = ''

  constructor(registry: Registry, player: Player) {
    this.#registry = registry
    this.#player = player
    this.stateChanged()
    this.equipmentChanged()
  }

  get id(): number {
    return this.#player.id
  }

  get uuid(): string {
    return this.#player.uuid
  }

  get position(): Vec3 {
    return this.#player.position
  }

  get yaw(): number {
    return this.#player.look.yaw
  }

  get pitch(): number {
    return this.#player.look.pitch
  }

  get onGround(): boolean {
    return this.#player.onGround
  }

  /** Whether the player moved or turned since the last call. */
  moved(): boolean {
    const { x, y, z } = this.position
    const seen = `${x} ${y} ${z} ${this.yaw} ${this.pitch}`
    if (seen === this.#seen) return false
    this.#seen = seen
    return true
  }

  /** Whether the flags or the pose changed since the last call. */
  stateChanged(): boolean {
    const { burning, sneaking, sprinting, pose } = this.#player
    const state = `${burning} ${sneaking} ${sprinting} ${pose}`
    if (state === this.#state) return false
    this.#state = state
    this.metadata = [flagsOf(this.#registry, this.#player)]
    if (this.#registry.data.isNewerOrEqualTo('1.14')) {
      const value = POSE_VALUES[pose]
      this.metadata.push(metadataEntry(this.#registry, POSE_KEY, 'pose', value))
    }
    return true
  }

  /** Whether the player wears or holds something else since the last call. */
  equipmentChanged(): boolean {
    const { slots, heldItem } = this.#player.inventory
    const equipment = [heldItem, ...EQUIPMENT_SLOTS.map((slot) => slots[slot] ?? null)]
    const changed = equipment.some((item, i) => item !== this.#equipment[i])
    this.#equipment = equipment
    return changed
  }

  details(): readonly Packet[] {
    const stacks = stacksOf(this.#registry)
    const equipments = this.#equipment.map((item, slot) => ({ slot, item: stacks.toNotch(item) }))
    if (this.#registry.data.supportFeature('allEntityEquipmentInOne'))
      return [{ name: 'entity_equipment', fields: { entityId: this.id, equipments } }]
    return equipments.map((one) => ({
      name: 'entity_equipment',
      fields: { entityId: this.id, ...one },
    }))
  }
}

/** Shows players to each other: where they are, what they hold and wear, and how they swing their arms. */
export function installPlayerEntities(
  registry: Registry,
  players: Players,
  time: WorldTime,
  tracker: EntityTracker,
): void {
  const entities = new Map<Player, PlayerEntity>()
  players.on('join', (player) => {
    const entity = new PlayerEntity(registry, player)
    entities.set(player, entity)
    tracker.spawn(entity)
    player.receive<{ hand?: number }>('arm_animation', ({ hand }) => {
      const animation = hand === 1 ? SWING_OFF_HAND : SWING_MAIN_HAND
      tracker.broadcast(player, 'animation', { entityId: player.id, animation })
    })
  })
  players.on('death', (player) =>
    tracker.broadcast(player, 'entity_status', {
      entityId: player.id,
      entityStatus: DEATH_STATUS,
    }),
  )
  players.on('respawn', (player) => {
    const entity = entities.get(player)
    if (!entity) return
    tracker.remove(entity)
    tracker.spawn(entity)
  })
  players.on('leave', (player) => {
    const entity = entities.get(player)
    if (entity) tracker.remove(entity)
    entities.delete(player)
  })
  time.everyTick(() => {
    if (entities.size < 2) return
    for (const entity of entities.values()) {
      if (entity.moved()) tracker.moved(entity)
      if (entity.stateChanged()) tracker.metadataChanged(entity)
      if (!entity.equipmentChanged()) continue
      for (const { name, fields } of entity.details()) tracker.broadcast(entity, name, fields)
    }
  })
}

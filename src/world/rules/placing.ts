import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Interactions } from '../interactions.ts'
import type { ItemUses } from '../item-uses.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { HOTBAR_START, OFF_HAND } from '../windows/inventory.ts'
import { stacksOf } from '../windows/stacks.ts'
import { joinedState } from './chests.ts'
import { acknowledgeSequence, type BlockPosition, resendBlock } from './client-sync.ts'
import { secondHalf } from './halves.ts'
import { liquidsOf, SOURCE, WATER } from './liquids.ts'
import { FACE_STEPS, facingOf, type Placement, placedState } from './orientation.ts'
import { reaches } from './reach.ts'
import { shapesOf } from './shapes.ts'
import { supported } from './support.ts'

interface PlacePacket {
  location: BlockPosition
  direction: number
  /** 0 is the main hand, 1 the off hand. */
  hand?: number
  cursorY: number
  /** 1.19 and later. */
  sequence?: number
}

/** Items that place a block of another name. */
const BLOCK_OF_ITEM: Readonly<Record<string, string>> = {
  redstone: 'redstone_wire',
  string: 'tripwire',
  wheat_seeds: 'wheat',
  beetroot_seeds: 'beetroots',
  pumpkin_seeds: 'pumpkin_stem',
  melon_seeds: 'melon_stem',
  carrot: 'carrots',
  potato: 'potatoes',
  sweet_berries: 'sweet_berry_bush',
  sign: 'oak_sign',
}
/** Items that share a block's name but cannot be placed. */
const NO_BLOCK = new Set(['wheat', 'air'])

/** Right clicks on blocks: the block's own interaction, else the use or placement of the held item. */
export function installPlacing(
  level: Level,
  players: Players,
  interactions: Interactions,
  itemUses: ItemUses,
  tracker: EntityTracker,
): void {
  const placing = new Placing(level, players, interactions, itemUses, tracker)
  players.on('join', (player) => {
    player.receive<PlacePacket>('block_place', (packet) => {
      if (!players.has(player)) return
      const { location, direction } = packet
      const step = FACE_STEPS[direction]
      if (step && !player.vitals.dead) placing.click(player, packet)
      resendBlock(level, player, location)
      if (step) {
        const { x, y, z } = location
        resendBlock(level, player, { x: x + step[0], y: y + step[1], z: z + step[2] })
      }
      acknowledgeSequence(level.registry, player, packet.sequence)
    })
  })
}

class Placing {
  readonly #level: Level
  readonly #players: Players
  readonly #interactions: Interactions
  readonly #itemUses: ItemUses
  readonly #tracker: EntityTracker

  constructor(
    level: Level,
    players: Players,
    interactions: Interactions,
    itemUses: ItemUses,
    tracker: EntityTracker,
  ) {
    this.#level = level
    this.#players = players
    this.#interactions = interactions
    this.#itemUses = itemUses
    this.#tracker = tracker
  }

  click(player: Player, packet: PlacePacket): void {
    const level = this.#level
    const { x, y, z } = packet.location
    const { inventory } = player
    const slot = packet.hand === 1 ? OFF_HAND : HOTBAR_START + inventory.held
    const item = inventory.slots[slot] ?? null
    if (player.gameMode !== 'spectator' && reaches(level, player, x, y, z)) {
      const kind = level.name(x, y, z)
      const busy = player.sneaking && (inventory.heldItem !== null || inventory.slots[OFF_HAND])
      if (!busy && this.#interactions.use(kind, player, x, y, z)) return
      const click = { x, y, z, face: packet.direction }
      const inHand = item && packet.hand !== 1 ? level.registry.itemName(item) : ''
      if (player.mayBuild && this.#itemUses.use(inHand, player, click)) return
      if (item && player.mayBuild && this.#place(player, item, packet)) {
        if (player.gameMode === 'creative') return
        if (packet.hand === 1)
          inventory.set(OFF_HAND, stacksOf(level.registry).withCount(item, item.count - 1))
        else inventory.useHeld()
        return
      }
    }
    // The client may have removed one already; setting the same item twice forces a slot update.
    if (item) inventory.set(slot, null)
    if (item) inventory.set(slot, item)
  }

  /** Places a block; returns false when the position does not allow it. */
  #place(player: Player, item: Item, packet: PlacePacket): boolean {
    const level = this.#level
    const { registry } = level
    const kind = blockOf(registry, item)
    if (kind === undefined) return false
    const liquids = liquidsOf(registry)
    const clicked = packet.location
    const clickedState = level.state(clicked.x, clicked.y, clicked.z)
    if (registry.blockName(clickedState) === 'air') return false
    const placement: Placement = {
      face: packet.direction,
      cursorY: packet.cursorY,
      replaces: liquids.replaceable(clickedState),
      looking: facingOf(player.look.yaw),
    }
    const doubled = doubleSlab(registry, kind, clickedState, placement)
    if (doubled !== undefined) return this.#setBlock(clicked, doubled)
    const step = FACE_STEPS[packet.direction] ?? FACE_STEPS[1]
    const target = placement.replaces
      ? clicked
      : { x: clicked.x + step[0], y: clicked.y + step[1], z: clicked.z + step[2] }
    const { x, y, z } = target
    if (y < level.minY || y >= level.maxY || !player.knowsColumn(x, z)) return false
    const there = level.state(x, y, z)
    if (!liquids.replaceable(there)) return false
    const alone = placedState(registry, kind, placement)
    if (alone === undefined || !supported(level, x, y, z, alone)) return false
    const state = player.sneaking ? alone : joinedState(level, target, alone)
    const wet = liquids.of(there) === WATER && liquids.level(there) === SOURCE
    const second = secondHalf(registry, target, state)
    if (second && !liquids.replaceable(level.state(second.x, second.y, second.z))) return false
    if (second && second.y >= level.maxY) return false
    if (!this.#setBlock(target, wet ? waterlogged(registry, state) : state)) return false
    if (second) level.set(second.x, second.y, second.z, second.state)
    return true
  }

  /** Sets a block unless a player's or mob's hitbox intersects it. */
  #setBlock({ x, y, z }: BlockPosition, state: number): boolean {
    for (const box of shapesOf(this.#level.registry).boxes(state)) {
      const min = new Vec3(x + box[0], y + box[1], z + box[2])
      const max = new Vec3(x + box[3], y + box[4], z + box[5])
      if (this.#tracker.hitboxIntersects(min, max)) return false
      for (const player of this.#players) if (overlaps(player, min, max)) return false
    }
    this.#level.set(x, y, z, state)
    return true
  }
}

function blockOf(registry: Registry, item: Item): string | undefined {
  const name = registry.itemName(item)
  if (NO_BLOCK.has(name)) return undefined
  const kind = BLOCK_OF_ITEM[name] ?? name
  if (registry.hasBlock(kind)) return kind
  // Before 1.13 beds of all colours share one block id.
  return name.endsWith('_bed') && registry.hasBlock('red_bed') ? 'red_bed' : undefined
}

function waterlogged(registry: Registry, state: number): number {
  const properties = registry.blockProperties(state)
  if (properties.waterlogged === undefined) return state
  return registry.blockState(registry.blockName(state), { ...properties, waterlogged: 'true' })
}

/** The double slab made by placing a slab on a matching half, if it is one. */
function doubleSlab(
  registry: Registry,
  kind: string,
  clickedState: number,
  { face }: Placement,
): number | undefined {
  if (!kind.endsWith('_slab') || registry.blockName(clickedState) !== kind || face > 1)
    return undefined
  const { type } = registry.blockProperties(clickedState)
  if (type !== (face === 1 ? 'bottom' : 'top')) return undefined
  const state = registry.blockState(kind, { type: 'double' })
  return registry.blockProperties(state).type === 'double' ? state : undefined
}

function overlaps(player: Player, min: Vec3, max: Vec3): boolean {
  const { x, y, z } = player.position
  const half = PLAYER_WIDTH / 2
  return (
    x + half > min.x &&
    x - half < max.x &&
    y + player.height > min.y &&
    y < max.y &&
    z + half > min.z &&
    z - half < max.z
  )
}

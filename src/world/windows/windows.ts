import type { Item } from 'prismarine-item'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import type { Interaction } from '../rules/interactions.ts'
import { BlockContents } from './block-contents.ts'
import { chestHalves } from './chest-halves.ts'
import { ChestMenu } from './chest-menu.ts'
import { Furnace } from './furnace.ts'
import { FurnaceMenu } from './furnace-menu.ts'
import { installHands } from './hands.ts'
import { createInventory, type PlayerInventory } from './inventory.ts'
import type { Menu } from './menu.ts'
import { stacksOf } from './stacks.ts'
import { TableMenu } from './table-menu.ts'
import { WindowSession } from './window-session.ts'

const CHEST_SLOTS = 27
const CHESTS = ['chest', 'trapped_chest', 'barrel'] as const

/** Farthest from the eyes to a block that a window can be opened at, and stay open at (blocks). */
const OPEN_REACH = 6
const KEEP_REACH = 8

interface Seat {
  inventory: PlayerInventory
  session: WindowSession
}

/**
 * Inventories and windows: gives every player that joins its inventory, and lets it use crafting
 * tables, furnaces and chests. A player that comes back under the same name has its things again.
 */
export function installWindows(game: Game): void {
  const { registry, level } = game
  const stacks = stacksOf(registry)
  const seats = new Map<Player, Seat>()
  const kept = new Map<string, readonly (Item | null)[]>()
  const furnaces = new BlockContents(
    game,
    new Set(['furnace']),
    () => new Furnace(registry, stacks),
  )
  const chests = new BlockContents(game, new Set(CHESTS), () => ({
    items: new Array<Item | null>(CHEST_SLOTS).fill(null),
  }))

  game.players.on('join', (player) => {
    const inventory = createInventory(game, player)
    kept.get(player.name)?.forEach((item, slot) => {
      inventory.slots[slot] = item
    })
    player.inventory = inventory
    seats.set(player, { inventory, session: new WindowSession(game, player, inventory) })
    installHands(game, player, inventory)
  })
  game.players.on('leave', (player) => {
    const seat = seats.get(player)
    seat?.session.closeWindow()
    if (seat) kept.set(player.name, [...seat.inventory.slots])
    seats.delete(player)
  })
  game.players.on('respawn', (player) => seats.get(player)?.session.sendAll())

  const opens = (
    kind: string,
    menuFor: (seat: Seat, valid: () => boolean, x: number, y: number, z: number) => Menu,
  ): void => {
    const interaction: Interaction = (player, x, y, z) => {
      const seat = seats.get(player)
      if (!seat || reach(player, x, y, z) > OPEN_REACH) return false
      if (lidIsBlocked(game, kind, x, y, z)) return true
      const valid = () => level.name(x, y, z) === kind && reach(player, x, y, z) <= KEEP_REACH
      seat.session.open(menuFor(seat, valid, x, y, z))
      return true
    }
    game.interactions.add(kind, interaction)
  }

  const movesIntoGrid = registry.data.supportFeature('village&pillageInventoryWindows')
  opens('crafting_table', ({ inventory, session }, valid) => {
    const grid = session.grid(new Array<Item | null>(9).fill(null), 0, 3)
    return new TableMenu(stacks, inventory, grid, { movesIntoGrid, valid })
  })
  opens('furnace', ({ inventory }, valid, ...place) => {
    const holder = furnaces.at(...place)
    return new FurnaceMenu(registry, stacks, inventory, {
      furnace: holder.contents,
      valid: () => !holder.gone && valid(),
    })
  })
  for (const kind of CHESTS) {
    opens(kind, ({ inventory }, valid, ...place) => {
      const halves = chestHalves(game, ...place).map((half) => chests.at(...half))
      return new ChestMenu(
        stacks,
        inventory,
        halves.map((half) => half.contents.items),
        () => halves.every((half) => !half.gone) && valid(),
      )
    })
  }

  game.time.everyTick(() => {
    for (const { x, y, z, contents } of furnaces.all()) {
      const wasLit = contents.lit
      contents.tick()
      if (contents.lit !== wasLit) showLit(game, x, y, z, contents.lit)
    }
    for (const { session } of seats.values()) session.tick()
  })
}

function showLit(game: Game, x: number, y: number, z: number, lit: boolean): void {
  const { facing = 'north' } = game.registry.blockProperties(game.level.state(x, y, z))
  game.level.set(x, y, z, game.registry.blockState('furnace', { facing, lit: String(lit) }))
}

/** Whether a chest cannot open because an opaque block lies on it. */
function lidIsBlocked(game: Game, kind: string, x: number, y: number, z: number): boolean {
  if (kind !== 'chest' && kind !== 'trapped_chest') return false
  return chestHalves(game, x, y, z).some(([halfX, halfY, halfZ]) => {
    const above = game.registry.block(game.level.state(halfX, halfY + 1, halfZ))
    return above.boundingBox === 'block' && !above.transparent
  })
}

/** Distance from a player's eyes to the nearest point of a block. */
function reach(player: Player, x: number, y: number, z: number): number {
  const { eye } = player
  const beyond = (at: number, low: number) => Math.max(low - at, 0, at - low - 1)
  return Math.hypot(beyond(eye.x, x), beyond(eye.y, y), beyond(eye.z, z))
}

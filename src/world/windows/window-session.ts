import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import type { Drops } from '../entities/items.ts'
import type { Player } from '../player.ts'
import { Clicks } from './clicks.ts'
import { CraftingGrid } from './crafting-grid.ts'
import { type Inventory, type InventoryWatcher, MAIN_START, OFF_HAND } from './inventory.ts'
import { type Menu, SHARED_SLOTS } from './menu.ts'
import { PlayerMenu } from './player-menu.ts'
import { recipeBookOf } from './recipe-book.ts'
import { type Stacks, stacksOf } from './stacks.ts'
import { throwItem } from './throw-item.ts'
import { readClick, type WindowClick } from './window-click.ts'
import { WindowPackets } from './window-packets.ts'

/** Window ids cycle from 1 to 100; 0 is the player's own window. */
const WINDOW_IDS = 100

/** A window as one client sees it. */
interface View {
  readonly id: number
  readonly menu: Menu
  /** The client's belief about each slot; undefined where it must receive the slot. */
  known: (Item | null | undefined)[]
  readonly properties: number[]
  /** Number of a rejected click that the client has not acknowledged yet. */
  refused?: number
}

/** One player's windows: validates clicks and keeps the client's slots up to date. */
export class WindowSession implements InventoryWatcher {
  readonly #player: Player
  readonly #registry: Registry
  readonly #drops: Drops
  readonly #inventory: Inventory
  readonly #stacks: Stacks
  readonly #packets: WindowPackets
  readonly #clicks: Clicks
  readonly #own: View
  #view: View
  #lastId = 0
  /** Changes during a click are sent after it. */
  #clicking = false

  constructor(registry: Registry, player: Player, drops: Drops) {
    const { inventory } = player
    this.#registry = registry
    this.#drops = drops
    this.#player = player
    this.#inventory = inventory
    this.#stacks = stacksOf(registry)
    this.#packets = new WindowPackets(registry, this.#stacks, player)
    this.#clicks = new Clicks({
      stacks: this.#stacks,
      inventory,
      offHandKey: registry.data.isNewerOrEqualTo('1.16'),
      throwOut: (item) => throwItem(drops, player, item),
    })
    this.#own = viewOf(0, new PlayerMenu(this.#stacks, inventory, this.grid(inventory.slots, 1, 2)))
    this.#view = this.#own
    inventory.watch(this)
    player.receive('window_click', (packet) => this.#receiveClick(packet))
    player.receive('close_window', () => this.#close())
    player.receive<{ slot?: unknown; item?: unknown }>('set_creative_slot', (packet) =>
      this.#setCreatively(packet.slot, packet.item),
    )
    player.receive<{ windowId: number; action: number }>('transaction', ({ windowId, action }) => {
      const view = this.#view
      if (view.id === windowId && view.refused === action) delete view.refused
    })
    this.sendAll()
  }

  /** Creates a crafting grid of this player with its cells in `storage` from index `first` on. */
  grid(storage: (Item | null)[], first: number, width: number): CraftingGrid {
    return new CraftingGrid({
      stacks: this.#stacks,
      book: recipeBookOf(this.#registry),
      storage,
      first,
      width,
      giveBack: (item) => this.#returnItem(item),
    })
  }

  /** Opens a window in place of the current one. */
  open(menu: Menu): void {
    if (!menu.kind) return
    this.closeWindow()
    this.#lastId = (this.#lastId % WINDOW_IDS) + 1
    this.#view = viewOf(this.#lastId, menu)
    this.#packets.open(this.#lastId, menu.kind)
    this.sendAll()
    this.#sendProperties()
  }

  closeWindow(): void {
    if (this.#view !== this.#own) this.#packets.close(this.#view.id)
    this.#close()
  }

  /** Sends the whole open window. */
  sendAll(): void {
    const view = this.#view
    const items = itemsOf(view.menu)
    view.known = items
    if (view.menu.grid) view.menu.grid.touched = false
    this.#packets.items(view.id, items, this.#inventory.cursor)
  }

  changed(slot?: number): void {
    if (slot !== undefined) this.#markUnknown(slot)
    if (!this.#clicking) this.#sync()
  }

  /** Runs once a tick: sends changes by others, and closes windows whose block is gone or out of reach. */
  tick(): void {
    if (!this.#view.menu.valid()) this.closeWindow()
    this.#sync()
    this.#sendProperties()
  }

  #receiveClick(packet: object): void {
    const click = readClick(packet)
    const view = this.#view
    if (!click || click.windowId !== view.id || view.refused !== undefined) return
    if (!view.menu.valid()) {
      this.closeWindow()
      return
    }
    const upToDate = click.stateId === undefined || click.stateId === this.#packets.stateId
    this.#clicking = true
    const answer = this.#clicks.apply(view.menu, click)
    this.#clicking = false
    if (this.#packets.answersClicks) this.#checkNamedItem(click, answer)
    else this.#checkOutcome(click, upToDate)
  }

  /** In creative mode a client makes its own items. */
  #setCreatively(slot: unknown, item: unknown): void {
    if (this.#player.gameMode !== 'creative' || typeof item !== 'object') return
    const exists = Number.isInteger(slot) && Number(slot) > 0 && Number(slot) <= OFF_HAND
    if (exists) this.#inventory.set(Number(slot), this.#read(item ?? undefined))
  }

  /** Up to 1.16 a click packet names the clicked stack. */
  #checkNamedItem(click: WindowClick, answer: Item | null): void {
    const view = this.#view
    this.#sendResult()
    const accepted = this.#stacks.same(this.#read(click.item), answer)
    this.#packets.answer(view.id, click.action, accepted)
    if (accepted) {
      view.known = itemsOf(view.menu)
      return
    }
    view.refused = click.action
    this.sendAll()
  }

  /** From 1.17 on a click packet states the resulting slots and cursor. */
  #checkOutcome(click: WindowClick, upToDate: boolean): void {
    const view = this.#view
    let correct = upToDate
    for (const { location, item } of click.changedSlots) {
      const slot = view.menu.slots[location]
      if (!slot) continue
      const claimed = this.#read(item)
      if (slot !== view.menu.grid?.result) view.known[location] = claimed
      correct &&= slot === view.menu.grid?.result || this.#stacks.same(claimed, slot.item)
    }
    correct &&= this.#stacks.same(this.#read(click.cursorItem), this.#inventory.cursor)
    if (correct) this.#sync()
    else this.sendAll()
  }

  #read(item: object | undefined): Item | null {
    return item ? this.#stacks.fromNotch(item) : null
  }

  /** Returns loose stacks and switches to the player's own window. */
  #close(): void {
    const closed = this.#view
    this.#clicks.reset()
    this.#clicking = true
    for (const item of closed.menu.grid?.release() ?? []) this.#returnItem(item)
    this.#releaseCursor()
    this.#clicking = false
    if (closed !== this.#own) {
      for (let i = 0; i < SHARED_SLOTS; i++) {
        this.#own.known[MAIN_START + i] = closed.known[closed.menu.inventoryStart + i]
      }
      this.#view = this.#own
      closed.menu.closed?.()
    }
    this.#sync()
  }

  /** Up to 1.16, closing a window drops the cursor's stack; later it returns to the inventory. */
  #releaseCursor(): void {
    const { cursor } = this.#inventory
    this.#inventory.cursor = null
    if (!cursor) return
    if (this.#packets.answersClicks) throwItem(this.#drops, this.#player, cursor)
    else this.#returnItem(cursor)
  }

  #returnItem(item: Item): void {
    const surplus = this.#stacks.withCount(item, this.#inventory.give(item))
    if (surplus) throwItem(this.#drops, this.#player, surplus)
  }

  /** Marks an inventory slot for sending, where the open window shows it. */
  #markUnknown(slot: number): void {
    const { menu, known } = this.#view
    this.#own.known[slot] = undefined
    const shared = slot - MAIN_START
    if (shared >= 0 && shared < SHARED_SLOTS) known[menu.inventoryStart + shared] = undefined
  }

  /**
   * Sends every slot that the client does not know. The crafting result comes last, because clients continue when
   * they receive it.
   */
  #sync(): void {
    const { id, menu, known } = this.#view
    menu.slots.forEach((slot, i) => {
      const { item } = slot
      const before = known[i]
      if (item === before || slot === menu.grid?.result) return
      known[i] = item
      if (before === undefined || !this.#stacks.same(item, before)) this.#packets.slot(id, i, item)
    })
    this.#sendResult()
  }

  /** Clients wait for the result after every change of the grid, even if it stays the same. */
  #sendResult(): void {
    const { id, menu, known } = this.#view
    if (!menu.grid?.touched) return
    menu.grid.touched = false
    const { item } = menu.grid.result
    known[0] = item
    this.#packets.slot(id, 0, item)
  }

  #sendProperties(): void {
    const { id, menu, properties } = this.#view
    menu.properties?.().forEach((value, property) => {
      if (properties[property] === value) return
      properties[property] = value
      this.#packets.property(id, property, value)
    })
  }
}

function viewOf(id: number, menu: Menu): View {
  return { id, menu, known: [], properties: [] }
}

function itemsOf(menu: Menu): (Item | null)[] {
  return menu.slots.map((slot) => slot.item)
}

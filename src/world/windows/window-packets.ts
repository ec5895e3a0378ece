import { createRequire } from 'node:module'
import type { Item } from 'prismarine-item'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { MenuKind } from './menu.ts'
import type { Stacks } from './stacks.ts'

interface WindowTypes {
  windows: Record<string, { type: string | number } | null>
}
const require = createRequire(import.meta.url)
const windowsFor = require('prismarine-windows') as (registry: object) => WindowTypes

const typesOf = perVersion((registry) => windowsFor(registry.data).windows)

/** Exclusive upper bound of state ids. */
const STATE_IDS = 32_768

/** Window id and slot number of the cursor. */
const CURSOR = -1

/** Writes window contents in the packets of a version. */
export class WindowPackets {
  /** State id of the last packet to the client (1.17.1 and later). */
  stateId = 0
  /** Whether each click is answered with a `transaction` packet (up to 1.16). */
  readonly answersClicks: boolean
  readonly #registry: Registry
  readonly #stacks: Stacks
  readonly #player: Player

  constructor(registry: Registry, stacks: Stacks, player: Player) {
    this.answersClicks = registry.data.supportFeature('transactionPacketExists')
    this.#registry = registry
    this.#stacks = stacks
    this.#player = player
  }

  open(windowId: number, kind: MenuKind): void {
    const numbered = typesOf(this.#registry)[kind.type]
    this.#player.send('open_window', {
      windowId,
      inventoryType: numbered?.type ?? kind.legacyType,
      windowTitle: this.#title(kind.title),
      slotCount: kind.legacySlots,
    })
  }

  close(windowId: number): void {
    this.#player.send('close_window', { windowId })
  }

  items(windowId: number, items: readonly (Item | null)[], cursor: Item | null): void {
    this.#player.send('window_items', {
      windowId,
      stateId: this.#nextStateId(),
      items: items.map((item) => this.#stacks.toNotch(item)),
      carriedItem: this.#stacks.toNotch(cursor),
    })
    if (this.answersClicks) this.slot(CURSOR, CURSOR, cursor)
  }

  slot(windowId: number, slot: number, item: Item | null): void {
    this.#player.send('set_slot', {
      windowId,
      stateId: this.#nextStateId(),
      slot,
      item: this.#stacks.toNotch(item),
    })
  }

  property(windowId: number, property: number, value: number): void {
    this.#player.send('craft_progress_bar', { windowId, property, value })
  }

  answer(windowId: number, action: number, accepted: boolean): void {
    this.#player.send('transaction', { windowId, action, accepted })
  }

  #nextStateId(): number {
    this.stateId = (this.stateId + 1) % STATE_IDS
    return this.stateId
  }

  #title(key: string): unknown {
    return this.#registry.data.supportFeature('chatPacketsUseNbtComponents')
      ? { type: 'compound', value: { translate: { type: 'string', value: key } } }
      : JSON.stringify({ translate: key })
  }
}

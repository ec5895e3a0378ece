import type { Player } from './player.ts'

/** A right click on a block while holding an item. */
export interface BlockClick {
  /** The clicked block. */
  readonly x: number
  readonly y: number
  readonly z: number
  /** The clicked face, 0-5: down, up, north, south, west, east. */
  readonly face: number
}

/** Handles a right click on a block with an item; returns true when it consumed the click. */
export type ItemUse = (player: Player, click: BlockClick) => boolean

/** Right-click handlers by the name of the held item; blocks are placed elsewhere. */
export class ItemUses {
  readonly #byItem = new Map<string, ItemUse>()

  /** Registers the handler for an item name. */
  add(kind: string, use: ItemUse): void {
    this.#byItem.set(kind, use)
  }

  /** Right-clicks a block with an item; returns whether a handler consumed the click. */
  use(kind: string, player: Player, click: BlockClick): boolean {
    return this.#byItem.get(kind)?.(player, click) === true
  }
}

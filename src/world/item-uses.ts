import type { Player } from './player.ts'

/** A click on a block with something in the hand. */
export interface BlockClick {
  /** The block that is clicked. */
  readonly x: number
  readonly y: number
  readonly z: number
  /** Side of it, 0-5: down, up, north, south, west, east. */
  readonly face: number
}

/** Answers a click on a block with an item in the hand; true when it used the click up. */
export type ItemUse = (player: Player, click: BlockClick) => boolean

/** What things that are no blocks do to blocks, by kind of item. */
export class ItemUses {
  readonly #byItem = new Map<string, ItemUse>()

  /** Lets `use` answer clicks with an item of a kind. */
  add(kind: string, use: ItemUse): void {
    this.#byItem.set(kind, use)
  }

  /** Clicks with an item of a kind; whether that used the click up. */
  use(kind: string, player: Player, click: BlockClick): boolean {
    return this.#byItem.get(kind)?.(player, click) === true
  }
}

import type { Player } from './player.ts'

/** Handles a right click on a block; returns true when it consumed the click. */
export type Interaction = (player: Player, x: number, y: number, z: number) => boolean

/** Right-click handlers by block name. */
export class Interactions {
  readonly #byKind = new Map<string, Interaction>()

  /** Registers the handler for a block name. */
  add(kind: string, interaction: Interaction): void {
    this.#byKind.set(kind, interaction)
  }

  /** Right-clicks a block; returns whether a handler consumed the click. */
  use(kind: string, player: Player, x: number, y: number, z: number): boolean {
    return this.#byKind.get(kind)?.(player, x, y, z) === true
  }
}

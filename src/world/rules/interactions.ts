import type { Player } from '../player.ts'

/** Answers a right click on a block; true when it used the click up. */
export type Interaction = (player: Player, x: number, y: number, z: number) => boolean

/** What right clicks do to blocks, by kind. */
export class Interactions {
  readonly #byKind = new Map<string, Interaction>()

  /** Lets `interaction` answer clicks on blocks of a kind. */
  add(kind: string, interaction: Interaction): void {
    this.#byKind.set(kind, interaction)
  }

  /** Clicks a block of a kind; whether that used the click up. */
  use(kind: string, player: Player, x: number, y: number, z: number): boolean {
    return this.#byKind.get(kind)?.(player, x, y, z) === true
  }
}

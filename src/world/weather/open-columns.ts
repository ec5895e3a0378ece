import type { Player } from '../player.ts'
import type { Players } from '../players.ts'

/** The weather acts within this distance of a player (blocks). */
const DISTANCE = 128
/** The chunks on a side of the square that contains those. */
const SIDE = DISTANCE / 8 + 1

/** Picks columns of blocks for the weather, as the game does: each chunk near a player has the same chance. */
export class OpenColumns {
  readonly #players: Players
  readonly #random: () => number

  constructor(players: Players, random: () => number) {
    this.#players = players
    this.#random = random
  }

  /**
   * The columns of one tick, as block coordinates.
   * @param chance of a chunk to be picked.
   */
  *pick(chance: number): Generator<readonly [x: number, z: number]> {
    for (const player of this.#players) {
      const expected = SIDE * SIDE * chance
      const count = Math.floor(expected) + Number(this.#random() < expected % 1)
      for (let i = 0; i < count; i++) {
        const [x, z] = [this.#around(player.position.x), this.#around(player.position.z)]
        if (this.#nearby(x, z) === player) yield [x, z]
      }
    }
  }

  #around(middle: number): number {
    const chunk = (Math.floor(middle) >> 4) + this.#below(SIDE) - (SIDE >> 1)
    return chunk * 16 + this.#below(16)
  }

  /** The first player near a column, so that a chunk near several is not picked more often. */
  #nearby(x: number, z: number): Player | undefined {
    for (const player of this.#players) {
      const { position } = player
      const distance = Math.hypot((x & ~15) + 8 - position.x, (z & ~15) + 8 - position.z)
      if (distance < DISTANCE && player.knowsColumn(x, z)) return player
    }
    return undefined
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
}

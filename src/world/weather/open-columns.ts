import type { Player } from '../player.ts'
import type { Players } from '../players.ts'

/** The weather acts within this distance of a player (blocks). */
const DISTANCE = 128
/** Side of the square of chunks that contains those (blocks). */
const SIDE = 2 * DISTANCE + 16

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
      const expected = (SIDE / 16) ** 2 * chance
      const count = Math.floor(expected) + Number(this.#random() < expected % 1)
      for (let i = 0; i < count; i++) {
        const column = Math.floor(this.#random() * SIDE ** 2)
        const x = corner(player.position.x) + (column % SIDE)
        const z = corner(player.position.z) + Math.floor(column / SIDE)
        if (this.#nearby(x, z) === player) yield [x, z]
      }
    }
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
}

/** The lowest block coordinate of the square around a position. */
function corner(middle: number): number {
  return (Math.floor(middle) & ~15) - DISTANCE
}

import type { Level } from '../level.ts'
import type { Players } from '../players.ts'

/** Action of a chest in the block action packet: the number of players who have it open has changed. */
const VIEWERS_CHANGED = 1
/** Kinds with a lid that clients see move. */
const WITH_LIDS: ReadonlySet<string> = new Set(['chest', 'trapped_chest'])

type Position = readonly [x: number, y: number, z: number]

/** The lids of chests: clients see them open while a player looks inside. */
export class Lids {
  readonly #level: Level
  readonly #players: Players
  readonly #viewers = new Map<string, number>()

  constructor(level: Level, players: Players) {
    this.#level = level
    this.#players = players
  }

  /** Opens the lids at the positions; the result closes them again. */
  open(positions: readonly Position[]): () => void {
    for (const position of positions) this.#change(position, 1)
    return () => {
      for (const position of positions) this.#change(position, -1)
    }
  }

  #change([x, y, z]: Position, by: 1 | -1): void {
    const key = `${x} ${y} ${z}`
    const viewers = Math.max(0, (this.#viewers.get(key) ?? 0) + by)
    if (viewers === 0) this.#viewers.delete(key)
    else this.#viewers.set(key, viewers)
    const kind = this.#level.name(x, y, z)
    if (!WITH_LIDS.has(kind)) return
    const packet = {
      location: { x, y, z },
      byte1: VIEWERS_CHANGED,
      byte2: viewers,
      blockId: this.#level.registry.data.blocksByName[kind]?.id ?? 0,
    }
    for (const player of this.#players)
      if (player.knowsColumn(x, z)) player.send('block_action', packet)
  }
}

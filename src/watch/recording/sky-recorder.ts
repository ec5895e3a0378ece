import type { GameState } from '#body/game-state'
import type { Emit } from './recording-writer.ts'

/** Interval between two records of the time of day (ticks). */
const INTERVAL = 100

/** Records the time of day and the weather. */
export class SkyRecorder {
  readonly #game: GameState
  readonly #emit: Emit
  #rain: boolean | null = null

  constructor(game: GameState, emit: Emit) {
    this.#game = game
    this.#emit = emit
  }

  update(ticks: number): void {
    const { timeOfDay: time, raining: rain } = this.#game
    if (rain === this.#rain && ticks % INTERVAL !== 0) return
    this.#rain = rain
    this.#emit({ name: 'sky', time, rain })
  }
}

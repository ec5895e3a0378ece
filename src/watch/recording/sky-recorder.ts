import type { GameState } from '#body/game-state'
import type { Say } from './recording-writer.ts'

/** How often the time of day is told (ticks). */
const TELL_TICKS = 100

/** Records the time of day and the weather. */
export class SkyRecorder {
  readonly #game: GameState
  readonly #say: Say
  #rain: boolean | null = null

  constructor(game: GameState, say: Say) {
    this.#game = game
    this.#say = say
  }

  update(ticks: number): void {
    const { timeOfDay: time, raining: rain } = this.#game
    if (rain === this.#rain && ticks % TELL_TICKS !== 0) return
    this.#rain = rain
    this.#say({ name: 'sky', time, rain })
  }
}

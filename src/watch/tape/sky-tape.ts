import type { Spectator } from '../../body/spectator.ts'
import type { Say } from './tape-writer.ts'

/** How often the time of day is told (ticks). */
const TELL_TICKS = 100

/** Records the time of day and the weather. */
export class SkyTape {
  readonly #spectator: Spectator
  readonly #say: Say
  #rain: boolean | null = null

  constructor(spectator: Spectator, say: Say) {
    this.#spectator = spectator
    this.#say = say
  }

  update(ticks: number): void {
    const { timeOfDay: time, raining: rain } = this.#spectator
    if (rain === this.#rain && ticks % TELL_TICKS !== 0) return
    this.#rain = rain
    this.#say({ name: 'sky', time, rain })
  }
}

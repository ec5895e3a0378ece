import { pauseTitle } from '#events/titles'
import { plainText } from '#wire/plain-text'

/** A simulation replaces the timers of the process. */
const { setInterval, clearInterval } = globalThis
const { performance } = globalThis
const now = performance.now.bind(performance)

const SECOND_MS = 1000
/** A wait is reported after this time, and again whenever it has doubled (s). */
const FIRST_REPORT = 10
/** Longest line about a pause (characters). */
const PAUSE_LENGTH = 400

/** Watches a wait by the wall clock, whatever time the game has. */
export class LongWait {
  readonly #onSecond: (seconds: number) => void
  #timer: NodeJS.Timeout | undefined

  /** @param onSecond called in every second of a wait, with its duration. */
  constructor(onSecond: (seconds: number) => void) {
    this.#onSecond = onSecond
  }

  begin(): void {
    this.end()
    const begunMs = now()
    this.#timer = setInterval(() => {
      this.#onSecond(Math.round((now() - begunMs) / SECOND_MS))
    }, SECOND_MS)
    this.#timer.unref()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Whether a wait of this duration gets a line where lines cannot be redrawn: after 10 s, 20 s, 40 s and so on. */
export function isReported(seconds: number): boolean {
  const doublings = Math.log2(seconds / FIRST_REPORT)
  return doublings >= 0 && Number.isInteger(doublings)
}

/** Prints a pause that a model's server asks for on standard error. */
export function reportPause(pause: Parameters<typeof pauseTitle>[0]): void {
  console.error(plainText(pauseTitle(pause), PAUSE_LENGTH))
}

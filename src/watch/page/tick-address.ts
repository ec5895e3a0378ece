import { tickIn } from './state/view-options.ts'

/** Shortest time between two changes of the address (ms), because browsers limit them. */
const MIN_PAUSE_MS = 300

/** The tick in the page's address: `#t=1200`, or `#t=1:10`. */
export class TickAddress {
  /** The tick to write, null to remove it, or undefined when nothing has changed. */
  #wanted: number | null | undefined
  #written = Number.NEGATIVE_INFINITY

  /** @param onChange is called when the user changes the tick in the address. */
  constructor(onChange: (tick: number) => void) {
    addEventListener('hashchange', () => {
      const { tick } = this
      if (tick !== null) onChange(tick)
    })
  }

  /** The tick in the address; null for none. */
  get tick(): number | null {
    return tickIn(location.hash)
  }

  /** Sets or removes the tick; `write` puts it into the address. */
  set(tick: number | null): void {
    this.#wanted = tick
  }

  /** Writes the latest change, unless the last one is too recent; `now` in ms. */
  write(now: number): void {
    if (this.#wanted === undefined || now - this.#written < MIN_PAUSE_MS) return
    this.#written = now
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted === this.tick) return
    const hash = wanted === null ? '' : `#t=${wanted}`
    history.replaceState(history.state, '', location.pathname + location.search + hash)
  }
}

/** Shortest time between two changes of the address (ms): browsers refuse too many. */
const PAUSE_MS = 300

/** The tick at the end of the page's address: `#t=1200`. */
export class TickAddress {
  /** What is to be written; undefined when nothing is. */
  #wanted: number | null | undefined
  #written = Number.NEGATIVE_INFINITY

  /** @param onChange is told the tick that somebody else has put there. */
  constructor(onChange: (tick: number) => void) {
    addEventListener('hashchange', () => {
      const { tick } = this
      if (tick !== null) onChange(tick)
    })
  }

  /** The tick that the address asks for; null for none. */
  get tick(): number | null {
    const [, tick] = /^#t=(\d+)$/.exec(location.hash) ?? []
    return tick === undefined ? null : Number(tick)
  }

  /** Has a tick written, or taken away, soon. */
  tell(tick: number | null): void {
    this.#wanted = tick
  }

  /** Writes what is to be written; `now` in ms. */
  write(now: number): void {
    if (this.#wanted === undefined || now - this.#written < PAUSE_MS) return
    this.#written = now
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted === this.tick) return
    const hash = wanted === null ? '' : `#t=${wanted}`
    history.replaceState(history.state, '', location.pathname + location.search + hash)
  }
}

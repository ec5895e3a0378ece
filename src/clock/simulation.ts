import FakeTimers, { type Clock } from '@sinonjs/fake-timers'
import seedrandom from 'seedrandom'
import { TICK_MS } from './game-clock.ts'
import { Pace } from './pace.ts'

/** A fixed date, so that a simulated history does not depend on the date of the run. */
const EPOCH_MS = Date.UTC(2024, 0, 1)

/** Limit on lost time that immediate ticks make up for (ms). */
const MAX_BEHIND_MS = 1000

const realPerformanceNow = performance.now.bind(performance)
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis

/**
 * Simulated time for a whole process: server and bot share one clock, which advances in ticks of 50 ms as soon as the work of
 * each tick is done. `Math.random` is seeded, so that one seed gives one history.
 *
 * Install it before mineflayer or minecraft-protocol is loaded, because they keep references to the timer functions.
 */
export class Simulation {
  readonly #clock: Clock
  readonly #held: Held[] = []
  #running = true
  readonly #pace: Pace

  private constructor(clock: Clock, pace: Pace) {
    this.#clock = clock
    this.#pace = pace
  }

  static install(seed: number, pace = new Pace()): Simulation {
    const clock = FakeTimers.install({
      now: EPOCH_MS,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      // A connection that was opened before may still have native timers.
      shouldClearNativeTimers: true,
    })
    Math.random = seedrandom(`delver-${seed}`)
    return new Simulation(clock, pace)
  }

  /** Wall-clock milliseconds, unaffected by the simulation. */
  static wallMs(): number {
    return realPerformanceNow()
  }

  /** Advances ticks until `work` settles, and settles like it. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false
    const done = () => {
      settled = true
    }
    const over = work.then(done, done)
    let due = realPerformanceNow()
    while (!settled && this.#running) {
      await this.#standStill(over)
      if (settled) break
      if (this.#pace.paused) {
        await Promise.race([this.#pace.resumed(), over])
        due = realPerformanceNow()
        continue
      }
      await this.#tick()
      due = await this.#keepPace(due)
    }
    return work
  }

  /**
   * Waits until the next tick is due.
   * @param due time at which the last tick was due (ms of the wall clock).
   * @returns time at which the next tick was due.
   */
  async #keepPace(due: number): Promise<number> {
    const { speed } = this.#pace
    const now = realPerformanceNow()
    if (speed === 'max') return now
    const next = Math.max(due + TICK_MS / speed, now - MAX_BEHIND_MS)
    if (next - now <= 1) return next
    let timer: NodeJS.Timeout | undefined
    const elapsed = new Promise<boolean>((resolve) => {
      timer = realSetTimeout(resolve, next - now, true)
    })
    const slept = await Promise.race([elapsed, this.#pace.change.then(() => false)])
    realClearTimeout(timer)
    // After a change of speed, the next tick counts from now.
    return slept ? next : realPerformanceNow()
  }

  /** Advances a number of ticks. */
  async advance(ticks: number): Promise<void> {
    for (let i = 0; i < ticks; i++) {
      await this.#standStill()
      await this.#tick()
    }
  }

  /**
   * Stops game time until `work`, which runs outside of the simulation, settles, and settles like it. Concurrent calls settle in
   * the order in which they began, so that their duration does not affect the history.
   */
  standStill<T>(work: Promise<T>): Promise<T> {
    return new Promise<void>((release) => {
      const held: Held = { done: false, settled: work.then(onSettled, onSettled), release }
      function onSettled() {
        held.done = true
      }
      this.#held.push(held)
    }).then(() => work)
  }

  /** Waits for the work that game time stops for, or for `over`. */
  async #standStill(over?: Promise<void>): Promise<void> {
    for (;;) {
      // Work that ends here may start more work that game time stops for.
      while (fileSystemBusy()) await immediate()
      const held = this.#held[0]
      if (!held) return
      // The process becomes idle first, however long the work takes.
      await atRest()
      await Promise.race([held.settled, over ?? held.settled])
      if (!held.done) return
      this.#held.shift()
      held.release()
      await atRest()
    }
  }

  async #tick(): Promise<void> {
    try {
      this.#clock.tick(TICK_MS)
    } catch (error) {
      // An error in a timer stays uncaught, as with real timers.
      queueMicrotask(() => {
        throw error
      })
    }
    await immediate()
    await immediate()
  }

  /** Restores the real clock. */
  uninstall(): void {
    this.#running = false
    this.#clock.uninstall()
  }
}

/** Work that game time stops for. */
interface Held {
  done: boolean
  readonly settled: Promise<void>
  readonly release: () => void
}

/**
 * Whether file-system work is in progress. It ends in real time, so advancing the clock meanwhile would make two runs of one
 * seed differ.
 */
function fileSystemBusy(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((kind) => kind.startsWith('FSReq') || kind === 'CloseReq')
}

function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Limit on turns of the event loop until the process is idle. */
const MAX_TURNS = 100

/** Waits until only timers are left to do. */
async function atRest(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    await immediate()
    if (!fileSystemBusy() && !process.getActiveResourcesInfo().includes('Immediate')) return
  }
}

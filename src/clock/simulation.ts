import FakeTimers, { type Clock } from '@sinonjs/fake-timers'
import seedrandom from 'seedrandom'
import { TICK_MS } from './game-clock.ts'
import { Pace } from './pace.ts'

/** A fixed date, so that nothing in a simulated history depends on the day it was run. */
const EPOCH_MS = Date.UTC(2024, 0, 1)

/** How much of the time that was lost is made up for by ticks that follow at once (ms). */
const MOST_BEHIND_MS = 1000

const realPerformanceNow = performance.now.bind(performance)
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis

/**
 * Simulated time for a whole process: server and bot share one clock that advances in ticks of
 * 50 ms as fast as the work of each tick is done. `Math.random` is seeded, so that one seed gives
 * one history.
 *
 * Must be installed before mineflayer or flying-squid is loaded, since they keep references to the
 * timer functions.
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
      // A connection that was opened before may still have some.
      shouldClearNativeTimers: true,
    })
    Math.random = seedrandom(`delver-${seed}`)
    return new Simulation(clock, pace)
  }

  /** Wall-clock milliseconds, unaffected by the simulation. */
  static wallMs(): number {
    return realPerformanceNow()
  }

  /** Advances ticks until `work` settles, and returns or throws what it does. */
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
   * Waits until the next tick may come.
   * @param due When the last one might (ms of the wall clock); what it gives back is the same for the next.
   */
  async #keepPace(due: number): Promise<number> {
    const { speed } = this.#pace
    const now = realPerformanceNow()
    if (speed === 'max') return now
    const next = Math.max(due + TICK_MS / speed, now - MOST_BEHIND_MS)
    if (next - now <= 1) return next
    let timer: NodeJS.Timeout | undefined
    const elapsed = new Promise<boolean>((resolve) => {
      timer = realSetTimeout(resolve, next - now, true)
    })
    const slept = await Promise.race([elapsed, this.#pace.change.then(() => false)])
    realClearTimeout(timer)
    // At another speed, the next tick is due at another time.
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
   * Lets no game time pass until the work, which goes on outside of the simulation, has settled;
   * returns or throws what it does. Several at once come to an end in the order they were begun, so
   * that how long each takes makes no difference to the history.
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

  /** Waits for what time has to stand still for, or for `over`. */
  async #standStill(over?: Promise<void>): Promise<void> {
    for (;;) {
      // What ends now may begin what time has to stand still for.
      while (fileSystemBusy()) await immediate()
      const held = this.#held[0]
      if (!held) return
      // All else comes to rest, whether the work takes long or no time at all.
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
      // What a timer throws is for nobody to catch, as on the wall clock.
      queueMicrotask(() => {
        throw error
      })
    }
    await immediate()
    await immediate()
  }

  /** Gives the process its real clock back. */
  uninstall(): void {
    this.#running = false
    this.#clock.uninstall()
  }
}

/** Work that time stands still for. */
interface Held {
  done: boolean
  readonly settled: Promise<void>
  readonly release: () => void
}

/**
 * File-system work finishes in real time: letting the clock pass it by would make two runs of one
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

/** More turns of the event loop than anything that comes to rest by itself needs. */
const MOST_TURNS = 100

/** Waits until nothing is left to do before a timer fires. */
async function atRest(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await immediate()
    if (!fileSystemBusy() && !process.getActiveResourcesInfo().includes('Immediate')) return
  }
}

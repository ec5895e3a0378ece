import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'

/** Mean time between random ticks of a block: each tick picks 3 of the 4096 blocks in a section. */
export const RANDOM_TICK_MEAN = 4096 / 3

/** Maximum number of scheduled ticks that a rule handles in one tick; the rest wait for the next. */
const MAX_PER_TICK = 256

/** Scheduled ticks of one rule, at most one pending for each block. */
export class Schedule {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #work: (x: number, y: number, z: number) => void
  readonly #due = new Map<number, number[]>()
  readonly #pending = new Set<number>()
  #overdue: number[] = []

  constructor(level: Level, time: WorldTime, work: (x: number, y: number, z: number) => void) {
    this.#level = level
    this.#time = time
    this.#work = work
    time.everyTick(() => this.#step())
  }

  /** Schedules a block after a number of ticks (at least 1), unless it is already scheduled. */
  add(x: number, y: number, z: number, ticks: number): void {
    const key = pack(x, y, z)
    if (this.#pending.has(key)) return
    this.#pending.add(key)
    const tick = this.#time.tick + Math.max(1, ticks)
    const listed = this.#due.get(tick)
    if (listed) listed.push(key)
    else this.#due.set(tick, [key])
  }

  #step(): void {
    const { tick } = this.#time
    const now = this.#due.get(tick)
    this.#due.delete(tick)
    if (now) this.#overdue = this.#overdue.length > 0 ? this.#overdue.concat(now) : now
    if (this.#overdue.length === 0) return
    const batch = this.#overdue.splice(0, MAX_PER_TICK)
    for (const key of batch) {
      this.#pending.delete(key)
      const x = Math.floor(key / (SPAN * HEIGHT)) - SPAN / 2
      const z = (Math.floor(key / HEIGHT) % SPAN) - SPAN / 2
      const y = (key % HEIGHT) - HEIGHT / 2
      // Changing an unloaded block would generate its column again.
      if (this.#level.isLoaded(x, z)) this.#work(x, y, z)
    }
  }
}

/** Ranges of coordinates that fit into one integer. */
const SPAN = 1 << 21
const HEIGHT = 1 << 10

function pack(x: number, y: number, z: number): number {
  return ((x + SPAN / 2) * SPAN + (z + SPAN / 2)) * HEIGHT + (y + HEIGHT / 2)
}

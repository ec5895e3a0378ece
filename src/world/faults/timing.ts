import { type FaultWorld, Recurring } from './fault.ts'

/** Slowest rate of a lagging server (of 1; its ticks a second are 20 times this). */
const MIN_RATE = 0.5
/** How long a rate lasts (ticks of real time). */
const RATE_TICKS = [100, 400] as const

/** Time between two stalls, and their length (ticks of real time). */
const STALL_PAUSE = [600, 2400] as const
const STALL_TICKS = [40, 160] as const

/** Columns are sent once in this many ticks, and at first only those next to the player (chunks). */
const COLUMN_TICKS = 10
const JOIN_DISTANCE = 1

/** The world runs at changing rates between 10 and 20 ticks a second. */
export function lag({ hooks, time, random }: FaultWorld): void {
  time.isLate = true
  const changes = new Recurring(random, ...RATE_TICKS)
  const draw = () => MIN_RATE + random() * (1 - MIN_RATE)
  let rate = draw()
  let due = 0
  hooks.holdTicks(() => {
    if (changes.step()) rate = draw()
    due += rate
    if (due < 1) return true
    due--
    return false
  })
}

/** The world stands still for seconds. It reads what players sent in the meantime when it continues. */
export function stall({ hooks, players, time, random }: FaultWorld): void {
  time.isLate = true
  const [shortest, longest] = STALL_TICKS
  const stalls = new Recurring(random, ...STALL_PAUSE)
  let left = 0
  hooks.holdTicks(() => {
    if (left > 0) {
      if (--left === 0) for (const { connection } of players) connection.release()
      return left > 0
    }
    if (!stalls.step()) return false
    left = Math.round(shortest + random() * (longest - shortest))
    for (const { connection } of players) connection.hold()
    return true
  })
}

/** Columns arrive slowly, at the beginning and on the way. */
export function slowChunks({ hooks, time }: FaultWorld): void {
  hooks.joinDistance = JOIN_DISTANCE
  hooks.gateColumns(() => time.tick % COLUMN_TICKS === 0)
}

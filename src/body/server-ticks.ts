import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** Delay of a packet that is not lag yet (ticks). */
const TOLERANCE = 5
/** Longest progress of the world between two packets with the time: anything else is another world (ticks). */
const MAX_STEP = 1200

/**
 * Tells the clock how many ticks the server misses, by the age of the world that it sends about once a second. A server
 * that runs faster than 20 ticks a second, or sends no age, has no effect.
 */
export function countServerTicks(bot: Bot, clock: GameClock): void {
  /** Ticks missed before the current stretch of the world's time. */
  let before = clock.missedTicks
  let start: { readonly age: number; readonly tick: number } | undefined
  let last: { readonly age: number; readonly missed: number } | undefined
  bot.on('time', () => {
    const age = Number(bot.time.bigAge)
    const tick = clock.rawTick
    const step = last ? age - last.age : 0
    if (!start || !last || step < 0 || step > MAX_STEP) {
      before += last?.missed ?? 0
      start = { age, tick }
      last = { age, missed: 0 }
      return
    }
    // A world whose time stands still does not lag.
    if (step === 0) return
    const late = tick - start.tick - (age - start.age)
    if (late < 0) start = { age, tick: tick - last.missed }
    const isLate = Math.abs(late - last.missed) > TOLERANCE
    const missed = late < 0 || !isLate ? last.missed : late
    last = { age, missed }
    clock.serverMissed(before + missed)
  })
}

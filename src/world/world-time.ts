import { DAY_TICKS } from '#knowledge/daylight'
import type { Player } from './player.ts'

/** Named times of day (ticks since sunrise): those of the game's `/time set`, and the beginning of sunset. */
export const TIMES_OF_DAY = { day: 1000, noon: 6000, dusk: 12_000, night: 13_000 } as const

const OVERWORLD_CLOCK = 0

/** The time of a world, and the work done in each of its ticks (50 ms). */
export class WorldTime {
  /** Ticks since the world started. */
  tick = 0
  /** Ticks since the first sunrise. */
  sinceSunrise: number
  /** Whether ticks come late: clients are ahead of the world then. */
  isLate = false
  /** The game rule `doDaylightCycle` (`advance_time` from 1.21.11 on): whether the time of day advances. */
  advances = true
  readonly #work: (() => void)[] = []
  #once: (() => void)[] = []

  /** @param ofDay time of day at which the world starts. */
  constructor(ofDay = 0) {
    this.sinceSunrise = ofDay
  }

  /** Ticks since sunrise, below {@link DAY_TICKS}. */
  get ofDay(): number {
    return this.sinceSunrise % DAY_TICKS
  }

  /** Time only moves forward: a time of day that is over comes on the next day. */
  set ofDay(ticks: number) {
    const next = ticks < this.ofDay ? DAY_TICKS : 0
    this.sinceSunrise += ticks - this.ofDay + next
  }

  /** Calls `work` in every tick, in the order of registration. */
  everyTick(work: () => void): void {
    this.#work.push(work)
  }

  /** Calls `work` at the end of the next tick. */
  nextTick(work: () => void): void {
    this.#once.push(work)
  }

  /** Advances time by one tick. */
  step(): void {
    this.tick++
    if (this.advances) this.sinceSunrise++
    for (const work of this.#work) work()
    const due = this.#once
    this.#once = []
    for (const work of due) work()
  }

  /** A time that stands still while `runs` returns false. Its time of day is that of this one. */
  branch(runs: () => boolean): WorldTime {
    const branch = new WorldTime()
    const follow = () => {
      branch.sinceSunrise = this.sinceSunrise
      branch.isLate = this.isLate
    }
    follow()
    this.everyTick(() => {
      if (runs()) branch.step()
      follow()
    })
    return branch
  }

  /** Sends a player the time of day. */
  sendTo(player: Player): void {
    const { advances, sinceSunrise } = this
    // Up to 1.21.1 a negative time of day stands still.
    const isSigned = !player.connection.registry.data.isNewerOrEqualTo('1.21.2')
    player.send('update_time', {
      age: long(this.tick),
      time: long(isSigned && !advances ? -Math.max(1, sinceSunrise) : sinceSunrise),
      tickDayTime: advances,
      // Since 26.1 each dimension has a clock.
      clockUpdates: [
        { id: OVERWORLD_CLOCK, totalTicks: sinceSunrise, partialTick: 0, rate: advances ? 1 : 0 },
      ],
    })
  }
}

/** A 64-bit integer in minecraft-protocol's form: high and low half, both signed. */
function long(value: number): [number, number] {
  const high = Math.floor(value / 2 ** 32)
  return [high, (value - high * 2 ** 32) | 0]
}

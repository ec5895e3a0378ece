import type { Vec3 } from 'vec3'
import type { GameClock } from '../clock/game-clock.ts'

/** How far around a place of death it is shunned (blocks), and for how long (ticks). */
const DEATH_RADIUS = 14
const DEATH_TICKS = 4000
/** The same for a monster that the agent had to run from. */
const FOE_RADIUS = 10
const FOE_TICKS = 1000

interface Danger {
  readonly place: Vec3
  readonly radius: number
  readonly until: number
}

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Where the agent had better not be for a while: what hurt it there is likely to be there still. */
export class Dangers {
  readonly #clock: GameClock
  #known: Danger[] = []

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  diedAt(place: Vec3): void {
    this.#known.push({ place, radius: DEATH_RADIUS, until: this.#clock.tick + DEATH_TICKS })
  }

  fledFrom(place: Vec3): void {
    this.#known.push({ place, radius: FOE_RADIUS, until: this.#clock.tick + FOE_TICKS })
  }

  near(place: Place): boolean {
    return this.distanceToSafety(place) > 0
  }

  /** How deep within a danger a place is (blocks); 0 where nothing is known to hurt. */
  distanceToSafety({ x, y, z }: Place): number {
    if (this.#known.length === 0) return 0
    this.#known = this.#known.filter(({ until }) => until > this.#clock.tick)
    const depth = ({ place, radius }: Danger) =>
      radius - Math.hypot(x - place.x, y - place.y, z - place.z)
    return this.#known.reduce((most, danger) => Math.max(most, depth(danger)), 0)
  }
}

import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** How far around a place of death it is shunned (blocks), and for how long (ticks). */
const DEATH_RADIUS = 14
const DEATH_TICKS = 4000
/** The same for a monster that the agent had to run from. */
const FOE_RADIUS = 10
const FOE_TICKS = 1000
/** The same for a place where something was given up. */
const GIVEN_UP_RADIUS = 10

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
    this.#add({ place, radius: DEATH_RADIUS, until: this.#clock.tick + DEATH_TICKS })
  }

  fledFrom(place: Vec3): void {
    this.#add({ place, radius: FOE_RADIUS, until: this.#clock.tick + FOE_TICKS })
  }

  /** @param ticks how long to stay away. */
  gaveUpAt(place: Vec3, ticks: number): void {
    this.#add({ place, radius: GIVEN_UP_RADIUS, until: this.#clock.tick + ticks })
  }

  clear(): void {
    this.#known = []
  }

  near(place: Place): boolean {
    return this.distanceToSafety(place) > 0
  }

  /** How deep within a danger a place is (blocks); 0 where nothing is known to hurt. */
  distanceToSafety({ x, y, z }: Place): number {
    let most = 0
    for (const { place, radius, until } of this.#known) {
      if (until <= this.#clock.tick) continue
      most = Math.max(most, radius - Math.hypot(x - place.x, y - place.y, z - place.z))
    }
    return most
  }

  /** Routes ask for every position: what is over, or known of the same place, is not kept. */
  #add(danger: Danger): void {
    const { place, radius } = danger
    this.#known = this.#known.filter(
      (old) => old.until > this.#clock.tick && !(old.radius === radius && old.place.equals(place)),
    )
    this.#known.push(danger)
  }
}

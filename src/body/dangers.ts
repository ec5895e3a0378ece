import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** Radius (blocks) and duration (ticks) of the danger around a place where the agent died. */
const DEATH_RADIUS = 14
const DEATH_TICKS = 4000
/** The same around a monster that the agent retreated from. */
const FOE_RADIUS = 10
const FOE_TICKS = 1000
/** Radius around a place where the agent gave up a goal (blocks). */
const GIVEN_UP_RADIUS = 10
/** What is at least this much lower than a place is below it rather than beside it (blocks). */
const BELOW = 3

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

/** Places to avoid for a while, because what hurt the agent there is probably still there. */
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

  /** @param ticks duration of the danger. */
  gaveUpAt(place: Vec3, ticks: number): void {
    this.#add({ place, radius: GIVEN_UP_RADIUS, until: this.#clock.tick + ticks })
  }

  clear(): void {
    this.#known = []
  }

  near(place: Place): boolean {
    return this.distanceToSafety(place) > 0
  }

  /** Distance from a place to the edge of the danger around it (blocks); 0 outside all dangers. */
  distanceToSafety({ x, y, z }: Place): number {
    return this.#deepest((danger) => Math.hypot(x - danger.x, y - danger.y, z - danger.z))
  }

  /** Horizontal distance from a place to the nearest one without a danger below (blocks); 0 if none is below the place. */
  distanceAside({ x, y, z }: Place): number {
    return this.#deepest((danger) =>
      y - danger.y >= BELOW ? Math.hypot(x - danger.x, z - danger.z) : Infinity,
    )
  }

  /** The most by which a distance falls short of a danger's radius (blocks); 0 where none does. */
  #deepest(distanceTo: (danger: Vec3) => number): number {
    let most = 0
    for (const { place, radius, until } of this.#known)
      if (until > this.#clock.tick) most = Math.max(most, radius - distanceTo(place))
    return most
  }

  /** Route planning checks every position, so expired dangers and repetitions are dropped. */
  #add(danger: Danger): void {
    const { place, radius } = danger
    this.#known = this.#known.filter(
      (old) => old.until > this.#clock.tick && !(old.radius === radius && old.place.equals(place)),
    )
    this.#known.push(danger)
  }
}

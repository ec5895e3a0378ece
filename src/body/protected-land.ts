import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** The nearest digs that tell whether a place is protected, and how many of them the server must have refused, and may have let pass. */
const NEAREST = 5
const MIN_REFUSED = 3
const MAX_ACCEPTED = 1
/** They lie within this distance of the place, the nearest within the second one (horizontal blocks). */
const AROUND = 16
const NEAR = 8
/** Time in which the server shows a block again that it did not let the agent dig (ticks). */
const RESTORED_TICKS = 10
/** Time after which the agent tries again (ticks), and the number of digs that it remembers. */
const MEMORY_TICKS = 6000
const MAX_DIGS = 48
/** Time for which an answer holds (ticks). */
const ANSWER_TICKS = 100

/** A dig that the server has refused or let pass. */
interface Dig {
  readonly place: Vec3
  readonly tick: number
  readonly isRefused: boolean
}

/** A block that the client has seen break, with its state before. */
interface Dug {
  readonly place: Vec3
  readonly tick: number
  readonly state: number
}

/**
 * Where the server takes back what the agent digs, at any height: the surroundings of a spawn point, or land that a plugin
 * protects. A single refusal can have other reasons.
 */
export class ProtectedLand {
  readonly #clock: GameClock
  #digs: Dig[] = []
  #dug: Dug[] = []
  /** Answers of {@link has} by column, since the last dig or for some ticks: routes ask for many blocks. */
  readonly #answers = new Map<string, boolean>()
  #answeredAt = 0

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  /** The server has not let the agent dig a block. */
  refused(place: Vec3): void {
    this.#note(place, true)
  }

  /** A block has broken, as far as the client knows. @param state its state before. */
  dug(place: Vec3, state: number): void {
    this.#dug.push({ place: place.clone(), state, tick: this.#clock.tick })
  }

  /**
   * Judges the digs of a moment ago: the server has shown again what it did not let the agent dig.
   * @param stateAt state of a block, as the client knows it; undefined where the agent has placed one itself.
   */
  judge(stateAt: (place: Vec3) => number | undefined): void {
    const until = this.#clock.tick - RESTORED_TICKS
    for (const { place, state, tick } of this.#dug) {
      if (tick > until) continue
      const now = stateAt(place)
      if (now === undefined) continue
      const isRefused = now === state
      // Without refusals, the other digs say nothing.
      if (isRefused || this.#digs.length > 0) this.#note(place, isRefused)
    }
    this.#dug = this.#dug.filter(({ tick }) => tick > until)
  }

  /** Whether a place seems to be protected. */
  has(x: number, z: number): boolean {
    if (this.#digs.length < MIN_REFUSED) return false
    if (this.#clock.tick - this.#answeredAt > ANSWER_TICKS) this.#answers.clear()
    if (this.#answers.size === 0) this.#answeredAt = this.#clock.tick
    const key = `${x},${z}`
    const answer = this.#answers.get(key) ?? this.#judgeBy(x, z)
    this.#answers.set(key, answer)
    return answer
  }

  /** Whether a place is protected, by the nearest digs. */
  #judgeBy(x: number, z: number): boolean {
    const since = this.#clock.tick - MEMORY_TICKS
    const nearest = this.#digs
      .map(({ place, tick, isRefused }) => ({ tick, isRefused, away: distance(place, x, z) }))
      .filter(({ tick, away }) => tick >= since && away <= AROUND)
      .sort((a, b) => a.away - b.away)
      .slice(0, NEAREST)
    const refused = nearest.filter(({ isRefused }) => isRefused).length
    const [first] = nearest
    return (
      first !== undefined &&
      first.away <= NEAR &&
      refused >= MIN_REFUSED &&
      nearest.length - refused <= MAX_ACCEPTED
    )
  }

  /** Forgets all places. */
  clear(): void {
    this.#digs = []
    this.#dug = []
    this.#answers.clear()
  }

  #note(place: Vec3, isRefused: boolean): void {
    const others = this.#digs.filter((one) => !one.place.equals(place))
    this.#digs = [...others, { place: place.clone(), tick: this.#clock.tick, isRefused }].slice(
      -MAX_DIGS,
    )
    if (!this.#digs.some((one) => one.isRefused)) this.#digs = []
    this.#answers.clear()
  }
}

/** Horizontal distance, the longer of its two parts (blocks). */
function distance(place: Vec3, x: number, z: number): number {
  return Math.max(Math.abs(place.x - x), Math.abs(place.z - z))
}

import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** The nearest blocks that tell whether a place is protected, and how often the server must have refused one of them. */
const NEAREST = 5
const MIN_REFUSALS = 3
/** Refusals in a row of one block that count, and after which the agent leaves it alone. */
const MAX_REFUSALS = 2
/** They lie within this distance of the place, the nearest within the second one (horizontal blocks). */
const AROUND = 16
const NEAR = 8
/** Time in which the server shows a block again that it did not let the agent dig (ticks). */
const RESTORED_TICKS = 40
/** Time after which the agent tries again (ticks), and the number of blocks that it remembers. */
const MEMORY_TICKS = 6000
const MAX_DIGS = 128
/** Time for which an answer holds (ticks). */
const ANSWER_TICKS = 100

/** A block that the agent dug, and how often in a row the server has refused that; 0 if it let the last dig pass. */
interface Dig {
  readonly place: Vec3
  readonly tick: number
  readonly refusals: number
}

/** A block that the client has seen break, with its state before. */
interface Dug {
  readonly place: Vec3
  readonly tick: number
  readonly state: number
}

/**
 * Where the server takes back what the agent digs, at any height: the surroundings of a spawn point, or land that a plugin
 * protects; and single blocks that it takes back twice. One refusal can have other reasons.
 */
export class ProtectedLand {
  readonly #clock: GameClock
  #digs: readonly Dig[] = []
  #hasRefusals = false
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
   * Judges the last digs, once a tick: the server shows again what it did not let the agent dig.
   * @param stateAt state of a block, as the client knows it; undefined where the agent has placed one itself.
   */
  judge(stateAt: (place: Vec3) => number | undefined): void {
    if (this.#dug.length === 0) return
    const until = this.#clock.tick - RESTORED_TICKS
    this.#dug = this.#dug.filter(({ place, state, tick }) => {
      const now = stateAt(place)
      const isRefused = now === state
      if (!isRefused && now !== undefined && tick > until) return true
      if (now !== undefined) this.#note(place, isRefused)
      return false
    })
  }

  /** Whether the server has refused the last dig of a block. */
  hasRefused(block: Vec3): boolean {
    return (
      this.#hasRefusals &&
      this.#digs.some(({ place, refusals }) => refusals > 0 && place.equals(block))
    )
  }

  /** Whether the server has refused digs near a place, so that a dig there needs a look at its answer. */
  isDoubtful({ x, z }: Vec3): boolean {
    if (!this.#hasRefusals) return false
    const since = this.#clock.tick - MEMORY_TICKS
    return this.#digs.some(
      ({ place, tick, refusals }) =>
        refusals > 0 && tick >= since && distance(place, x, z) <= AROUND,
    )
  }

  /** Whether a block seems to be protected. */
  has(x: number, y: number, z: number): boolean {
    if (!this.#hasRefusals) return false
    const since = this.#clock.tick - MEMORY_TICKS
    const isKept = ({ place, tick, refusals }: Dig) =>
      refusals >= MAX_REFUSALS && tick >= since && place.x === x && place.y === y && place.z === z
    return this.#digs.some(isKept) || this.#isWithin(x, z)
  }

  /** Whether a column seems to be protected at any height. */
  #isWithin(x: number, z: number): boolean {
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
      .map(({ place, tick, refusals }) => ({ tick, refusals, away: distance(place, x, z) }))
      .filter(({ tick, away }) => tick >= since && away <= AROUND)
      // At a border, trying a block tells.
      .sort((a, b) => a.away - b.away || a.refusals - b.refusals)
      .slice(0, NEAREST)
    const [first] = nearest
    if (!first || first.refusals === 0 || first.away > NEAR) return false
    const refusals = nearest.reduce((sum, dig) => sum + Math.min(dig.refusals, MAX_REFUSALS), 0)
    return refusals >= MIN_REFUSALS
  }

  /** Forgets all places. */
  clear(): void {
    this.#digs = []
    this.#hasRefusals = false
    this.#dug = []
    this.#answers.clear()
  }

  #note(place: Vec3, isRefused: boolean): void {
    const before = this.#digs.find((one) => one.place.equals(place))?.refusals ?? 0
    const others = this.#digs.filter((one) => !one.place.equals(place))
    const dig = {
      place: place.clone(),
      tick: this.#clock.tick,
      refusals: isRefused ? before + 1 : 0,
    }
    this.#digs = [...others, dig].slice(-MAX_DIGS)
    this.#hasRefusals = this.#digs.some(({ refusals }) => refusals > 0)
    this.#answers.clear()
  }
}

/** Horizontal distance, the longer of its two parts (blocks). */
function distance(place: Vec3, x: number, z: number): number {
  return Math.max(Math.abs(place.x - x), Math.abs(place.z - z))
}

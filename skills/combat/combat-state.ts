import type { Vec3 } from 'vec3'

/** Number of attacks of each player that the agent remembers. */
const MAX_ASSAULTS = 2
/** Number of patrol positions that the agent remembers. */
const TRAIL = 10

/** Where and when the agent last took cover. */
export interface Cover {
  readonly place: Vec3
  readonly tick: number
}

/** An attack by a player. */
export interface Assault {
  /** The player's name. */
  readonly by: string
  readonly tick: number
  /** Health points that it took. */
  readonly damage: number
}

/** What the agent hunts, fights and hides from. */
export class CombatState {
  #hunted: ReadonlySet<string> = new Set()
  #inFight = false
  #cover: Cover | undefined
  #unseenHit = Number.NEGATIVE_INFINITY
  #patrolled: readonly Vec3[] = []
  /** Each player's last attacks by its name, the latest last. */
  readonly #assaults = new Map<string, readonly Assault[]>()
  #lastAssault: Assault | undefined

  /** Monsters that the current goal is to kill; empty for other goals. */
  get hunted(): ReadonlySet<string> {
    return this.#hunted
  }

  /** Whether a hunt is fighting already, so that no reflex starts a fight. */
  get inFight(): boolean {
    return this.#inFight
  }

  get lastCover(): Cover | undefined {
    return this.#cover
  }

  /** Recent positions of a patrol, the latest last. */
  get patrolled(): readonly Vec3[] {
    return this.#patrolled
  }

  hunt(kinds: Iterable<string>): void {
    this.#hunted = new Set(kinds)
  }

  endHunt(): void {
    this.#hunted = new Set()
  }

  beginFight(): void {
    this.#inFight = true
  }

  endFight(): void {
    this.#inFight = false
  }

  tookCover(cover: Cover): void {
    this.#cover = cover
  }

  /** Records a hit by an attacker that the agent cannot see. @returns ticks since the previous one. */
  recordUnseenHit(tick: number): number {
    const since = tick - this.#unseenHit
    this.#unseenHit = tick
    return since
  }

  /** The last attack by a player. */
  get lastAssault(): Assault | undefined {
    return this.#lastAssault
  }

  recordAssault(assault: Assault): void {
    this.#lastAssault = assault
    const all = [...this.assaultsBy(assault.by), assault]
    this.#assaults.set(assault.by, all.slice(-MAX_ASSAULTS))
  }

  /** A player's last attacks, the latest last. */
  assaultsBy(player: string): readonly Assault[] {
    return this.#assaults.get(player) ?? []
  }

  recordPatrol(place: Vec3): void {
    this.#patrolled = [...this.#patrolled, place].slice(-TRAIL)
  }

  forgetPlaces(): void {
    this.#patrolled = []
    this.#cover = undefined
  }
}

import type { Vec3 } from 'vec3'
import { type Body, FILLER } from '#body/body'
import type { ItemCounts } from '#goal/goal'
import { tagMembers } from '#knowledge/item-tags'

/** How often a skill may be broken off for one cause at one place, with nothing gained in between. */
const MOST_ROUNDS = 4
/** Within so many blocks it is the same place. */
const SAME_PLACE = 8
/** What was broken off longer ago than this begins anew (ticks). */
const FORGOTTEN_TICKS = 2400
/** How long a place is avoided at first, and how often that doubles (ticks). */
const AVOID_TICKS = 1000
const MOST_DOUBLINGS = 3

/** A skill that was broken off for the same cause at the same place, time and again. */
interface Series {
  readonly skill: string
  readonly cause: string
  readonly place: Vec3
  /** The most that was carried of each kind. */
  readonly most: ItemCounts
  readonly rounds: number
  readonly tick: number
}

const filler: ReadonlySet<string> = new Set(FILLER)

/**
 * Notices what goes in circles: a skill that leads the body into what a reflex gets it out of, again
 * and again. It is given up there, and the place avoided for longer each time.
 */
export class LoopDetector {
  readonly #body: Body
  #series: readonly Series[] = []

  constructor(body: Body) {
    this.#body = body
  }

  /**
   * To be told when a skill was broken off.
   * @param wanted what it is to bring, if that is known; blocks to build with count as a gain for this alone.
   * @param source where it was to come from, if that is known: it is left alone, too, or the way there would lead
   * into the same again.
   * @returns whether it had better be given up.
   */
  brokenOff(skill: string, cause: string, wanted: string | null, source: Vec3 | null): boolean {
    const { clock, position, carried, dangers, registry } = this.#body
    const { tick } = clock
    const fresh = this.#series.filter((old) => tick - old.tick < FORGOTTEN_TICKS)
    const last = fresh.find(
      (old) =>
        old.skill === skill && old.cause === cause && old.place.distanceTo(position) < SAME_PLACE,
    )
    const most = last?.most ?? carried
    const kinds = new Set(wanted === null ? [] : tagMembers(registry, wanted))
    const gained = Object.entries(carried).some(
      ([kind, count]) => count > (most[kind] ?? 0) && (kinds.has(kind) || !filler.has(kind)),
    )
    const series: Series = {
      skill,
      cause,
      place: last?.place ?? position.clone(),
      most: gained ? carried : most,
      rounds: last && !gained ? last.rounds + 1 : 1,
      tick,
    }
    this.#series = [...fresh.filter((old) => old !== last), series]
    const excess = series.rounds - MOST_ROUNDS
    if (excess < 0) return false
    const ticks = AVOID_TICKS * 2 ** Math.min(excess, MOST_DOUBLINGS)
    for (const place of [position, source]) if (place) dangers.gaveUpAt(place.clone(), ticks)
    return true
  }
}

import type { Vec3 } from 'vec3'
import { type Body, FILLER } from '#body/body'
import type { ItemCounts } from '#goal/goal'
import { tagMembers } from '#knowledge/item-tags'

/** Maximum interruptions of a skill for one cause at one place without a gain in between. */
const MAX_ROUNDS = 4
/** Distance within which two places count as the same (blocks). */
const SAME_PLACE = 8
/** An interruption longer ago than this is forgotten (ticks). */
const FORGOTTEN_TICKS = 2400
/** How long a place is avoided at first (ticks), and how often that doubles at most. */
const AVOID_TICKS = 1000
const MAX_DOUBLINGS = 3

/** Interruptions of one skill for one cause at one place. */
interface Series {
  readonly skill: string
  readonly cause: string
  readonly place: Vec3
  /** The inventory at the last gain. */
  readonly most: ItemCounts
  readonly rounds: number
  readonly tick: number
}

const filler: ReadonlySet<string> = new Set(FILLER)

/**
 * Detects loops in which a skill leads the body into the same danger again and again. The skill is given up there, and the
 * place is avoided for longer each time.
 */
export class LoopDetector {
  readonly #body: Body
  #series: readonly Series[] = []

  constructor(body: Body) {
    this.#body = body
  }

  /**
   * Records an interruption of a skill.
   * @param wanted the item that the skill obtains, if known; building blocks count as a gain only if they are wanted.
   * @param source the skill's source, if known: it is avoided too, since the path to it leads through the danger.
   * @returns whether the skill should be given up.
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
    const excess = series.rounds - MAX_ROUNDS
    if (excess < 0) return false
    const ticks = AVOID_TICKS * 2 ** Math.min(excess, MAX_DOUBLINGS)
    for (const place of [position, source]) if (place) dangers.gaveUpAt(place.clone(), ticks)
    return true
  }
}

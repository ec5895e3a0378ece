import type { Vec3 } from 'vec3'

/** One way to reach a goal. */
export interface Stop {
  /** Where the agent is when the goal is reached; null where that is unknown because the goal has to be searched for. */
  readonly position: Vec3 | null
  /** Game ticks that the goal takes, without the way to its position. */
  readonly ticks: number
}

/** Where a tour starts. */
export interface TourStart {
  readonly position: Vec3
  /** Ticks of a search that started at the position and precedes the tour; 0 for none. */
  readonly searched: number
}

/** Expected game ticks between two places. */
type Travel = (from: Vec3, to: Vec3) => number

/** Number of goals whose order is exact; the farthest of more goals add their distance from the start. */
const MAX_EXACT = 8
/** A search ends this far from its start, as a share of its ticks, because it winds. */
const SEARCH_SPREAD = 0.5

/**
 * The expected ticks to reach all goals in the best order, each in its best way. Searches share what they see: the second
 * goal that is searched for takes half as long, and the third a third.
 * @param goals the ways to reach each goal, at least one for each.
 */
export function tourTicks(
  start: TourStart,
  goals: readonly (readonly Stop[])[],
  travel: Travel,
): number {
  const distance = (ways: readonly Stop[]) => {
    return Math.min(...ways.map((way) => ticksTo(way, null, start, travel) + way.ticks))
  }
  const sorted = goals.toSorted((a, b) => distance(a) - distance(b))
  const far = sorted.slice(MAX_EXACT).reduce((sum, ways) => sum + distance(ways), 0)
  return far + shortestTour(start, sorted.slice(0, MAX_EXACT), travel)
}

/** The recursion of Held and Karp over the sets of goals that are done and the last way taken. */
function shortestTour(
  start: TourStart,
  goals: readonly (readonly Stop[])[],
  travel: Travel,
): number {
  const isSearched = goals.map((ways) => ways.every(({ position }) => !position))
  const searchesIn = (done: number) =>
    Number(start.searched > 0) + isSearched.filter((one, goal) => one && done & (1 << goal)).length
  const known = new Map<string, number>()
  const left = (done: number, last: Stop | null, name: string): number => {
    if (done === (1 << goals.length) - 1) return 0
    const key = `${done} ${name}`
    const before = known.get(key)
    if (before !== undefined) return before
    const each = goals.flatMap((ways, goal) => {
      if (done & (1 << goal)) return []
      return ways.map((way, index) => {
        const ticks = way.position ? way.ticks : way.ticks / (searchesIn(done) + 1)
        const rest = left(done | (1 << goal), way, `${goal} ${index}`)
        return ticksTo(way, last, start, travel) + ticks + rest
      })
    })
    const least = Math.min(...each)
    known.set(key, least)
    return least
  }
  return left(0, null, '')
}

/** Ticks on the way from the last stop, or else from the start, to the next. */
function ticksTo(next: Stop, last: Stop | null, start: TourStart, travel: Travel): number {
  if (!next.position) return 0
  if (last?.position) return travel(last.position, next.position)
  const spread = SEARCH_SPREAD * (last?.ticks ?? start.searched)
  return Math.hypot(travel(start.position, next.position), spread)
}

import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { GoalBlock } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import { survey } from '../moving/look-around.ts'
import { skyAbove } from '../moving/surface.ts'
import { type Edge, edgesAround, groundBelow } from './cave-map.ts'

export interface SearchCaveArgs {
  /** What the agent searches for, for the log. */
  readonly sought: string
  /** Whether a source is in sight. */
  readonly found: () => boolean
  /** Where the cave begins. */
  readonly entrance: Vec3
  /** Height of the feet where most of it is expected. */
  readonly height: number
}

/** Limit on one search (ticks), and the distance from the entrance (blocks). */
const MAX_TICKS = 800
const REACH = 32
/** Distance above and below the best height in which the search is worth its time (blocks). */
const BAND = 16
/** An edge of the known cave with fewer openings is not worth the way. */
const LEAST = 4
/** The same for the first edge, when the agent decides whether to enter. */
const WORTH_ENTERING = 6
/** Ticks for one block of the way, and to look around at its end. */
const WALK = 5
const LOOK = 15
/** Below this health, the agent stays out of the dark. */
const MIN_HEALTH = 12

/** Walks through a cave, to wherever most of it comes into view, until a source is in sight. */
export const searchCave: Skill<SearchCaveArgs> = {
  name: 'search-cave',
  effect: 'a source is known',
  budget: () => 2 * MAX_TICKS,
  precondition: () => null,
  async run(context, { sought, found, entrance, height }): Promise<Outcome> {
    const { body, signal } = context
    const end = body.clock.tick + MAX_TICKS
    const isOver = () => found() || body.clock.tick > end || !isFit(body)
    const tried = new Set<string>()
    const into = new GoalBlock(entrance.x, entrance.y, entrance.z)
    await travel(body, into, signal, { until: isOver })
    let hasLooked = false
    while (!isOver()) {
      await lightUp(context)
      const edges = edgesAround(body, body.feet, REACH, LEAST)
      const isNew = ({ place }: Edge) => isIn(place, height) && !tried.has(String(place))
      const next = best(edges.filter(isNew))
      if (!next) {
        if (hasLooked) break
        // On the way the agent sees what is ahead.
        await survey(context)
        hasLooked = true
        continue
      }
      hasLooked = false
      tried.add(String(next.place))
      const { x, y, z } = next.place
      const options = { until: isOver, slowestDig: 0, builds: false, isKnown: true }
      await travel(body, new GoalBlock(x, y, z), signal, options)
    }
    return found() ? succeeded : failed('not-found', `no ${sought} found in the cave`)
  },
}

/** Where to enter a cave through an opening; undefined if there is no cave, or one that the agent knows or shuns. */
export function entranceAt(body: Body, opening: Vec3, height: number): Vec3 | undefined {
  const { x, y, z } = opening
  if (!isFit(body) || body.dangers.near(opening)) return undefined
  if (!isIn(opening, height) || skyAbove({ body }, x, y, z)) return undefined
  const edges = edgesAround(body, opening, REACH, WORTH_ENTERING)
  return edges.some(({ place }) => isIn(place, height)) ? groundBelow(body, opening) : undefined
}

function isIn({ y }: Vec3, height: number): boolean {
  return Math.abs(y - height) <= BAND
}

function isFit({ vitals }: Body): boolean {
  return vitals.health >= MIN_HEALTH
}

function best(edges: readonly Edge[]): Edge | undefined {
  const worth = ({ openings, steps }: Edge) => openings / (LOOK + WALK * steps)
  return edges.toSorted((a, b) => worth(b) - worth(a))[0]
}

import type { Vec3 } from 'vec3'
import { deepestFall } from '#body/navigation/deepest-fall'
import { EASY_DIG } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill } from '../core/skill.ts'
import { survey } from '../moving/look-around.ts'
import { skyAbove, surface } from '../moving/surface.ts'
import { nextViewpoint } from './viewpoint.ts'

export interface ExploreArgs {
  /** What the agent searches for, for the log. */
  readonly sought: string
  /** Whether it is in sight. */
  readonly found: () => boolean
  /** Ground blocks on which to expect it; by default, any. */
  readonly grounds?: ReadonlySet<string> | undefined
}

const MAX_LEGS = 20
/** Distance to a viewpoint at which a leg ends (blocks). */
const ARRIVED = 8
/** A leg that makes less progress than this has failed (blocks). */
const NOWHERE = 6
/** Failed legs in a row before the agent digs its way out or takes a fall that hurts, and before it gives up. */
const HEMMED_IN = 3
const STUCK = 6

/**
 * Searches on the surface until something is found. It walks over open ground from viewpoint to viewpoint, each
 * where most new land comes into view.
 */
export const explore: Skill<ExploreArgs> = {
  name: 'explore',
  effect: 'a source is known',
  budget: () => 4000,
  precondition: () => null,
  async run(context, { sought, found, grounds }): Promise<Outcome> {
    const { body, signal, agentState } = context
    if (!skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
      const up = await perform(context, surface, null)
      if (!up.ok) return up
    }
    const until = () => {
      agentState.exploration.searchedChunks.markAround(body.position)
      if (body.footing.inWater) agentState.exploration.swam()
      return found()
    }
    let unreached: Vec3[] = []
    for (let leg = 0; leg < MAX_LEGS && unreached.length < STUCK; leg++) {
      await survey(context)
      if (until()) return succeeded
      if (body.footing.onGround) agentState.exploration.lookedFrom(body.feet)
      const next = nextViewpoint(context, grounds, unreached)
      if (!next) break
      const start = body.position.clone()
      const options = {
        until,
        // Another viewpoint is better than a detour.
        isStraight: true,
        ...(unreached.length < HEMMED_IN
          ? { slowestDig: EASY_DIG }
          : { maxDrop: deepestFall(body) }),
      }
      for (const place of next.back) await travelFar(body, place, ARRIVED, signal, options)
      const arrival = await travelFar(body, next.place, ARRIVED, signal, options)
      if (arrival !== 'arrived' && body.position.xzDistanceTo(start) < NOWHERE) {
        unreached.push(next.place)
      } else {
        unreached = arrival === 'arrived' ? [] : [next.place]
        agentState.exploration.headFor(next.heading)
      }
    }
    return found() ? succeeded : failed('not-found', `no ${sought} within reach of the search`)
  },
}

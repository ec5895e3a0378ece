import type { Vec3 } from 'vec3'
import { digThrough, inReach } from '#body/dig'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillWorld } from '../core/skill.ts'
import { kindAt, STATIONS } from './station.ts'

/**
 * Digs up the agent's own stations within reach, also those that it had left: no route leads through a station, and several
 * of them in a narrow place can wall the agent in.
 */
export const clearStations: Skill<null> = {
  name: 'clear-stations',
  effect: 'no station of its own is within reach',
  budget: () => 400,
  precondition: (context) =>
    stationsInReach(context).length > 0
      ? null
      : { kind: 'not-found', detail: 'no station of its own within reach' },
  async run(context): Promise<Outcome> {
    const { body, agentState, signal } = context
    for (const place of stationsInReach(context))
      if (await digThrough(body, place, signal)) agentState.stations.remove(place)
    return stationsInReach(context).length === 0
      ? succeeded
      : failed('unreachable', 'a station of its own cannot be dug up')
  },
}

function stationsInReach(context: SkillWorld): Vec3[] {
  return context.agentState.stations.standing.filter(
    (place) =>
      inReach(context.body, place) && STATIONS.some((kind) => kindAt(context, place) === kind),
  )
}

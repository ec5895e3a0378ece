import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { EASY_DIG } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { groundAt } from '../mining/viewpoint.ts'
import { survey } from '../moving/look-around.ts'
import { skyAbove, surface } from '../moving/surface.ts'
import { swimOut } from '../moving/swim-out.ts'

export interface PatrolArgs {
  /** What the agent looks for, in words for the log. */
  readonly sought: string
  /** Whether the agent has seen it. */
  readonly found: () => boolean
}

const DIRECTIONS = 16
/** Length of a leg, and the distance between two checks of its ground (blocks). */
const LEG = 28
const STEP = 4
/** A leg is done this close to its end, and has failed if it moved the agent less than NOWHERE (blocks). */
const ARRIVED = 5
const NOWHERE = 8
/** Costs of a leg: for each block up or down, and for each check that meets water, trees or unknown ground. */
const CLIMB = 2
const WATER = 20
const WOOD = 4
const UNKNOWN = 6
/** Cost of reversing direction. */
const TURN = 20
/** Cost of looking around again near a remembered position of the patrol. */
const AGAIN = 8
const MAX_LEGS = 20
/** Ends within this distance of a failed one fail as well (blocks). */
const NEIGHBOURHOOD = 12

/**
 * Walks over flat, open ground, as straight as possible, until the agent sees what it looks for. Unlike a search, a patrol
 * may return to places that the agent has seen: mobs spawn and despawn.
 */
export const patrol: Skill<PatrolArgs> = {
  name: 'patrol',
  effect: 'the agent knows where to find what it looks for',
  budget: () => 4000,
  precondition: () => null,
  async run(context, { sought, found }): Promise<Outcome> {
    const { body, signal, agentState } = context
    if (body.footing.inWater) await perform(context, swimOut, null)
    else if (!skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
      const up = await perform(context, surface, null)
      if (!up.ok) return up
    }
    const begun = body.position.clone()
    const failures: Vec3[] = []
    for (let leg = 0; leg < MAX_LEGS; leg++) {
      await survey(context)
      if (found()) return succeeded
      agentState.combat.recordPatrol(body.position.clone())
      const end = bestEnd(context, failures)
      if (!end) break
      const start = body.position.clone()
      const options = { until: found, slowestDig: EASY_DIG }
      await travelFar(body, end, ARRIVED, signal, options)
      if (body.position.xzDistanceTo(start) < NOWHERE) failures.push(end)
      const way = body.position.minus(start)
      const length = Math.hypot(way.x, way.z)
      if (length > 1) agentState.exploration.headFor({ x: way.x / length, z: way.z / length })
    }
    if (found()) return succeeded
    return body.position.xzDistanceTo(begun) < NOWHERE
      ? failed('unreachable', 'no path over land from here')
      : failed('not-found', `no ${sought} found on patrol`)
  },
}

/** The end of the leg with the lowest cost; undefined where all of them failed. */
function bestEnd(
  { body, agentState: { exploration, combat } }: SkillContext,
  failures: readonly Vec3[],
): Vec3 | undefined {
  const { heading } = exploration
  const { patrolled } = combat
  const ends = Array.from({ length: DIRECTIONS }, (_, direction) => {
    const angle = (direction / DIRECTIONS) * 2 * Math.PI
    const [x, z] = [Math.cos(angle), Math.sin(angle)]
    const turn = heading ? 1 - (x * heading.x + z * heading.z) : 0
    const { end, cost } = legTo(body, x, z)
    const again = patrolled.filter((place) => place.xzDistanceTo(end) < LEG).length
    return { end, cost: cost + (TURN * turn) / 2 + AGAIN * again }
  })
  const open = ends.filter(
    ({ end }) => !failures.some((other) => other.xzDistanceTo(end) < NEIGHBOURHOOD),
  )
  return open.sort((a, b) => a.cost - b.cost)[0]?.end
}

/** The end of a leg in a direction, and the cost of its ground. */
function legTo(body: Body, x: number, z: number): { end: Vec3; cost: number } {
  const { feet } = body
  let { y } = feet.offset(0, -1, 0)
  let cost = 0
  for (let gone = STEP; gone <= LEG; gone += STEP) {
    const ground = groundAt(body, feet.x + x * gone, feet.z + z * gone)
    cost += Math.abs(ground.y - y) * CLIMB
    if (ground.isWater) cost += WATER
    if (ground.isWooded) cost += WOOD
    if (ground.name === 'unloaded') cost += UNKNOWN
    y = ground.y
  }
  return {
    end: new Vec3(Math.floor(feet.x + x * LEG), y + 1, Math.floor(feet.z + z * LEG)),
    cost,
  }
}

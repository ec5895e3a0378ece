import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { EASY_DIG, travelFar } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { groundAt } from '../mining/viewpoint.ts'
import { survey } from '../moving/look-around.ts'
import { skyAbove, surface } from '../moving/surface.ts'
import { swimOut } from '../moving/swim-out.ts'

export interface PatrolArgs {
  /** Words for what is looked for, for the log. */
  readonly sought: string
  /** Whether it has come into sight. */
  readonly found: () => boolean
}

const DIRECTIONS = 16
/** How far a leg leads, and from where to where the ground on it is looked at (blocks). */
const LEG = 28
const STEP = 4
/** How near to its end a leg is done, and what leads no farther than this has failed (blocks). */
const ARRIVED = 5
const NOWHERE = 8
/** Trouble with the ground: each block up or down, each look at water, at trees, and at what is not known. */
const CLIMB = 2
const WATER = 20
const WOOD = 4
const UNKNOWN = 6
/** Trouble that turning right round is worth. */
const TURN = 20
/** Trouble of looking around again near a remembered position of the patrol. */
const AGAIN = 8
const MAX_LEGS = 20
/** How far from one that failed other ends are no better (blocks). */
const NEIGHBOURHOOD = 12

/**
 * Goes about over flat, open ground, the straighter the better, until something is found that comes and goes: unlike a
 * search, it may lead where one has been.
 */
export const patrol: Skill<PatrolArgs> = {
  name: 'patrol',
  effect: 'what is sought is known',
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
      ? failed('unreachable', 'no way over the land from here')
      : failed('not-found', `no ${sought} on the way`)
  },
}

/** Where the least troublesome leg ends; undefined where each of them failed. */
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
    const { end, trouble } = legTo(body, x, z)
    const again = patrolled.filter((place) => place.xzDistanceTo(end) < LEG).length
    return { end, trouble: trouble + (TURN * turn) / 2 + AGAIN * again }
  })
  const open = ends.filter(
    ({ end }) => !failures.some((other) => other.xzDistanceTo(end) < NEIGHBOURHOOD),
  )
  return open.sort((a, b) => a.trouble - b.trouble)[0]?.end
}

/** The end of a leg in a direction, and how much trouble its ground is. */
function legTo(body: Body, x: number, z: number): { end: Vec3; trouble: number } {
  const { feet } = body
  let { y } = feet.offset(0, -1, 0)
  let trouble = 0
  for (let gone = STEP; gone <= LEG; gone += STEP) {
    const ground = groundAt(body, feet.x + x * gone, feet.z + z * gone)
    trouble += Math.abs(ground.y - y) * CLIMB
    if (ground.isWater) trouble += WATER
    if (ground.isWooded) trouble += WOOD
    if (ground.name === 'unloaded') trouble += UNKNOWN
    y = ground.y
  }
  return {
    end: new Vec3(Math.floor(feet.x + x * LEG), y + 1, Math.floor(feet.z + z * LEG)),
    trouble,
  }
}

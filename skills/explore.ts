import { Vec3 } from 'vec3'
import { travelFar } from '../src/body/navigation/travel.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { survey } from './look-around.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { skyAbove, surface } from './surface.ts'

export interface ExploreArgs {
  /** Words for what is looked for, for the log. */
  readonly sought: string
  /** Whether it has come into sight. */
  readonly found: () => boolean
}

/** Length of one leg (blocks), and how many directions are weighed for it. */
const LEG = 32
const DIRECTIONS = 16
const MAX_LEGS = 12
/** How much going on straight is worth against turning round, in unvisited chunks. */
const STRAIGHT_BONUS = 2.5
const CHUNK = 16

/**
 * Searches outward over the land until something is found: each leg goes to where least has been
 * looked at, straight on where that is equal, and not into open water.
 */
export const explore: Skill<ExploreArgs> = {
  name: 'explore',
  effect: 'what is sought is known',
  budget: () => 4000,
  precondition: () => null,
  async run(context, { sought, found }): Promise<Outcome> {
    const { body, signal, agentState } = context
    if (!skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
      const up = await perform(context, surface, null)
      if (!up.ok) return up
    }
    const spoiled = new Set<number>()
    for (let leg = 0; leg < MAX_LEGS && spoiled.size < DIRECTIONS; leg++) {
      await survey(context)
      if (found()) return succeeded
      const direction = bestDirection(context, spoiled)
      const heading = headingOf(direction)
      const goal = body.feet.plus(new Vec3(heading.x * LEG, 0, heading.z * LEG)).floored()
      const start = body.position.clone()
      const arrival = await travelFar(body, goal, 8, signal, { until: found })
      const gone = Math.hypot(body.position.x - start.x, body.position.z - start.z)
      if (arrival !== 'arrived' && gone < LEG / 4) spoiled.add(direction)
      else {
        spoiled.clear()
        agentState.heading = heading
      }
    }
    return found() ? succeeded : failed('not-found', `no ${sought} within reach of the search`)
  },
}

function headingOf(direction: number): { x: number; z: number } {
  const angle = (direction / DIRECTIONS) * 2 * Math.PI
  return { x: Math.cos(angle), z: Math.sin(angle) }
}

function bestDirection(context: SkillContext, spoiled: ReadonlySet<number>): number {
  let best = 0
  let bestScore = Number.NEGATIVE_INFINITY
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    if (spoiled.has(direction)) continue
    const score = promise(context, headingOf(direction))
    if (score > bestScore) {
      best = direction
      bestScore = score
    }
  }
  return best
}

/** How much new there is to see in a direction. */
function promise(
  { body, memory, agentState }: SkillContext,
  heading: { x: number; z: number },
): number {
  let score = 0
  for (let distance = CHUNK; distance <= LEG * 3; distance += CHUNK) {
    const x = Math.floor(body.feet.x + heading.x * distance)
    const z = Math.floor(body.feet.z + heading.z * distance)
    if (!memory.visited(x >> 4, z >> 4)) score += 1
    if (distance <= LEG && openWater(body, x, z)) score -= 1.5
  }
  if (agentState.heading)
    score += STRAIGHT_BONUS * (heading.x * agentState.heading.x + heading.z * agentState.heading.z)
  return score
}

/** Whether a place on the map is known to be a water surface near the height of the feet. */
function openWater(body: SkillContext['body'], x: number, z: number): boolean {
  for (let y = body.feet.y + 6; y >= body.feet.y - 12; y--) {
    const traits = body.traits(x, y, z)
    if (traits.water) return true
    if (!traits.open) return false
  }
  return false
}

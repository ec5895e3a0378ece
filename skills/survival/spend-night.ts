import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { SIDES } from '#geometry/neighbours'
import { perform, type SkillContext } from '../core/skill.ts'
import { skyAbove } from '../moving/surface.ts'
import { DAWN, isDarkOutside, shelter } from './shelter.ts'

/** Depth of a shelter, and its least distance from water (blocks). */
const DEPTH = 4
const FROM_WATER = 2
/** Least distance of a shelter from the field's beds (blocks). */
const FROM_BEDS = 2
/** Limit of the path search (nodes). */
const MAX_PLACES = 4000
const LOOK_TICKS = 100
/** Monsters spawn from DUSK on, and those that burn in daylight are gone by MORNING (ticks since sunrise). */
const DUSK = 12_000
const MORNING = 1500

/** Whether it is dark or soon will be. An agent that is walled in stays until monsters that burn in daylight are gone. */
export function isTimeToHide({ body }: Pick<SkillContext, 'body'>): boolean {
  const { timeOfDay, thundering } = body.game
  if (thundering) return true
  const isEarly = timeOfDay >= DAWN || timeOfDay < MORNING
  return isEarly ? isWalledIn(body) : timeOfDay >= DUSK
}

/** Passes the night below ground near the field, where neither monsters nor water come in. */
export async function spendNight(context: SkillContext): Promise<void> {
  const { body, signal, agentState } = context
  // An agent that resumes after an interruption would otherwise dig deeper each time.
  if (!isWalledIn(body)) {
    await travel(body, goalRefuge(body, agentState.farm.field?.beds ?? []), signal, {
      limit: MAX_PLACES,
    })
    await perform(context, shelter, null)
  }
  do await body.wait(LOOK_TICKS, signal)
  while (isTimeToHide(context) && (isWalledIn(body) || !isDarkOutside(context)))
}

/** Whether the agent has blocks on all sides and above. */
function isWalledIn(body: Body): boolean {
  const { feet } = body
  const isClosed = (dx: number, dy: number, dz: number) =>
    body.traitsAt(feet.offset(dx, dy, dz)).cube
  return isClosed(0, 2, 0) && SIDES.every(([dx, dz]) => isClosed(dx, 0, dz) && isClosed(dx, 1, dz))
}

/** Goal: the nearest place to dig a shelter, with solid ground to its depth, no water around and the sky above. */
function goalRefuge(body: Body, beds: readonly Vec3[]): NavigationGoal {
  const isFirm = ({ x, y, z }: Position) => {
    for (let down = 1; down <= DEPTH; down++) {
      const { cube, diggable, falls } = body.traits(x, y - down, z)
      if (!cube || !diggable || falls) return false
    }
    return true
  }
  const isDry = ({ x, y, z }: Position) => {
    for (let dx = -FROM_WATER; dx <= FROM_WATER; dx++)
      for (let dz = -FROM_WATER; dz <= FROM_WATER; dz++)
        for (let down = 0; down <= DEPTH; down++)
          if (body.traits(x + dx, y - down, z + dz).water) return false
    return true
  }
  const isBesideBeds = ({ x, z }: Position) =>
    beds.some((bed) => Math.max(Math.abs(bed.x - x), Math.abs(bed.z - z)) <= FROM_BEDS)
  return {
    dry: true,
    heuristic: () => 0,
    isEnd: (node) =>
      !isBesideBeds(node) &&
      isFirm(node) &&
      isDry(node) &&
      skyAbove({ body }, node.x, node.y, node.z),
  }
}

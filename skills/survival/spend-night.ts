import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { SIDES } from '#geometry/neighbours'
import { perform, type SkillContext } from '../core/skill.ts'
import { skyAbove } from '../moving/surface.ts'
import { DAWN, isNight, shelter } from './shelter.ts'

/** How deep a shelter goes into the ground, and how far away water must be from it (blocks). */
const DEPTH = 4
const FROM_WATER = 2
/** How far from the beds it is (blocks), and how many places are looked at for one. */
const FROM_BEDS = 2
const MOST_PLACES = 4000
const LOOK_TICKS = 100
/** When the first monsters may come, and when what burns by day is gone (ticks since sunrise). */
const DUSK = 12_000
const MORNING = 1500

/** Whether it is dark or soon will be; who is walled in already stays until those that burn by day are gone. */
export function isTimeToHide({ body }: Pick<SkillContext, 'body'>): boolean {
  const { timeOfDay } = body.game
  const isEarly = timeOfDay >= DAWN || timeOfDay < MORNING
  return isEarly ? isWalledIn(body) : timeOfDay >= DUSK
}

/** Passes the night near the field: in the ground, where neither monsters nor water come in. */
export async function spendNight(context: SkillContext): Promise<void> {
  const { body, signal, agentState } = context
  // Called away within its walls, it would dig deeper every time.
  if (!isWalledIn(body)) {
    await travel(body, goalRefuge(body, agentState.farm.field?.beds ?? []), signal, {
      limit: MOST_PLACES,
    })
    await perform(context, shelter, null)
  }
  do await body.wait(LOOK_TICKS, signal)
  while (isTimeToHide(context) && (isWalledIn(body) || !isNight(context)))
}

/** Whether blocks stand on all sides of the body and above it. */
function isWalledIn(body: Body): boolean {
  const { feet } = body
  const isClosed = (dx: number, dy: number, dz: number) =>
    body.traitsAt(feet.offset(dx, dy, dz)).cube
  return isClosed(0, 2, 0) && SIDES.every(([dx, dz]) => isClosed(dx, 0, dz) && isClosed(dx, 1, dz))
}

/** To stand on the nearest ground that can be dug into: solid as deep as that goes, and dry all around. */
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

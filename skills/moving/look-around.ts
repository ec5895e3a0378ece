import type { Body } from '#body/body'
import { SIDES } from '#geometry/neighbours'
import { succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'

/** Number of steps in a full turn; their fields of view overlap. */
const QUARTERS = 4
/** Pitch of the view (radians), which shows both the ground ahead and hills. */
const PITCH = -0.2
/** Longest time until the eyes of a swimmer are above the water (ticks). */
const SURFACING_TICKS = 20

/** Turns once around to see what is on all sides. */
export const lookAround: Skill<null> = {
  name: 'look-around',
  effect: 'the agent knows what is in sight on all sides',
  budget: () => 40,
  precondition: () => null,
  async run({ body, signal }) {
    const { yaw } = body.controls
    body.release()
    if (body.footing.inWater) await raiseHead(body, signal)
    for (let quarter = 1; quarter <= QUARTERS; quarter++) {
      await body.controls.look(yaw + (quarter * 2 * Math.PI) / QUARTERS, PITCH)
      await body.wait(1, signal)
    }
    body.release()
    return succeeded
  },
}

/** Keeps the eyes above the water, from where the agent sees farther. */
async function raiseHead(body: Body, signal: AbortSignal): Promise<void> {
  body.controls.press({ jump: true })
  await body.until(() => !body.traitsAt(body.eye.floored()).water, SURFACING_TICKS, signal)
}

/** Turns once around, unless vision is omnidirectional or there is nothing to see but walls that the agent knows. */
export async function survey(context: SkillContext): Promise<void> {
  const { body } = context
  if (!body.vision.omnidirectional && !isBetweenWalls(body))
    await perform(context, lookAround, null)
}

/** Whether the agent has known walls on all sides, from the feet to the eyes, as in a shaft. */
function isBetweenWalls({ feet, eye, vision, blocks }: Body): boolean {
  const isWall = (x: number, y: number, z: number) =>
    vision.isKnown(x, y, z) && blocks.traits(vision.state(x, y, z)).blocksLight
  for (let { y } = feet; y <= eye.y; y++)
    if (!SIDES.every(([dx, dz]) => isWall(feet.x + dx, y, feet.z + dz))) return false
  return true
}

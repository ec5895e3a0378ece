import type { SkillContext } from '../core/skill.ts'
import { survey } from './look-around.ts'

/** Distance to which the land must be loaded (blocks), and how long to wait for it (ticks). */
const AROUND = 32
const LAND_TICKS = 60
/** Time for perception to register the surroundings (ticks). */
const LOOK_TICKS = 8

const CORNERS = [-AROUND, 0, AROUND].flatMap((x) => [-AROUND, 0, AROUND].map((z) => ({ x, z })))

/**
 * Waits until the surrounding land is loaded, and looks around. Call it after joining the world or respawning. Under water
 * it does not wait.
 */
export async function getBearings(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const isThere = () => {
    const { x, y, z } = body.feet
    return CORNERS.every((far) => body.traits(x + far.x, y, z + far.z).name !== 'unloaded')
  }
  await body.until(() => isThere() || body.posture.isUnderWater, LAND_TICKS, signal)
  await body.wait(LOOK_TICKS, signal)
  await survey(context)
}

import type { SkillContext } from '../core/skill.ts'
import { survey } from './look-around.ts'

/** How far the land must be there, to all sides (blocks), and how long that is waited for (ticks). */
const AROUND = 32
const LAND_TICKS = 60
/** What the eyes take to see what stands around (ticks). */
const LOOK_TICKS = 8

const CORNERS = [-AROUND, 0, AROUND].flatMap((x) => [-AROUND, 0, AROUND].map((z) => ({ x, z })))

/** Waits until the land around is there and was looked at: who has just come into the world knows nothing of it. */
export async function getBearings(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const isThere = () => {
    const { x, y, z } = body.feet
    return CORNERS.every((far) => body.traits(x + far.x, y, z + far.z).name !== 'unloaded')
  }
  await body.until(isThere, LAND_TICKS, signal)
  await body.wait(LOOK_TICKS, signal)
  await survey(context)
}

import { travel } from '../src/body/travel.ts'
import { fill } from '../src/body/place.ts'
import { Vec3 } from 'vec3'
import { succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'
import { threats } from './threats.ts'

/** How far from every monster is safe enough (blocks). */
const SAFE = 14
const LOOK_RANGE = 16
const RUN_TICKS = 300

/** Runs from monsters in sight; in a tunnel it walls itself off instead where it can. */
export const flee: Skill<null> = {
  name: 'flee',
  effect: 'no monster in sight is near',
  budget: () => RUN_TICKS,
  precondition: () => null,
  async run(context): Promise<SkillResult> {
    const { body, signal } = context
    if (await wallOff(context)) return succeeded
    const from = threats(context, LOOK_RANGE).map(({ entity }) => entity.position.clone())
    if (from.length === 0) return succeeded
    const danger = (x: number, y: number, z: number) =>
      Math.max(0, ...from.map((place) => SAFE - Math.hypot(place.x - x, place.y - y, place.z - z)))
    await travel(body, { distance: danger, reached: (x, y, z) => danger(x, y, z) === 0 }, signal, {
      until: () => threats(context, SAFE).length === 0,
      limit: 2500,
    })
    return succeeded
  },
}

/** In a passage one block wide, two blocks between the monster and oneself are a wall. */
async function wallOff(context: SkillContext): Promise<boolean> {
  const { body, signal } = context
  const [threat] = threats(context, LOOK_RANGE)
  if (!threat || threat.distance < 2 || body.scaffold < 2) return false
  const delta = threat.entity.position.minus(body.position)
  const side = Math.abs(delta.x) > Math.abs(delta.z) ? new Vec3(Math.sign(delta.x), 0, 0) : new Vec3(0, 0, Math.sign(delta.z))
  const across = new Vec3(side.z, 0, side.x)
  const closed = (cell: Vec3) => body.traitsAt(cell).floor
  const narrow = [0, 1].every((up) => [1, -1].every((way) => closed(body.feet.offset(across.x * way, up, across.z * way))))
  if (!narrow) return false
  const low = await fill(body, body.feet.plus(side), signal)
  return (await fill(body, body.feet.plus(side).offset(0, 1, 0), signal)) && low
}

import type { Vec3 } from 'vec3'
import type { SkillContext } from './skill.ts'

/** How far around a place of death it is shunned (blocks), and for how long (ticks). */
const RADIUS = 14
const SHUNNED_TICKS = 4000

type Knowing = Pick<SkillContext, 'body' | 'journal'>

/** Whether the agent died near a place lately: what killed it is likely to be there still. */
export function isDangerous(context: Knowing, place: { x: number; y: number; z: number }): boolean {
  return distanceToSafety(context, place) > 0
}

/** How far it is from a place to where nothing is known to kill (blocks). */
export function distanceToSafety(
  { body, journal }: Knowing,
  { x, y, z }: { x: number; y: number; z: number },
): number {
  const depth = (death: Vec3) => RADIUS - Math.hypot(x - death.x, y - death.y, z - death.z)
  return journal.deaths
    .filter(({ tick }) => body.clock.tick - tick < SHUNNED_TICKS)
    .reduce((most, { place }) => Math.max(most, depth(place)), 0)
}

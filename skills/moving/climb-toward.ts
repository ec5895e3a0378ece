import type { Vec3 } from 'vec3'
import { JOURNEY, TUNNEL } from '#body/navigation/move-costs'
import { perform, type SkillContext } from '../core/skill.ts'
import { depthBelowLand, surface } from './surface.ts'

/** The way to a place within this distance needs no climb first (blocks). */
const NEARBY = 16
/** Farther below the land and the place than this, it may be better to climb first (blocks). */
const DEEP = 6

/**
 * Climbs to the land where a tunnel from deep below it to a distant place would take longer than the climb and the walk over open
 * ground.
 * @param isOnLand whether the place is on the land, and not in a cave below it.
 */
export async function climbToward(
  context: SkillContext,
  place: Vec3,
  isOnLand: boolean,
): Promise<void> {
  const { body } = context
  if (place.distanceTo(body.position) <= NEARBY) return
  const rise = place.y - body.feet.y
  const across = place.xzDistanceTo(body.position)
  const climb = rise * TUNNEL.up + across * JOURNEY.across
  // A slanted tunnel rises no faster than it advances.
  const tunnel = (isOnLand ? Math.max(rise, across) : across) * TUNNEL.slanted
  if (rise <= DEEP || tunnel <= climb || depthBelowLand(context) <= DEEP) return
  await perform(context, surface, null)
}

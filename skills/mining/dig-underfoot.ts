import type { Vec3 } from 'vec3'
import { digIntoUnknown } from '#body/navigation/dig-down'
import { isRock } from '#knowledge/ground'
import type { SkillContext, SkillWorld } from '../core/skill.ts'
import { hasAnother, ownStations, STATIONS } from '../items/station.ts'
import { standsOnDiggable } from './dig-shaft.ts'

/** How far above the eye the middle of a station may be for what stands beside a shaft to be worked at from within it (blocks). */
const HIGHEST = 4
/** How long what was dug takes to come into the inventory (ticks). */
const PICKUP_TICKS = 14

/**
 * Digs rock from under the feet, beside a station that it is for: one can still work there from some levels below, the drops
 * lie at the feet, and the way leads down in any case. Stations to which one would have to come back are stayed with.
 * @returns whether something was dug.
 */
export async function digUnderfoot(
  context: SkillContext,
  { kinds, count, have }: { kinds: readonly string[]; count: number; have: () => number },
): Promise<boolean> {
  const { body, signal } = context
  const before = have()
  let dug = 0
  while (dug < count && leadsOn(context, kinds)) {
    if (await digIntoUnknown(body, signal)) break
    dug++
  }
  if (dug === 0) return false
  await body.until(() => have() >= before + dug, PICKUP_TICKS, signal)
  return true
}

function leadsOn(context: SkillWorld, kinds: readonly string[]): boolean {
  const { body } = context
  const { name } = body.traitsAt(body.feet.offset(0, -1, 0))
  if (!isRock(name) || !kinds.includes(name) || !standsOnDiggable(body)) return false
  return STATIONS.some(
    (kind) =>
      hasAnother(context, kind) &&
      ownStations(context, kind).some((place) => servesFromBelow(context, place)),
  )
}

/** Whether a station borders on the shaft over the feet, and does not come to lie too high a level farther down. */
function servesFromBelow({ body }: SkillWorld, place: Vec3): boolean {
  const { x, y, z } = body.feet
  if (Math.abs(place.x - x) + Math.abs(place.z - z) !== 1 || place.y < y) return false
  for (let height = y; height <= place.y; height++)
    if (!body.traits(x, height, z).open) return false
  return place.y + 0.5 - (body.eye.y - 1) <= HIGHEST
}

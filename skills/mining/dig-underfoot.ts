import type { Vec3 } from 'vec3'
import { digIntoUnknown } from '#body/navigation/dig-down'
import { isRock } from '#knowledge/ground'
import type { SkillContext, SkillWorld } from '../core/skill.ts'
import { hasAnother, ownStations, STATIONS } from '../items/station.ts'
import { standsOnDiggable } from './dig-shaft.ts'

/** Maximum height of the centre of a station above the eye, so that it is within reach from the shaft (blocks). */
const HIGHEST = 4
/** Time for the drops to enter the inventory (ticks). */
const PICKUP_TICKS = 14

/**
 * Digs rock from under the feet beside a station. From some levels below, the station is still within reach, the
 * drops are at the feet, and the way leads down in any case. It stays with a station that the agent would have to
 * return to.
 * @returns whether it dug anything.
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

/** Whether a station is adjacent to the shaft above the feet, and still within reach from one level lower. */
function servesFromBelow({ body }: SkillWorld, place: Vec3): boolean {
  const { x, y, z } = body.feet
  if (Math.abs(place.x - x) + Math.abs(place.z - z) !== 1 || place.y < y) return false
  for (let height = y; height <= place.y; height++)
    if (!body.traits(x, height, z).open) return false
  return place.y + 0.5 - (body.eye.y - 1) <= HIGHEST
}

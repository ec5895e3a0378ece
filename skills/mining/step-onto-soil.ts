import type { Position } from '#body/navigation/position'
import { EASY_DIG, travel } from '#body/navigation/travel'
import { isSoil } from '#knowledge/ground'
import type { SkillContext } from '../core/skill.ts'
import { standsOnSoil } from './dig-shaft.ts'

/** The longest way to soil that is worth it (ticks), and the limit on positions to look at. */
const WORTH_TICKS = 120
const ROUTE_LIMIT = 600

/**
 * Gets down from a tree, or off whatever else the agent stands on, to soil nearby, in which it can dig a shaft by hand.
 * @returns whether the agent stands on soil.
 */
export async function stepOntoSoil({ body, signal }: SkillContext): Promise<boolean> {
  if (standsOnSoil(body)) return true
  const isEnd = ({ x, y, z }: Position) => {
    const { name, cube } = body.traits(x, y - 1, z)
    return cube && isSoil(name)
  }
  const soil = { dry: true, heuristic: () => 0, isEnd }
  const options = { limit: ROUTE_LIMIT, worth: WORTH_TICKS, slowestDig: EASY_DIG, builds: false }
  await travel(body, soil, signal, { ...options, isKnown: true })
  return standsOnSoil(body)
}

import type { Registry } from './registry.ts'

/** Creatures whose own metadata begins with whether they are young. */
const AGEABLE =
  /^(bee|cat|chicken|cow|donkey|drowned|fox|goat|hoglin|horse|husk|llama|mooshroom|mule|ocelot|panda|pig|polar_bear|rabbit|sheep|strider|trader_llama|turtle|villager|wolf|zoglin|zombie|zombie_horse|zombie_pigman|zombie_villager|zombified_piglin)$/
/** Those whose own metadata begins with their size. */
const SIZED = /^(slime|magma_cube)$/
/** Edge of the smallest slime (blocks). */
const OLD_SLIME_EDGE = 0.51
const SLIME_EDGE = 0.52
/** A young creature is half as large as an adult. */
const YOUNG_SCALE = 0.5

/** What the size of a creature depends on besides its kind. */
export interface CreatureBuild {
  readonly baby?: boolean
  /** For slimes and magma cubes. */
  readonly size?: number
}

export interface CreatureSize {
  readonly width: number
  readonly height: number
}

/** Width and height of a creature's hitbox (blocks). @param type the name of its kind in the version. */
export function creatureSize(
  { data }: Registry,
  type: string,
  { baby, size }: CreatureBuild,
): CreatureSize {
  if (size) {
    const edge = size * (data.isNewerOrEqualTo('1.20.5') ? SLIME_EDGE : OLD_SLIME_EDGE)
    return { width: edge, height: edge }
  }
  const kind = data.entitiesByName[type]
  const scale = baby ? YOUNG_SCALE : 1
  return { width: (kind?.width ?? 0.6) * scale, height: (kind?.height ?? 1.8) * scale }
}

/** What the first metadata of a kind's own says about its size; undefined if they are about something else. */
export function buildOf(type: string, own: unknown): CreatureBuild | undefined {
  if (AGEABLE.test(type)) return { baby: own === true }
  return SIZED.test(type) && typeof own === 'number' && own > 0 ? { size: own } : undefined
}

import { Vec3 } from 'vec3'
import { FILLER } from '#body/body'
import { NEIGHBOURS } from '#geometry/neighbours'
import type { SkillContext } from '../core/skill.ts'
import { placeAt, removeBlock } from './place-cell.ts'
import type { Cell, Site } from './site.ts'

/** Limit on blocks of scaffolding for one block of a building. */
const MAX_LENGTH = 16
/** Limit on places to look through for the shortest scaffolding. */
const MAX_SEARCH = 2000
/** Distance from the building within which the agent removes what it placed to climb (blocks). */
const AROUND = 6

const FILLER_KINDS: ReadonlySet<string> = new Set(FILLER)

/**
 * Places blocks from the nearest support up to a cell that has none.
 * @returns whether the cell has a support now.
 */
export async function scaffoldTo(context: SkillContext, site: Site, cell: Cell): Promise<boolean> {
  const { body } = context
  for (const at of scaffolding(context, site, cell)) {
    if (site.isSolid(at)) continue
    if (!(await placeAt(context, site, { at, names: body.filler, aim: {} }))) return false
  }
  return site.isSupported(cell)
}

/** The shortest row of free places from a support to a cell, in the order in which to fill them. */
function scaffolding({ body }: SkillContext, site: Site, { at }: Cell): Vec3[] {
  const cameFrom = new Map<string, Vec3 | null>([[String(at), null]])
  const open: Vec3[] = [at]
  // Down first: a block below supports most blocks.
  const steps = [...NEIGHBOURS].sort(([, a], [, b]) => a - b)
  for (let looked = 0; looked < MAX_SEARCH; looked++) {
    const place = open.shift()
    if (!place) return []
    if (place !== at && steps.some(([x, y, z]) => site.isSolid(place.offset(x, y, z)))) {
      const row: Vec3[] = []
      for (
        let one: Vec3 | null | undefined = place;
        one && one !== at;
        one = cameFrom.get(String(one))
      )
        row.push(one)
      return row.length <= MAX_LENGTH ? row : []
    }
    for (const [x, y, z] of steps) {
      const next = place.offset(x, y, z)
      const isFree = body.traitsAt(next).open || body.traitsAt(next).water
      if (cameFrom.has(String(next)) || site.isPlanned(next) || !isFree) continue
      cameFrom.set(String(next), place)
      open.push(next)
    }
  }
  return []
}

/** The agent's own blocks around a building that are no part of it and carry none of it, the highest first. */
export function scaffoldsOf({ body }: Pick<SkillContext, 'body'>, site: Site): Vec3[] {
  return body.builds.ownPlaces
    .filter((place) => site.isNear(place, AROUND))
    .map(({ x, y, z }) => new Vec3(x, y, z))
    .filter((place) => !site.isPlanned(place) && !site.isBase(place))
    .filter((place) => FILLER_KINDS.has(body.traitsAt(place).name))
    .sort((a, b) => b.y - a.y)
}

/** Removes the scaffolding of a building. */
export async function removeScaffolds(context: SkillContext, site: Site): Promise<void> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const scaffolds = scaffoldsOf(context, site)
    // The agent may stand on one that it cannot remove yet.
    if (scaffolds.length === 0 || scaffolds.length >= left) return
    left = scaffolds.length
    for (const place of scaffolds) await removeBlock(context, place)
  }
}

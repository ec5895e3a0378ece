import type { Vec3 } from 'vec3'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { oreHeights } from '#knowledge/ores'
import { perform, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { branchMine } from '../mining/branch-mine.ts'

const LAVA = 'lava'
/** The agent knows no use for lava farther away than this (blocks). */
const RANGE = 64
/** Extent of a pool from its middle (blocks). */
const EXTENT = 8
/** Known sources that are looked at. */
const LOOKED_AT = 256
/** Lava fills caves up to just below the height at which diamonds are sought. */
const ORE_ABOVE_LAVA = 'diamond_ore'
const USUAL_HEIGHT = 11

/** The nearest known lava source around which there are enough others; undefined for none. */
export function lavaPool({ body, memory }: SkillWorld, sources: number): Vec3 | undefined {
  const known = memory
    .blocks([LAVA], body.position, {
      maxDistance: RANGE,
      limit: LOOKED_AT,
      accept: ({ position }) =>
        body.traitsAt(position).source &&
        !body.avoided.has(position.x, position.y, position.z) &&
        !body.dangers.near(position),
    })
    .map(({ position }) => position)
  const isNear = (a: Vec3) => (b: Vec3) => a.distanceTo(b) <= EXTENT
  return known.find((place) => known.filter(isNear(place)).length >= sources)
}

/** Searches for a pool of lava where it fills the caves. */
export async function findLavaPool(context: SkillContext, sources: number): Promise<Outcome> {
  const { registry } = context
  const found = () => lavaPool(context, sources) !== undefined
  if (found()) return succeeded
  const height = oreHeights(registry, ORE_ABOVE_LAVA)?.best ?? USUAL_HEIGHT
  const able = () => true
  const outcome = await perform(context, branchMine, { sought: LAVA, height, found, able })
  if (outcome.ok || found()) return succeeded
  return outcome.failure.kind === 'missing-tool' ? outcome : failed('not-found', 'no lava found')
}

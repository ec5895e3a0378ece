import type { Vec3 } from 'vec3'
import { JOURNEY, TUNNEL } from '#body/navigation/move-costs'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { perform, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { branchMine } from '../mining/branch-mine.ts'

const LAVA = 'lava'
/** The way to known lava that costs as much as a search for other lava (ticks). */
const MAX_WAY = 2500
/** Extent of a pool from its middle (blocks). */
const EXTENT = 8
/** Known sources that are looked at. */
const LOOKED_AT = 256
/** Lava fills caves up to just below the height at which diamonds are sought. */
const ORE_ABOVE_LAVA = 'diamond_ore'
const USUAL_HEIGHT = 11

/**
 * The nearest known lava source of a pool with enough of them; undefined for none. Below the height up to which lava fills caves,
 * one source in sight means a pool: the rock hides the others.
 */
export function lavaPool(
  { body, memory, registry }: SkillWorld,
  sources: number,
): Vec3 | undefined {
  const known = memory
    .blocks([LAVA], body.position, {
      limit: LOOKED_AT,
      accept: ({ position }) =>
        body.traitsAt(position).source &&
        !body.avoided.has(position.x, position.y, position.z) &&
        !body.dangers.near(position) &&
        wayTo(body.feet, position) <= MAX_WAY,
    })
    .map(({ position }) => position)
  const height = heightAboveLava(registry)
  const isNear = (a: Vec3) => (b: Vec3) => a.distanceTo(b) <= EXTENT
  return known.find((place) => place.y < height || known.filter(isNear(place)).length >= sources)
}

/** Expected duration of the way to lava, most of which leads through rock (ticks). */
function wayTo(from: Vec3, to: Vec3): number {
  const rise = to.y - from.y
  const level = from.xzDistanceTo(to) * TUNNEL.straight
  return level + (rise > 0 ? rise * JOURNEY.up : -rise * JOURNEY.down)
}

/** Searches for a pool of lava where it fills the caves. */
export async function findLavaPool(context: SkillContext, sources: number): Promise<Outcome> {
  const found = () => lavaPool(context, sources) !== undefined
  if (found()) return succeeded
  const height = heightAboveLava(context.registry)
  const able = () => context.body.tools.hasPickaxe
  const args = { sought: LAVA, height, found, able, hasHoles: false, isLava: true }
  const outcome = await perform(context, branchMine, args)
  if (outcome.ok || found()) return succeeded
  return outcome.failure.kind === 'missing-tool' ? outcome : failed('not-found', 'no lava found')
}

/** Height of the feet in a tunnel just above the lava that fills caves. */
export function heightAboveLava(registry: Registry): number {
  return oreHeights(registry, ORE_ABOVE_LAVA)?.best ?? USUAL_HEIGHT
}

import type { Vec3 } from 'vec3'
import { ticksBetween } from '#body/navigation/estimate'
import { NEIGHBOURS } from '#geometry/neighbours'
import type { KnownSource, SourceTrouble } from '#goal/observation'
import type { BlockTraits } from '#knowledge/block-traits'
import { isFairGame } from './fair-game.ts'
import type { SkillContext } from './skill.ts'

/** Number of the nearest known blocks that are compared. */
const WEIGHED = 48
/**
 * Extra time for a block beside lava, beside water, or underfoot; equally, the detour worth making to avoid it
 * (ticks).
 */
const LAVA_TICKS = 420
const WATER_TICKS = 105
const UNDERFOOT_TICKS = 14
/** Blocks deeper under water are left alone: the air does not last for the way down, a slow dig and the way up (blocks). */
const MAX_DIVE = 6
const NO_TROUBLE: SourceTrouble = { lava: false, water: false, underfoot: false }

/** Known blocks of some kinds, the easiest to reach and dig first. Excludes avoided places, dangerous ones and those deep under water. */
export function knownBlocks(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  kinds: readonly string[],
  limit: number,
): KnownSource[] {
  const known = memory.blocks(kinds, body.position, {
    limit: WEIGHED,
    accept: ({ position }) =>
      !body.avoided.has(position.x, position.y, position.z) &&
      !body.dangers.near(position) &&
      !body.isProtected(position) &&
      depthUnderWater(body, position) <= MAX_DIVE,
  })
  return known
    .map(({ kind, position }) => {
      const trouble = troubleAt(body, position)
      const ticks = ticksBetween(body.feet, position) + troubleTicks(trouble)
      return { kind, position, entity: null, ticks, age: 0, count: 1, trouble }
    })
    .sort((a, b) => a.ticks - b.ticks)
    .slice(0, limit)
}

/** Known adult animals of some kinds that belong to no player, the nearest first. */
export function knownAnimals(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  kinds: readonly string[],
  limit: number,
): KnownSource[] {
  const { tick } = body.clock
  return memory
    .entities(kinds, body.position)
    .filter(isFairGame)
    .slice(0, limit)
    .map(({ id, kind, position, seenAt }) => {
      return {
        kind,
        position,
        entity: id,
        ticks: ticksBetween(body.position, position),
        age: tick - seenAt,
        count: 1,
        trouble: NO_TROUBLE,
      }
    })
}

/** Least depth of the water beside a block or above it, up to just over {@link MAX_DIVE}; 0 for a block without water, or with another open side. */
function depthUnderWater(body: SkillContext['body'], { x, y, z }: Vec3): number {
  let least = Number.POSITIVE_INFINITY
  for (const [dx, dy, dz] of NEIGHBOURS) {
    const { water, open } = body.traits(x + dx, y + dy, z + dz)
    if (open) return 0
    if (!water || dy < 0) continue
    let depth = 1
    while (depth <= MAX_DIVE && body.traits(x + dx, y + dy + depth, z + dz).water) depth++
    least = Math.min(least, depth)
  }
  return Number.isFinite(least) ? least : 0
}

function troubleAt(body: SkillContext['body'], place: Vec3): SourceTrouble {
  const { x, y, z } = place
  const { feet } = body
  return {
    lava: touches(body, place, ({ lava }) => lava),
    water: touches(body, place, ({ water }) => water),
    underfoot: x === feet.x && z === feet.z && y === feet.y - 1,
  }
}

function troubleTicks({ lava, water, underfoot }: SourceTrouble): number {
  return (lava ? LAVA_TICKS : 0) + (water ? WATER_TICKS : 0) + (underfoot ? UNDERFOOT_TICKS : 0)
}

/** Whether a block adjacent to a position passes a test. */
export function touches(
  body: SkillContext['body'],
  { x, y, z }: Vec3,
  test: (traits: BlockTraits) => boolean,
): boolean {
  const at = (dx: number, dy: number, dz: number) => test(body.traits(x + dx, y + dy, z + dz))
  return at(1, 0, 0) || at(-1, 0, 0) || at(0, 1, 0) || at(0, -1, 0) || at(0, 0, 1) || at(0, 0, -1)
}

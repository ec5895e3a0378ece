import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digThrough, wouldFlood } from '#body/dig'
import { faceOf } from '#body/faces'
import { holdBackLiquids } from '#body/liquids'
import { CENTRED, moveInto } from '#body/navigation/footing'
import { isTooSlow } from '#body/navigation/view-of-body'
import { fill, type PlacementAim, placeBlock } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Box } from '#knowledge/collision-shape'
import { tagMembers } from '#knowledge/item-tags'
import { canCrawl, PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { Skill, SkillContext, SkillWorld } from '../core/skill.ts'
import { currentHeading, freshHeadings, type Heading } from './tunnel-heading.ts'

/** Time for a trapdoor to swing, and for the body to start crawling under it (ticks). */
const SWING_TICKS = 12
/** Time for the agent to pick up a trapdoor that it digs (ticks). */
const PICKUP_TICKS = 30
/** After this many trapdoors that do not work, the agent gives up crawling there. */
const MAX_FAILURES = 2
/** Maximum height of a closed trapdoor above the bottom of its block for the lower half (blocks). */
const LOW = 0.5

/**
 * Forces the crawling pose at the start of a tunnel one block high. A standing player cannot enter such a tunnel,
 * so the agent steps under a trapdoor at head height and closes it. This works from Minecraft 1.14.
 */
export const enterCrawl: Skill<null> = {
  name: 'enter-crawl',
  effect: 'the body crawls at the start of a tunnel one block high',
  budget: () => 300,
  precondition(world) {
    if (!canCrawl(world.registry))
      return { kind: 'not-found', detail: 'there is no crawling before 1.14' }
    const { body, agentState } = world
    if (agentState.exploration.failedTrapdoorsNear(body.feet) >= MAX_FAILURES)
      return { kind: 'unreachable', detail: 'trapdoors do not force the crawling pose here' }
    if (hasTrapdoor(world)) return null
    return { kind: 'missing-material', detail: 'no wooden trapdoor to crawl under' }
  },
  async run(context): Promise<Outcome> {
    const { body, signal, agentState } = context
    const { exploration } = agentState
    const { feet } = body
    const noPlace = failed('unreachable', 'no place to start crawling')
    const heading = headings(context).find((way) => isRock(context, way))
    if (!heading) return noPlace
    exploration.headFor(heading)
    const low = feet.offset(heading.x, 0, heading.z)
    const high = low.offset(0, 1, 0)
    if (await moveInto(body, feet, signal, CENTRED)) return noPlace
    body.release()
    if (!(await clear(context, high))) return noPlace
    if (!(await placeTrapdoor(context, high, heading))) return noPlace
    if (!liesLow(body, high) || !(await clear(context, low))) return noPlace
    const ground = low.offset(0, -1, 0)
    body.vision.examine(ground.x, ground.y, ground.z)
    if (!body.traitsAt(ground).floor && !(await fill(body, ground, signal))) return noPlace
    if (await crawlsUnder(context, high, low, heading)) {
      exploration.crawled()
      return succeeded
    }
    exploration.addFailedTrapdoor(high)
    return noPlace
  },
}

/** Steps under an open trapdoor and closes it. @returns whether the body crawls. */
async function crawlsUnder(
  context: SkillContext,
  trapdoor: Vec3,
  place: Vec3,
  heading: Heading,
): Promise<boolean> {
  const { body, signal } = context
  if (!(await swing(context, trapdoor))) return false
  if (isInTheWay(body.traitsAt(trapdoor).boxes, heading)) return false
  if (await moveInto(body, place, signal, CENTRED)) return false
  body.release()
  if (!(await swing(context, trapdoor))) return false
  return body.until(() => body.posture.crawling, SWING_TICKS, signal)
}

/**
 * Places a trapdoor whose open leaf leaves the way free, as far as its state tells: on the ground, or against a side wall
 * where the server orients trapdoors on the ground unlike vanilla.
 */
async function placeTrapdoor(
  context: SkillContext,
  place: Vec3,
  heading: Heading,
): Promise<boolean> {
  const { body, registry, signal, agentState } = context
  const { exploration } = agentState
  for (const onWall of exploration.hangsTrapdoors ? [true] : [false, true]) {
    const aim = onWall ? sideWall(place, heading) : undefined
    if (!(await placeBlock(body, trapdoors(registry), place, signal, aim))) break
    if (!isInTheWay(openBoxes(context, place), heading)) {
      if (onWall) exploration.hangTrapdoors()
      return true
    }
    if (!(await takeBack(context, place))) break
  }
  exploration.addFailedTrapdoor(place)
  return false
}

/** The lower half of a wall beside the way: there the trapdoor also closes below, and its leaf opens along the way. */
function sideWall(place: Vec3, { x, z }: Heading): PlacementAim {
  const side = new Vec3(z, 0, x)
  return {
    faces: [faceOf(side), faceOf(side.scaled(-1))],
    accepts: ({ point }) => point.y - place.y < LOW,
  }
}

/** Digs a trapdoor and picks it up. @returns whether the inventory holds one again. */
async function takeBack(context: SkillContext, place: Vec3): Promise<boolean> {
  const { body, signal } = context
  if (!(await digThrough(body, place, signal))) return false
  return body.until(() => hasTrapdoor(context), PICKUP_TICKS, signal)
}

/** Collision boxes of a closed trapdoor once it is open. */
function openBoxes({ body, registry }: SkillContext, { x, y, z }: Vec3): readonly Box[] {
  const state = body.vision.state(x, y, z)
  const open = { ...registry.blockProperties(state), open: 'true' }
  return body.blocks.traits(registry.blockState(registry.blockName(state), open)).boxes
}

/** Whether boxes in a block stop the agent on its way from the block before to the middle of this one. */
function isInTheWay(boxes: readonly Box[], { x, z }: Heading): boolean {
  const reach = 0.5 + PLAYER_HALF_WIDTH
  return boxes.some(([x0, , z0, x1, , z1]) => {
    // Distances from the side where the agent enters, and from one side of the way.
    const along = x + z > 0 ? (x ? x0 : z0) : 1 - (x ? x1 : z1)
    const [from, to] = x ? [z0, z1] : [x0, x1]
    return along < reach && from < reach && to > 1 - reach
  })
}

/** Whether the inventory holds a trapdoor that can be opened by hand. */
export function hasTrapdoor({ body, registry }: SkillWorld): boolean {
  return trapdoors(registry).some((kind) => (body.carried[kind] ?? 0) > 0)
}

function trapdoors(registry: Registry): readonly string[] {
  return tagMembers(registry, 'wooden_trapdoor')
}

/** Directions for the tunnel, the current one first. */
function headings(context: SkillContext): Heading[] {
  return [currentHeading(context), ...freshHeadings(context)]
}

/** Whether there is rock in a direction to crawl into, as far as the agent knows. */
function isRock({ body }: SkillContext, { x, z }: Heading): boolean {
  return [1, 0, -1].every((y) => {
    const place = body.feet.offset(x, y, z)
    body.vision.examine(place.x, place.y, place.z)
    return body.traitsAt(place).cube && (y < 0 || canDig(body, place))
  })
}

/** Whether a block is fast to dig and no fluid flows into its place, as far as the agent knows. */
export function isSoonDug(body: Body, place: Vec3): boolean {
  const { x, y, z } = place
  const { open, water, lava, diggable } = body.traits(x, y, z)
  if (open || water || lava || !diggable || body.avoided.has(x, y, z)) return false
  return !isTooSlow(body.tools.choose(body.vision.state(x, y, z)).ticks) && !wouldFlood(body, place)
}

/** Likewise, where no block falls into its place either. */
function canDig(body: Body, place: Vec3): boolean {
  return isSoonDug(body, place) && !body.traitsAt(place.offset(0, 1, 0)).falls
}

async function clear({ body, signal }: SkillContext, place: Vec3): Promise<boolean> {
  if (!canDig(body, place)) return false
  return (await digThrough(body, place, signal)) && (await holdBackLiquids(body, place, signal))
}

function liesLow(body: Body, place: Vec3): boolean {
  const { boxes } = body.traitsAt(place)
  return boxes.length > 0 && boxes.every((box) => box[4] <= LOW)
}

/** Opens or closes a trapdoor. @returns whether the server confirmed it. */
async function swing({ body, signal }: SkillContext, place: Vec3): Promise<boolean> {
  const lay = liesLow(body, place)
  if (!(await body.interaction.useBlock(place, signal))) return false
  const swung = () => {
    body.vision.examine(place.x, place.y, place.z)
    return liesLow(body, place) !== lay
  }
  return body.until(swung, SWING_TICKS, signal)
}

import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digThrough, wouldFlood } from '#body/dig'
import { holdBackLiquids } from '#body/liquids'
import { CENTRED, moveInto } from '#body/navigation/footing'
import { isTooSlow } from '#body/navigation/view-of-body'
import { fill, placeBlock } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { tagMembers } from '#knowledge/item-tags'
import { canCrawl } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { Skill, SkillContext, SkillWorld } from '../core/skill.ts'
import { currentHeading, freshHeadings, type Heading } from './tunnel-heading.ts'

/** How long a trapdoor takes to swing, and the body to lie down under it (ticks). */
const SWING_TICKS = 12
/** How high above its own ground a trapdoor lies at most that brings a body down (blocks). */
const LOW = 0.5

/**
 * Lies down in front of a tunnel that is one block high. Nobody who stands gets into one: the body steps under a trapdoor at the
 * height of its head, and shuts it.
 */
export const enterCrawl: Skill<null> = {
  name: 'enter-crawl',
  effect: 'the body lies where a tunnel one block high begins',
  budget: () => 300,
  precondition(world) {
    if (!canCrawl(world.registry)) return { kind: 'not-found', detail: 'nobody crawls before 1.14' }
    if (hasTrapdoor(world)) return null
    return { kind: 'missing-material', detail: 'no trapdoor to lie down under' }
  },
  async run(context): Promise<Outcome> {
    const { body, registry, signal, agentState } = context
    const { feet } = body
    const noPlace = failed('unreachable', 'no place to lie down')
    const heading = headings(context).find((way) => isRock(context, way))
    if (!heading) return noPlace
    agentState.exploration.headFor(heading)
    const low = feet.offset(heading.x, 0, heading.z)
    const high = low.offset(0, 1, 0)
    if (await moveInto(body, feet, signal, CENTRED)) return noPlace
    body.release()
    if (!(await clear(context, high))) return noPlace
    // Put onto what is still to be dug away below it, it comes to lie low.
    if (!(await placeBlock(body, trapdoors(registry), high, signal))) return noPlace
    if (!liesLow(body, high) || !(await clear(context, low))) return noPlace
    const ground = low.offset(0, -1, 0)
    body.eyes.examine(ground.x, ground.y, ground.z)
    if (!body.traitsAt(ground).floor && !(await fill(body, ground, signal))) return noPlace
    if (!(await swing(context, high)) || (await moveInto(body, low, signal, CENTRED)))
      return noPlace
    body.release()
    if (!(await swing(context, high))) return noPlace
    const lies = await body.until(() => body.posture.crawling, SWING_TICKS, signal)
    return lies ? succeeded : noPlace
  },
}

/** Whether a trapdoor is carried that a hand can open. */
export function hasTrapdoor({ body, registry }: SkillWorld): boolean {
  return trapdoors(registry).some((kind) => (body.carried[kind] ?? 0) > 0)
}

function trapdoors(registry: Registry): readonly string[] {
  return tagMembers(registry, 'wooden_trapdoor')
}

/** Where the tunnel may lead, first the way that it led before. */
function headings(context: SkillContext): Heading[] {
  return [currentHeading(context), ...freshHeadings(context)]
}

/** Whether there is rock to lie down in one way, as far as that is known. */
function isRock({ body }: SkillContext, { x, z }: Heading): boolean {
  return [1, 0, -1].every((y) => {
    const place = body.feet.offset(x, y, z)
    body.eyes.examine(place.x, place.y, place.z)
    return body.traitsAt(place).cube && (y < 0 || canDig(body, place))
  })
}

/** Whether a block is soon dug, and nothing flows into its place, as far as that is known. */
export function isSoonDug(body: Body, place: Vec3): boolean {
  const { x, y, z } = place
  const { open, water, lava, diggable } = body.traits(x, y, z)
  if (open || water || lava || !diggable || body.avoided.has(x, y, z)) return false
  return !isTooSlow(body.tools.choose(body.eyes.state(x, y, z)).ticks) && !wouldFlood(body, place)
}

/** The same where nothing falls into its place either. */
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

/** Opens or shuts a trapdoor. @returns whether the server did so. */
async function swing({ body, signal }: SkillContext, place: Vec3): Promise<boolean> {
  const lay = liesLow(body, place)
  if (!(await body.interaction.useBlock(place, signal))) return false
  const swung = () => {
    body.eyes.examine(place.x, place.y, place.z)
    return liesLow(body, place) !== lay
  }
  return body.until(swung, SWING_TICKS, signal)
}

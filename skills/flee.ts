import { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { fill } from '../src/body/place.ts'
import { travel } from '../src/body/travel.ts'
import { VoxelRay } from '../src/geometry/voxel-ray.ts'
import { type Outcome, succeeded } from '../src/goal/outcome.ts'
import { bestFood, eat } from './eat.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { type Threat, threats } from './threats.ts'

/** How far from every monster is safe enough when there is nothing to hide behind (blocks). */
const SAFE = 14
const LOOK_RANGE = 16
/** What was walled up stays so for a while: ways lead round it (ticks). */
const WALL_TICKS = 900
/** Health at which a wounded body comes out again, and how long it waits for that at most (ticks). */
const WELL = 15
const REST_TICKS = 400
/** Food level from which on wounds heal. */
const HEALING_FOOD = 18

/** Takes cover from monsters behind blocks put down in their way, and rests there when wounded; runs where there are none to put. */
export const flee: Skill<null> = {
  name: 'flee',
  effect: 'no monster in sight is near',
  budget: () => 800,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body } = context
    body.release()
    for (const { known } of threats(context, LOOK_RANGE)) body.dangers.fledFrom(known.position)
    await blockSight(context)
    if (onlookers(context).length > 0) await wallIn(context)
    if (onlookers(context).length === 0) await rest(context)
    else await runAway(context)
    return succeeded
  },
}

/** Monsters that see the body as it sees them. */
function onlookers(context: SkillContext): Threat[] {
  return threats(context, LOOK_RANGE).filter(({ visible }) => visible)
}

/** Heights of the body that are aimed at: head, chest, feet (blocks above the ground). */
const AIMED_AT = [1.6, 1, 0.2]
/** How far along a line of sight a block is put (blocks). */
const WALL_DISTANCE = 3.5
/** How long it takes to see that nothing is to be seen any more (ticks). */
const LOOK_TICKS = 2

/** Puts blocks into the lines between the body and the monsters, as near as they can be put. */
async function blockSight(context: SkillContext): Promise<void> {
  const { body, memory, signal } = context
  for (const { known } of onlookers(context)) {
    const { position, height } = memory.entity(known.id) ?? known
    const eye = position.offset(0, height * 0.85, 0)
    for (const aim of AIMED_AT) {
      for (const cell of positionsToward(body, aim, eye)) {
        if (!body.traitsAt(cell).open || (await putUp(body, cell, signal))) break
      }
    }
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Positions between a height of the body and a point, from the body on, its own left out. */
function positionsToward({ position }: Body, height: number, point: Vec3): Vec3[] {
  const from = position.offset(0, height, 0)
  const way = point.minus(from)
  const own = position.floored()
  const positions: Vec3[] = []
  const ray = new VoxelRay().start(from.x, from.y, from.z, way.x, way.y, way.z)
  const length = Math.min(1, WALL_DISTANCE / way.norm())
  do {
    const { x, y, z } = ray
    const inside = x === own.x && z === own.z && y >= own.y && y <= own.y + 1
    if (!inside) positions.push(new Vec3(x, y, z))
  } while (ray.advance(length))
  return positions
}

const SIDES = [new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1)]

/** Closes the open sides of the place one stands in, those toward the monsters first, as far as the blocks go. */
async function wallIn(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const { feet } = body
  const from = threats(context, LOOK_RANGE).map(({ known }) => known.position.minus(body.position))
  const urgency = (side: Vec3) =>
    Math.max(-1, ...from.map((way) => (way.x * side.x + way.z * side.z) / (way.norm() + 1)))
  const sides = [...SIDES].sort((a, b) => urgency(b) - urgency(a))
  // Tunnels go on the other way.
  if (from.length > 0) context.agentState.heading = sides.at(-1)
  const cells = sides
    // The head first: that is what is aimed at.
    .flatMap((side) => [feet.plus(side).offset(0, 1, 0), feet.plus(side)])
    .concat(feet.offset(0, 2, 0))
  for (const cell of cells) {
    if (body.traitsAt(cell).open) await putUp(body, cell, signal)
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Puts a block up that stays: ways lead round it. */
async function putUp(body: Body, cell: Vec3, signal: AbortSignal): Promise<boolean> {
  if (body.scaffold === 0 || !(await fill(body, cell, signal))) return false
  body.avoided.add(cell, WALL_TICKS)
  return true
}

/** Waits behind the wall until the wounds are better, as long as they get better. */
async function rest(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const { vitals } = body
  if (bestFood(context) && vitals.food < HEALING_FOOD) await perform(context, eat, null)
  const done = () =>
    vitals.health >= WELL || vitals.food < HEALING_FOOD || onlookers(context).length > 0
  await body.until(done, REST_TICKS, signal)
}

async function runAway(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const from = onlookers(context).map(({ known }) => known.position)
  if (from.length === 0) return
  const danger = (x: number, y: number, z: number) =>
    Math.max(0, ...from.map((place) => SAFE - Math.hypot(place.x - x, place.y - y, place.z - z)))
  await travel(body, { distance: danger, reached: (x, y, z) => danger(x, y, z) === 0 }, signal, {
    until: () => onlookers(context).length === 0,
    limit: 2500,
  })
}

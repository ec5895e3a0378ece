import { Vec3 } from 'vec3'
import { fill } from '../src/body/place.ts'
import { travel } from '../src/body/travel.ts'
import { bestFood, eat } from './eat.ts'
import { type SkillResult, succeeded } from './failure.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { threats } from './threats.ts'

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
  async run(context): Promise<SkillResult> {
    const { body, journal } = context
    const [foe] = threats(context, LOOK_RANGE)
    if (foe) journal.dangers.fledFrom(foe.entity.position.clone(), body.clock.tick)
    if (await takeCover(context)) {
      await rest(context)
      return succeeded
    }
    await runAway(context)
    return succeeded
  },
}

const SIDES = [new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1)]

/** Closes the open sides of the place one stands in, those toward the monsters first, as far as the blocks go. */
async function takeCover(context: SkillContext): Promise<boolean> {
  const { body, signal } = context
  body.release()
  const { feet } = body
  const from = threats(context, LOOK_RANGE).map(({ entity }) =>
    entity.position.minus(body.position),
  )
  const urgency = (side: Vec3) =>
    Math.max(-1, ...from.map((way) => (way.x * side.x + way.z * side.z) / (way.norm() + 1)))
  const sides = [...SIDES].sort((a, b) => urgency(b) - urgency(a))
  // Tunnels go on the other way.
  if (from.length > 0) context.journal.heading = sides.at(-1)
  const cells = sides
    // The head first: that is what is aimed at.
    .flatMap((side) => [feet.plus(side).offset(0, 1, 0), feet.plus(side)])
    .concat(feet.offset(0, 2, 0))
  for (const cell of cells) {
    if (!body.traitsAt(cell).open) continue
    if (body.scaffold === 0) break
    if (await fill(body, cell, signal)) body.avoided.add(cell, WALL_TICKS)
  }
  return threats(context, LOOK_RANGE).length === 0
}

/** Waits behind the wall until the wounds are better, as long as they get better. */
async function rest(context: SkillContext): Promise<void> {
  const { body, signal } = context
  if (bestFood(context) && body.bot.food < HEALING_FOOD) await perform(context, eat, null)
  const done = () =>
    body.bot.health >= WELL || body.bot.food < HEALING_FOOD || threats(context, 3).length > 0
  await body.until(done, REST_TICKS, signal)
}

async function runAway(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const from = threats(context, LOOK_RANGE).map(({ entity }) => entity.position.clone())
  if (from.length === 0) return
  const danger = (x: number, y: number, z: number) =>
    Math.max(0, ...from.map((place) => SAFE - Math.hypot(place.x - x, place.y - y, place.z - z)))
  await travel(body, { distance: danger, reached: (x, y, z) => danger(x, y, z) === 0 }, signal, {
    until: () => threats(context, SAFE).length === 0,
    limit: 2500,
  })
}

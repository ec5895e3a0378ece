import type { Body } from '#body/body'
import { digBlock, wouldFlood } from '#body/dig'
import { walkOnto } from '#body/navigation/footing'
import { fill } from '#body/place'
import { SIDES } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { withArticle } from '#wire/wording'
import type { Skill, SkillContext } from '../core/skill.ts'
import { threats } from '../pursuit/threats.ts'
import { sleepInOwnBed } from './sleep.ts'

/** The surface is dark between these times of day (ticks after sunrise). */
const DUSK = 12_600
export const DAWN = 23_400
const LOOK_TICKS = 100
/** The agent digs in this close to the middle of a block (blocks); times to stop and to get there (ticks). */
const MIDDLE = 0.1
const STOP_TICKS = 6
const STEP_TICKS = 20
const FALL_TICKS = 20
const LANDING_TICKS = 2
/** A monster in sight within this distance has entered the shelter (blocks). */
const TOO_NEAR = 4

const FILL_TRIES = 2
/** The agent digs this deep (blocks), in at most MAX_DIGS places. */
const DEPTH = 3
const MAX_DIGS = 6

export function isNight({ body }: Pick<SkillContext, 'body'>): boolean {
  const { timeOfDay } = body.game
  return timeOfDay >= DUSK && timeOfDay < DAWN
}

/** Whether monsters spawn on the surface: at night, and by day in a thunderstorm. */
export function isDarkOutside({ body }: Pick<SkillContext, 'body'>): boolean {
  return isNight({ body }) || body.game.thundering
}

/** Passes the night or a thunderstorm: in a bed if the agent carries one, else walled in below ground. */
export const shelter: Skill<null> = {
  name: 'shelter',
  effect: 'neither night nor a thunderstorm lets monsters spawn outside',
  budget: () => 12_000,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    if ((await sleepInOwnBed(context)) === 'slept') return succeeded
    return hideWhile(context, () => isDarkOutside(context))
  },
}

/** Waits in a shelter until monsters spawn outside. */
export const awaitDark: Skill<null> = {
  name: 'await-dark',
  effect: 'it is dark outside',
  budget: () => 13_000,
  precondition: () => null,
  run: (context): Promise<Outcome> => hideWhile(context, () => !isDarkOutside(context)),
}

/** Digs in and stays for as long as a condition holds; fails when a monster enters the shelter. */
export async function hideWhile(context: SkillContext, holds: () => boolean): Promise<Outcome> {
  const { body, signal } = context
  await digIn(context)
  while (holds()) {
    const [monster] = threats(context, TOO_NEAR)
    if (monster) return failed('hurt', `${withArticle(monster.known.kind)} entered the shelter`)
    await body.wait(LOOK_TICKS, signal)
  }
  return succeeded
}

/** Stands in the middle of a block, so that the agent falls when it digs the block below. */
async function standInMiddle(body: Body, signal: AbortSignal): Promise<void> {
  body.release()
  await body.wait(STOP_TICKS, signal)
  const middle = body.feet.offset(0.5, 0, 0.5)
  if (Math.hypot(body.position.x - middle.x, body.position.z - middle.z) < MIDDLE) return
  await body.controls.lookAt(middle.offset(0, EYE_HEIGHT, 0))
  body.controls.press({ sneak: true })
  await walkOnto(body, middle, MIDDLE, STEP_TICKS, signal)
  await body.wait(STOP_TICKS, signal)
}

/** Digs down and closes the hole; in a cave or on a slope, builds the missing walls. */
export async function digIn(context: SkillContext): Promise<void> {
  const { body, signal } = context
  await standInMiddle(body, signal)
  for (let depth = 0, digs = 0; depth < DEPTH && digs < MAX_DIGS; digs++) {
    const below = body.feet.offset(0, -1, 0)
    const firm = body.traitsAt(below.offset(0, -1, 0)).floor
    if (!firm || !body.traitsAt(below).diggable || wouldFlood(body, below)) break
    if (!(await digBlock(body, below, signal))) break
    const down = () => body.position.y < below.y + 0.5 && body.footing.onGround
    // Others may push the agent away from the hole.
    if (!(await body.until(down, FALL_TICKS, signal))) {
      await standInMiddle(body, signal)
      continue
    }
    depth++
    // Until the server knows that the agent fell, the agent's head is in the way of the roof block.
    await body.wait(LANDING_TICKS, signal)
  }
  const { feet } = body
  const walls = SIDES.flatMap(([dx, dz]) => [feet.offset(dx, 0, dz), feet.offset(dx, 1, dz)])
  for (const position of [...walls, feet.offset(0, 2, 0)]) {
    for (let tries = 0; tries < FILL_TRIES && body.traitsAt(position).open; tries++)
      await fill(body, position, signal)
  }
}

import { Vec3 } from 'vec3'
import { digBlock, wouldFlood } from '../src/body/dig.ts'
import { fill, placeBlock } from '../src/body/place.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { tagMembers } from '../src/knowledge/item-tags.ts'
import { collect } from './collect.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { threats } from './threats.ts'

/** Time of day (ticks after sunrise) between which the surface is dark. */
const DUSK = 12_600
const DAWN = 23_400
const NIGHT_TICKS = DAWN - DUSK
const LOOK_TICKS = 100
const FALL_TICKS = 20
const LANDING_TICKS = 2
/** A monster in sight that is nearer than this comes in (blocks). */
const TOO_NEAR = 4
/** How long the server may take to let somebody lie down (ticks). */
const LIE_DOWN_TICKS = 20

const FILL_TRIES = 2

const SIDES = [new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1)]

export function isNight({ body }: Pick<SkillContext, 'body'>): boolean {
  const { timeOfDay } = body.game
  return timeOfDay >= DUSK && timeOfDay < DAWN
}

/** Passes the night: in a bed where one is carried, else walled in below the ground. */
export const shelter: Skill<null> = {
  name: 'shelter',
  effect: 'the night is over',
  budget: () => 12_000,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    if (await sleepInBed(context)) return succeeded
    await digIn(context)
    while (isNight(context)) {
      const [monster] = threats(context, TOO_NEAR)
      if (monster) return failed('hurt', `a ${monster.known.kind} has got in`)
      await body.wait(LOOK_TICKS, signal)
    }
    return succeeded
  },
}

/** Sleeps in a bed that is put down for the night; false where there is none, or no sleeping here. */
async function sleepInBed(context: SkillContext): Promise<boolean> {
  const { body, registry, signal } = context
  const { vitals } = body
  const beds = tagMembers(registry, 'bed').filter((name) => body.carried[name])
  const free = (position: Vec3) =>
    body.traitsAt(position).open && body.traitsAt(position.offset(0, -1, 0)).floor
  // A bed lies the way one looks: its head is one farther.
  const side = SIDES.find((way) => free(body.feet.plus(way)) && free(body.feet.plus(way.scaled(2))))
  if (beds.length === 0 || !side) return false
  const position = body.feet.plus(side)
  if (!(await placeBlock(body, beds, position, signal))) return false
  if (!(await body.interaction.useBlock(position, signal))) return false
  const slept = await body.until(() => vitals.asleep, LIE_DOWN_TICKS, signal)
  if (slept) await body.until(() => !vitals.asleep, NIGHT_TICKS, signal)
  await digBlock(body, position, signal)
  await perform(context, collect, { kinds: new Set(tagMembers(registry, 'bed')), range: 4 })
  return slept
}

/** Two blocks down and a lid on top; in a cave or on a slope, walls where there are none. */
async function digIn(context: SkillContext): Promise<void> {
  const { body, signal } = context
  for (let depth = 0; depth < 3; depth++) {
    const below = body.feet.offset(0, -1, 0)
    const firm = body.traitsAt(below.offset(0, -1, 0)).floor
    if (!firm || !body.traitsAt(below).diggable || wouldFlood(body, below)) break
    if (!(await digBlock(body, below, signal))) break
    const down = () => body.position.y < below.y + 0.5 && body.footing.onGround
    await body.until(down, FALL_TICKS, signal)
    // Until the server knows, the head is in its eyes still where the lid goes.
    await body.wait(LANDING_TICKS, signal)
  }
  const { feet } = body
  const walls = SIDES.flatMap((side) => [feet.plus(side), feet.plus(side).offset(0, 1, 0)])
  for (const position of [...walls, feet.offset(0, 2, 0)]) {
    for (let tries = 0; tries < FILL_TRIES && body.traitsAt(position).open; tries++)
      await fill(body, position, signal)
  }
}

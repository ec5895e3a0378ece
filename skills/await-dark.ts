import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { digIn, isNight } from './shelter.ts'
import type { Skill } from './skill.ts'
import { threats } from './threats.ts'

const LOOK_TICKS = 100
/** A monster in sight that is nearer than this comes in (blocks). */
const TOO_NEAR = 4

/** Passes the day where nothing happens to the body: monsters come by night. */
export const awaitDark: Skill<null> = {
  name: 'await-dark',
  effect: 'it is night',
  budget: () => 13_000,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    await digIn(context)
    while (!isNight(context)) {
      const [monster] = threats(context, TOO_NEAR)
      if (monster) return failed('hurt', `a ${monster.known.kind} has got in`)
      await body.wait(LOOK_TICKS, signal)
    }
    return succeeded
  },
}

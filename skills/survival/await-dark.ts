import type { Outcome } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { hideWhile, isNight } from './shelter.ts'

/** Passes the day where nothing happens to the body: monsters come by night. */
export const awaitDark: Skill<null> = {
  name: 'await-dark',
  effect: 'it is night',
  budget: () => 13_000,
  precondition: () => null,
  run: (context): Promise<Outcome> => hideWhile(context, () => !isNight(context)),
}

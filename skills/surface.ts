import { travel } from '../src/body/travel.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'

const LEG = 8
const MAX_TRIES = 4

/** Comes up to where the sky is open. */
export const surface: Skill<null> = {
  name: 'surface',
  effect: 'there is open sky above',
  budget: () => 3000,
  precondition: () => null,
  async run(context): Promise<SkillResult> {
    const { body, signal } = context
    const out = () => skyAbove(context, body.feet.x, body.feet.y, body.feet.z)
    let stalled = 0
    while (!out()) {
      const from = body.feet.y
      const goal = (x: number, y: number, z: number) => (skyAbove(context, x, y, z) ? 0 : Math.max(1, from + LEG - y))
      await travel(body, { distance: goal, reached: (x, y, z) => y >= from + LEG || goal(x, y, z) === 0 }, signal, {
        limit: 4000,
      })
      if (body.feet.y <= from && ++stalled >= MAX_TRIES) return failed('unreachable', 'no way up')
    }
    return succeeded
  },
}

/** Whether nothing but air and leaves is known above a cell. */
export function skyAbove({ body }: Pick<SkillContext, 'body'>, x: number, y: number, z: number): boolean {
  const top = y + 40
  for (let height = y + 1; height <= top; height++) {
    const traits = body.traits(x, height, z)
    if (!traits.open && !/leaves/.test(traits.name)) return false
  }
  return true
}

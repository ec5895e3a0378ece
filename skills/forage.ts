import { failed, type SkillResult } from './failure.ts'
import { hunt } from './hunt.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'

/** Meat that each animal gives, the best first. */
const MEAT: Readonly<Record<string, string>> = {
  cow: 'beef',
  pig: 'porkchop',
  sheep: 'mutton',
  chicken: 'chicken',
}
/** An animal farther away is not worth the way (blocks). */
const RANGE = 28

/** The nearest animal with meat on it that is known near; undefined when there is none. */
export function gameNearby({
  body,
  memory,
}: Pick<SkillContext, 'body' | 'memory'>): string | undefined {
  return memory.entities(Object.keys(MEAT), body.position, RANGE)[0]?.kind
}

/** Gets some meat while there are animals near: without food no wound heals. */
export const forage: Skill<null> = {
  name: 'forage',
  effect: 'some meat is in the inventory',
  budget: () => 500,
  precondition: (context) =>
    gameNearby(context) ? null : { kind: 'not-found', detail: 'no animal near' },
  async run(context): Promise<SkillResult> {
    const meat = MEAT[gameNearby(context) ?? '']
    if (!meat) return failed('not-found', 'no animal near')
    return perform(context, hunt, { item: meat, count: 1 })
  },
}

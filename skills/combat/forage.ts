import { failed, type Outcome } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { kill } from '../pursuit/kill.ts'

/** Animals with meat on them. */
export const GAME = ['cow', 'pig', 'sheep', 'chicken']
/** An animal farther away is not worth the way (blocks). */
const RANGE = 16
const PICKUP_RANGE = 6

/** The nearest grown animal with meat on it in sight; undefined when there is none near. */
export function gameNearby({
  body,
  memory,
}: Pick<SkillContext, 'body' | 'memory'>): KnownEntity | undefined {
  return memory.entities(GAME, body.position, RANGE).find(({ visible, young }) => visible && !young)
}

/** Gets some meat from an animal at the wayside: without food no wound heals. */
export const forage: Skill<null> = {
  name: 'forage',
  effect: 'some meat is in the inventory',
  budget: () => 240,
  precondition: (context) =>
    gameNearby(context) ? null : { kind: 'not-found', detail: 'no animal near' },
  async run(context): Promise<Outcome> {
    const prey = gameNearby(context)
    if (!prey || !(await kill(context, prey))) return failed('not-found', 'the animal got away')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}

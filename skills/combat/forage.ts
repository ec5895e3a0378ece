import { failed, type Outcome } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import { isFairGame } from '../core/fair-game.ts'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { kill } from '../pursuit/kill.ts'

/** Animals that drop meat. */
export const GAME = ['cow', 'pig', 'sheep', 'chicken']
/** The agent does not walk farther than this for an animal (blocks). */
const RANGE = 16
const PICKUP_RANGE = 6

/** The nearest adult animal in sight that drops meat; undefined where none is near. */
export function gameNearby({
  body,
  memory,
}: Pick<SkillContext, 'body' | 'memory'>): KnownEntity | undefined {
  return memory
    .entities(GAME, body.position, RANGE)
    .find((animal) => animal.visible && isFairGame(animal))
}

/** Kills an animal nearby for meat: without food the agent does not regenerate health. */
export const forage: Skill<null> = {
  name: 'forage',
  effect: 'some meat is in the inventory',
  budget: () => 240,
  precondition: (context) =>
    gameNearby(context) ? null : { kind: 'not-found', detail: 'no animal nearby' },
  async run(context): Promise<Outcome> {
    const prey = gameNearby(context)
    if (!prey || !(await kill(context, prey))) return failed('not-found', 'the animal got away')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}

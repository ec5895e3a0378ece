import { bestFood } from '../../../skills/eat.ts'
import { gameNearby } from '../../../skills/forage.ts'
import type { SkillWorld } from '../../../skills/skill.ts'
import { skyAbove } from '../../../skills/surface.ts'
import type { Goal } from '../../goal/goal.ts'

/** Whether to take meat along: a long way underground lies ahead, monsters live there, and animals are near. */
export function needsProvisions(goal: Goal, context: SkillWorld): boolean {
  const { x, y, z } = context.body.feet
  return (
    context.body.game.difficulty !== 'peaceful' &&
    goal.tool?.endsWith('_pickaxe') === true &&
    !bestFood(context) &&
    gameNearby(context) !== undefined &&
    skyAbove(context, x, y, z)
  )
}

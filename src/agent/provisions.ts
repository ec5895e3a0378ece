import { bestFood } from '../../skills/eat.ts'
import { gameNearby } from '../../skills/forage.ts'
import type { SkillContext } from '../../skills/skill.ts'
import { skyAbove } from '../../skills/surface.ts'
import type { Plan } from '../goal/goal.ts'

/** Whether to take meat along: a long way underground lies ahead, monsters live there, and animals are near. */
export function needsProvisions(plan: Plan, context: SkillContext): boolean {
  const { x, y, z } = context.body.feet
  return (
    context.body.game.difficulty !== 'peaceful' &&
    plan.some(({ tool }) => tool?.endsWith('_pickaxe')) &&
    !bestFood(context) &&
    gameNearby(context) !== undefined &&
    skyAbove(context, x, y, z)
  )
}

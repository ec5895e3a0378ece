import { bestFood } from '../../../skills/eat.ts'
import { gameNearby } from '../../../skills/forage.ts'
import type { SkillWorld } from '../../../skills/skill.ts'
import { skyAbove } from '../../../skills/surface.ts'

/** Whether to take meat along before a long way underground: monsters live there, and animals are near. */
export function needsProvisions(context: SkillWorld): boolean {
  const { x, y, z } = context.body.feet
  return (
    context.body.game.difficulty !== 'peaceful' &&
    !bestFood(context) &&
    gameNearby(context) !== undefined &&
    skyAbove(context, x, y, z)
  )
}

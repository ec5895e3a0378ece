import { gameNearby } from '#skills/combat/forage'
import type { SkillWorld } from '#skills/core/skill'
import { bestFood } from '#skills/items/eat'
import { skyAbove } from '#skills/moving/surface'

/** Whether to forage before a long time underground: there are monsters, the agent has no food, and animals are near. */
export function needsProvisions(context: SkillWorld): boolean {
  const { x, y, z } = context.body.feet
  return (
    context.body.game.difficulty !== 'peaceful' &&
    !bestFood(context) &&
    gameNearby(context) !== undefined &&
    skyAbove(context, x, y, z)
  )
}

import { failed, type Outcome } from '#goal/outcome'
import { countOf } from '#knowledge/item-tags'
import { OVERWORLD } from '#knowledge/nether'
import { climbStones, sticksAtHand, TABLE_PLANKS } from '#knowledge/stone-route'
import type { SkillContext } from '../core/skill.ts'

/** Materials of a stone pickaxe (from the game). */
const STONES = 3
const STICKS = 2

/**
 * @returns whether the work has worn out the last good pickaxe since this call, while the agent could craft
 * another at once or has no pickaxe at all. If it has started with nothing better, this is always false.
 */
export function wearingOut(context: SkillContext): () => boolean {
  const { tools } = context.body
  const isReserveWorn = isReserve(context) ? () => false : () => isReserve(context)
  if (tools.stonesLeft === 0) return isReserveWorn
  const isBroken = () => !tools.onlyReserve && tools.stonesLeft === 0
  return () => isReserveWorn() || (isBroken() && (canCraft(context) || !tools.hasPickaxe))
}

/**
 * @returns whether the work has worn out the pickaxes since this call down to what the way up to the land needs, where the agent
 * cannot craft more. If it has started with no more, this is always false.
 */
export function neededForClimb(context: SkillContext): () => boolean {
  const { body } = context
  const isNeeded = () =>
    body.tools.stonesLeft < climbStones(body.feet.y) &&
    body.game.dimension === OVERWORLD &&
    !canCraft(context)
  return isNeeded() ? () => false : isNeeded
}

export function wornOut(sought: string): Outcome {
  return failed(
    'missing-tool',
    `the last pickaxe for ${sought} is nearly broken; make a stone_pickaxe`,
  )
}

/** Whether only the reserve for ores is left of the pickaxes, and the agent carries what it needs for another. */
function isReserve(context: SkillContext): boolean {
  const { tools, carried } = context.body
  return tools.onlyReserve && (carried.crafting_table ?? 0) > 0 && canCraft(context)
}

/** Whether the agent carries the materials of a stone pickaxe, or those of its sticks and of a crafting table. */
function canCraft({ body, registry }: SkillContext): boolean {
  const { cobblestone = 0, cobbled_deepslate = 0, stick = 0, crafting_table = 0 } = body.carried
  const planks = countOf(registry, body.carried, 'planks')
  const hasTable = crafting_table > 0
  return (
    cobblestone + cobbled_deepslate >= STONES &&
    (hasTable || planks >= TABLE_PLANKS) &&
    sticksAtHand(stick, planks, hasTable) >= STICKS
  )
}

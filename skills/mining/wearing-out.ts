import { failed, type Outcome } from '#goal/outcome'
import type { SkillContext } from '../core/skill.ts'

/** Materials of a stone pickaxe (from the game). */
const STONES = 3
const STICKS = 2

/**
 * @returns whether the work has worn out the last good pickaxe since this call, while the agent could craft
 * another at once. If it has started with nothing better, this is always false.
 */
export function wearingOut(context: SkillContext): () => boolean {
  return isWornOut(context) ? () => false : () => isWornOut(context)
}

export function wornOut(sought: string): Outcome {
  return failed(
    'missing-tool',
    `the last pickaxe for ${sought} is nearly broken; make a stone_pickaxe`,
  )
}

function isWornOut({ body }: SkillContext): boolean {
  if (!body.tools.onlyReserve) return false
  const { cobblestone = 0, cobbled_deepslate = 0, stick = 0, crafting_table = 0 } = body.carried
  return cobblestone + cobbled_deepslate >= STONES && stick >= STICKS && crafting_table > 0
}

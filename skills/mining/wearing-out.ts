import { failed, type Outcome } from '#goal/outcome'
import type { SkillContext } from '../core/skill.ts'

/** What a stone pickaxe takes. */
const STONES = 3
const STICKS = 2

/**
 * Tells from now on whether the work wears out the last good pickaxe while another could be made at
 * once. Who has come with nothing better has had the choice.
 */
export function wearingOut(context: SkillContext): () => boolean {
  return isWorn(context) ? () => false : () => isWorn(context)
}

export function wornOut(sought: string): Outcome {
  return failed('missing-tool', `the last pickaxe for ${sought} is worn; make a stone_pickaxe`)
}

function isWorn({ body }: SkillContext): boolean {
  if (!body.tools.onlyReserve) return false
  const { cobblestone = 0, cobbled_deepslate = 0, stick = 0, crafting_table = 0 } = body.carried
  return cobblestone + cobbled_deepslate >= STONES && stick >= STICKS && crafting_table > 0
}

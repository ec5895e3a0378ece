import type { GoalLanguage } from '#goal/goal-language'
import type { Recipe } from '#goal/skill-spec'
import { CostModel } from './cost-model.ts'

/** Replaces infinity in sums that are compared. */
const NEVER = 1e9

/** Explains why an item cannot be obtained: names the item at the end of the chain that has no source. */
export function unobtainable(language: GoalLanguage, target: string, costs: CostModel): string {
  const elsewhere = new CostModel(language, new Set())
  const chain = [target]
  for (const name of chain) {
    if (isLost(name)) break
    const lacking = elsewhere
      .recipes(name)
      .map((recipe) => costs.partsOf(recipe).filter((part) => !costs.isPossible(part)))
      .filter((parts) => parts.length > 0 && parts.every((part) => !comesFrom(part, chain)))
      .sort((a, b) => remoteness(a) - remoteness(b))[0]
    if (lacking?.[0]) chain.push(lacking[0])
  }

  /** Whether searches did not find its own sources. */
  function isLost(name: string): boolean {
    return elsewhere.recipes(name).length > costs.recipes(name).length
  }

  /** What is obtainable elsewhere explains more than what never is, and the cheapest explains most. */
  function remoteness(parts: readonly string[]): number {
    const ticks = parts.map((part) => Math.min(elsewhere.ticks(part, 1), NEVER))
    return ticks.reduce((sum, each) => sum + each, 0)
  }

  /** Whether a part is itself made of what the chain lacks, as an iron block is. */
  function comesFrom(part: string, lacked: readonly string[]): boolean {
    if (lacked.includes(part)) return true
    const usesLacked = (recipe: Recipe) =>
      Object.keys(recipe.uses).some((inner) => lacked.includes(inner))
    const recipes = elsewhere.recipes(part)
    return recipes.length > 0 && recipes.every(usesLacked)
  }

  const leaf = chain.at(-1) ?? target
  const why = isLost(leaf) ? 'could not be found here' : 'has no source in the overworld'
  const path = chain.slice(1, -1)
  const through = path.length > 0 ? ` (for ${path.reverse().join(', for ')})` : ''
  return chain.length > 1 ? `${target} needs ${leaf}${through}, which ${why}` : `${leaf} ${why}`
}

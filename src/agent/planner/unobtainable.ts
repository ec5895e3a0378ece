import type { Registry } from '../../knowledge/registry.ts'
import type { Method } from '../methods.ts'
import { CostModel } from './cost-model.ts'

/** Stands for infinity where sums are compared. */
const NEVER = 1e9

/** Says why an item cannot be had, naming the thing at the end of the chain that has no source. */
export function unobtainable(registry: Registry, target: string, efforts: CostModel): string {
  const elsewhere = new CostModel(registry, new Set())
  const chain = [target]
  for (const name of chain) {
    if (isLost(name)) break
    const lacking = elsewhere
      .methods(name)
      .map((method) => partsOf(method).filter((part) => !efforts.possible(part)))
      .filter((parts) => parts.length > 0 && parts.every((part) => !comesFrom(part, chain)))
      .sort((a, b) => remoteness(a) - remoteness(b))[0]
    if (lacking?.[0]) chain.push(lacking[0])
  }

  /** Whether its own sources were looked for in vain. */
  function isLost(name: string): boolean {
    return elsewhere.methods(name).length > efforts.methods(name).length
  }

  /** What could be had elsewhere says more than what never can be, and the easier the more. */
  function remoteness(parts: readonly string[]): number {
    const ticks = parts.map((part) => Math.min(elsewhere.of(part, 1), NEVER))
    return ticks.reduce((sum, effort) => sum + effort, 0)
  }

  /** Whether a part is itself made of what the chain lacks, as a block of ingots is. */
  function comesFrom(part: string, lacked: readonly string[]): boolean {
    if (lacked.includes(part)) return true
    const usesLacked = (method: Method) =>
      method.skill === 'craft' && partsOf(method).some((inner) => lacked.includes(inner))
    const methods = elsewhere.methods(part)
    return methods.length > 0 && methods.every(usesLacked)
  }

  const leaf = chain.at(-1) ?? target
  const why = isLost(leaf) ? 'could not be found here' : 'has no source in the overworld'
  const path = chain.slice(1, -1)
  const through = path.length > 0 ? ` (for ${path.reverse().join(', for ')})` : ''
  return chain.length > 1 ? `${target} needs ${leaf}${through}, which ${why}` : `${leaf} ${why}`
}

/** What a method cannot do without. */
function partsOf(method: Method): string[] {
  if (method.skill === 'craft') return Object.keys(method.recipe.ingredients)
  if (method.skill === 'smelt') return [method.input]
  return method.tool === null ? [] : [method.tool]
}

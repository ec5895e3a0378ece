import { Command, InvalidArgumentError } from 'commander'
import { SymbolicPlanner } from '../agent/symbolic-planner.ts'
import type { ItemCounts } from '../goal/goal.ts'
import { planText } from '../goal/print.ts'
import { membersOf } from '../knowledge/families.ts'
import { type Kinds, kindsOf } from '../knowledge/kinds.ts'
import { findTask, targetOf } from '../trial/tasks.ts'
import { DEFAULT_VERSION } from '../trial/trial-start.ts'
import { EXIT } from './exit-codes.ts'
import { minecraftVersion } from './trial-options.ts'

interface PlanOptions {
  inventory: [item: string, count: number][]
  mcVersion: string
}

/** `delver plan <item>`: prints the symbolic planner's plan. */
export function planCommand(onExit: (code: number) => void): Command {
  return new Command('plan')
    .description('print the plan by which the agent would come by an item')
    .argument('<item>', 'such as diamond, or torch:8')
    .option('--inventory <list>', 'what it holds already, such as log=3,stick=2', inventory, [])
    .option('--mc-version <version>', 'Minecraft version', minecraftVersion, DEFAULT_VERSION)
    .action(async (item: string, options: PlanOptions) => {
      const kinds = kindsOf(options.mcVersion)
      const target = targetOf(findTask(`obtain:${item}`), kinds)
      const result = await new SymbolicPlanner(kinds).plan({
        target: { [target.item]: target.count },
        inventory: exactKinds(kinds, options.inventory),
        knownTable: false,
        knownFurnace: false,
        unavailable: new Set(),
      })
      if (result.ok) {
        console.log(result.plan.length > 0 ? planText(result.plan) : 'nothing to do')
        return
      }
      console.error(`no plan: ${result.reason}`)
      onExit(EXIT.notObtained)
    })
}

/** An inventory holds kinds: a family stands for its first member. @throws UsageError */
function exactKinds(kinds: Kinds, given: PlanOptions['inventory']): ItemCounts {
  const counts: Record<string, number> = {}
  for (const [name, count] of given) {
    const { item } = targetOf(findTask(`obtain:${name}`), kinds)
    const kind = membersOf(kinds, item)[0] ?? item
    counts[kind] = (counts[kind] ?? 0) + count
  }
  return counts
}

function inventory(text: string): PlanOptions['inventory'] {
  return text.split(',').map((part) => {
    const [, item, count] = /^([a-z0-9_]+)=(\d{1,6})$/.exec(part.trim()) ?? []
    if (!item) throw new InvalidArgumentError('An inventory looks like log=3,stick=2.')
    return [item, Number(count)]
  })
}

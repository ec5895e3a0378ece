import { Command } from 'commander'
import { planFor } from '#agent/planner/symbolic-planner'
import { targetCounts } from '#events/events'
import { inventoryObservation } from '#goal/observation'
import { parseInventory } from '#goal/parse-inventory'
import { planText } from '#goal/print'
import { registryFor } from '#knowledge/registry'
import { goalLanguage } from '#skills/library'
import { UsageError } from '#trial/errors'
import { findTask, targetOf, taskNamed } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { EXIT } from './exit-codes.ts'
import { minecraftVersion } from './trial-options.ts'

interface PlanOptions {
  inventory?: string
  mcVersion: string
}

/** `delver plan <task>`: prints the plan of the symbolic planner. */
export function planCommand(onExit: (code: number) => void): Command {
  return new Command('plan')
    .description('Print the plan for obtaining an item.')
    .argument('<task>', 'item and count, such as diamond or torch:8, or the name of a task')
    .option('--inventory <list>', 'items that the agent has, such as log=3,stick=2')
    .option('--mc-version <version>', 'Minecraft version', minecraftVersion, DEFAULT_VERSION)
    .action((task: string, options: PlanOptions) => {
      const registry = registryFor(options.mcVersion)
      const target = targetOf(findTask(taskNamed(task, registry)), registry)
      const held = parseInventory(registry, options.inventory ?? '')
      if (!held.ok) throw new UsageError(held.error)
      const result = planFor(goalLanguage(registry), {
        task: { target: targetCounts(target), wear: target.worn ? target.item : null },
        observation: inventoryObservation(registry, held.inventory),
        unavailable: new Set(),
        feedback: null,
      })
      if (result.ok) {
        console.log(result.plan.length > 0 ? planText(result.plan) : 'nothing to do')
        return
      }
      console.error(`no plan: ${result.reason}`)
      onExit(EXIT.notObtained)
    })
}

import { countsText } from '../../goal/print.ts'
import type { ChatMessage } from '../../llm/model.ts'
import type { Environment } from '../environment/environment.ts'
import { fill, type Prompt } from '../model/prompts.ts'
import { surroundingsText } from '../model/task-text.ts'
import { type WorldTask, worldTaskText } from './world-task.ts'

/**
 * The question to a model about a task: what is to be done, and what is handed on with it (appendix A),
 * which is the inventory, what stands near, and what was looked for in vain.
 */
export function worldQuestion(
  prompt: Prompt,
  task: WorldTask,
  world: Environment,
  unavailable: ReadonlySet<string>,
  more: Readonly<Record<string, string>> = {},
): ChatMessage[] {
  const { near, inventory } = world
  const version = world.registry.data.version.minecraftVersion ?? ''
  const surroundings = surroundingsText({
    knownTable: near.has('crafting_table'),
    knownFurnace: near.has('furnace'),
    unavailable,
  })
  const values = {
    ...more,
    task: worldTaskText(task),
    inventory: countsText(inventory),
    worn: world.worn.size === 0 ? '' : `I wear ${[...world.worn].join(', ')}.`,
    surroundings,
  }
  return [
    { role: 'system', content: fill(prompt, 'system', { version }) },
    { role: 'user', content: fill(prompt, 'task', values) },
  ]
}

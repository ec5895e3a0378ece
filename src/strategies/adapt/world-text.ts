import type { Environment } from '#agent/environment/environment'
import { fill, languageValues, type Prompt } from '#agent/prompts'
import { stateValues } from '#agent/state-text'
import type { ChatMessage } from '#llm/model'
import { type WorldTask, worldTaskText } from './world-task.ts'

/**
 * The question to a model about a task: the task, and the context that the controller passes on (appendix A), which is the
 * inventory, nearby stations, and the sources that searches have failed to find.
 */
export function worldQuestion(
  prompt: Prompt,
  task: WorldTask,
  environment: Environment,
  unavailable: ReadonlySet<string>,
  more: Readonly<Record<string, string>> = {},
): ChatMessage[] {
  const state = stateValues(environment.observe(), unavailable)
  const values = { ...more, task: worldTaskText(task), ...state }
  return [
    { role: 'system', content: fill(prompt, 'system', languageValues(environment.language)) },
    { role: 'user', content: fill(prompt, 'task', values) },
  ]
}

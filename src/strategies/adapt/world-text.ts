import { withResults } from '#agent/example-results'
import { fill, languageValues, type Prompt } from '#agent/prompts'
import { stateValues } from '#agent/state-text'
import type { ChatMessage } from '#llm/model'
import type { StrategyContext } from '../strategy.ts'
import { type WorldTask, worldTaskText } from './world-task.ts'

/**
 * The question to a model about a task: the task, and the context that the controller passes on (appendix A), which is the
 * inventory, nearby stations, and the sources that searches have failed to find.
 */
export function worldQuestion(
  prompt: Prompt,
  task: WorldTask,
  { environment, descriptor }: Pick<StrategyContext, 'environment' | 'descriptor'>,
  unavailable: ReadonlySet<string>,
  more: Readonly<Record<string, string>> = {},
): ChatMessage[] {
  const state = stateValues(environment.observe(), unavailable)
  const values = { ...more, task: worldTaskText(task), ...state }
  const { language } = environment
  const system = fill(prompt, 'system', languageValues(language))
  return [
    { role: 'system', content: withResults(system, language, descriptor) },
    { role: 'user', content: fill(prompt, 'task', values) },
  ]
}

import type { AskedModel } from '#llm/watched-model'
import { ModelDecomposer } from '#strategies/adapt/model-decomposer'
import { leaf } from '#strategies/adapt/plan-tree'
import { commandsText } from './model-executor.ts'
import { type PromptName, promptText } from './prompt.ts'

/** The planner of ADaPT in TextCraft: its steps are the executor's goals in words. */
export function modelPlanner(
  model: AskedModel,
  commands: readonly string[],
  prompt: PromptName = 'textcraft-planner',
): ModelDecomposer<string, string> {
  return new ModelDecomposer({
    model,
    maxAnswers: 1,
    begin: (task, inventory) => [
      { role: 'system', content: promptText(prompt) },
      {
        role: 'user',
        content: [commandsText(commands), `Goal: ${task}`, `> inventory\n${inventory}`].join(
          '\n\n',
        ),
      },
    ],
    read: (step) => ({ ok: true, plan: leaf(step) }),
  })
}

import { parsePlan } from '../agent/adapt/parse-plan.ts'
import type { Decomposer, Decomposition, Failure } from '../agent/adapt/roles.ts'
import type { Meter } from './meter.ts'
import { commandsText, modelFailed } from './model-executor.ts'
import { type PromptName, promptText } from './prompt.ts'

/** The planner of ADaPT (section 3.2): a model that splits a task into steps joined by AND and OR. */
export class ModelPlanner implements Decomposer<string, string> {
  readonly #model: Meter
  readonly #commands: readonly string[]
  readonly #prompt: PromptName

  constructor(model: Meter, commands: readonly string[], prompt: PromptName = 'textcraft-planner') {
    this.#model = model
    this.#commands = commands
    this.#prompt = prompt
  }

  async decompose(
    task: string,
    _failure: Failure | null,
    inventory: string,
    signal: AbortSignal,
  ): Promise<Decomposition<string>> {
    const content = [commandsText(this.#commands), `Goal: ${task}`, `> inventory\n${inventory}`]
    const answer = await this.#model.complete(
      {
        messages: [
          { role: 'system', content: promptText(this.#prompt) },
          { role: 'user', content: content.join('\n\n') },
        ],
        purpose: 'plan',
        temperature: 0,
      },
      signal,
    )
    if (!answer.ok) return modelFailed(this.#model, answer.failure)
    const parsed = parsePlan(answer.text)
    if (!parsed.ok) return { ok: false, kind: 'failed', reason: `no plan: ${parsed.error}` }
    return { ok: true, plan: parsed.plan }
  }
}

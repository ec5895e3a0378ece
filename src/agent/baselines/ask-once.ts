import type { GoalLanguage } from '../../goal/goal-language.ts'
import type { ChatMessage, ChatModel } from '../../llm/model.ts'
import { fill, languageValues, loadPrompt, type Prompt } from '../model/prompts.ts'
import { taskText } from '../model/task-text.ts'
import { MAX_ANSWERS, MAX_QUOTE, noAnswer } from '../model/watched-model.ts'
import type { Task } from '../planner/planner.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'

const AGAIN = loadPrompt('answer-again')

/** What the one answer of a model is to be, and what is done with it. */
export interface Answer<Read> {
  /** One word for the event log, and for the reason of giving up. */
  readonly purpose: 'plan' | 'program'
  readonly prompt: Prompt
  read(
    language: GoalLanguage,
    text: string,
  ): { readonly ok: true; readonly value: Read } | { readonly ok: false; readonly error: string }
  /** @returns why nothing is left to do. */
  carryOut(value: Read, context: StrategyContext): Promise<string>
}

/**
 * Asks a model once, by the two messages of a prompt, and carries out the answer. One that cannot be read is sent back,
 * as DEPS's planner does.
 */
export class AskOnce<Read> implements Strategy {
  readonly name: string
  readonly #model: ChatModel
  readonly #answer: Answer<Read>

  constructor(name: string, model: ChatModel, answer: Answer<Read>) {
    this.name = name
    this.#model = model
    this.#answer = answer
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal, record } = context
    const { language } = environment
    const { purpose, prompt, read, carryOut } = this.#answer
    const messages: ChatMessage[] = [
      { role: 'system', content: fill(prompt, 'system', languageValues(language)) },
      { role: 'user', content: fill(prompt, 'task', { task: taskText(task) }) },
    ]
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const result = await this.#model.complete({ purpose, messages }, signal)
      signal.throwIfAborted()
      if (!result.ok) return noAnswer(result.failure)
      const answer = read(language, result.text)
      if (answer.ok) return carryOut(answer.value, context)
      const { error } = answer
      record({ type: 'unusable-answer', purpose, problem: error })
      messages.push(
        { role: 'assistant', content: result.text.slice(0, MAX_QUOTE) },
        { role: 'user', content: fill(AGAIN, purpose, { error }) },
      )
    }
    return `the model gave no ${purpose} that can be read`
  }
}

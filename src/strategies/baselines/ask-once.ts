import { fill, languageValues, loadPrompt, type Prompt } from '#agent/model/prompts'
import { taskText } from '#agent/model/task-text'
import { noAnswer, WatchedModel } from '#agent/model/watched-model'
import type { Task } from '#agent/planner/planner'
import type { GoalLanguage } from '#goal/goal-language'
import type { ChatMessage, ChatModel } from '#llm/model'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { askUntilRead, type Question } from './ask-until-read.ts'

/** What the one answer of a model is to be, and what is done with it. */
export interface Answer<Read> {
  /** One word for the event log, and for the reason of giving up. */
  readonly purpose: 'plan' | 'program'
  readonly prompt: Prompt
  read(
    language: GoalLanguage,
    ...answer: Parameters<Question<Read>['read']>
  ): ReturnType<Question<Read>['read']>
  /** @returns why nothing is left to do. */
  carryOut(value: Read, context: StrategyContext): Promise<string>
}

const AGAIN = loadPrompt('answer-again')

/** Asks a model once, by the two messages of a prompt, and carries out the answer. */
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
    const { language } = context.environment
    const { purpose, prompt, read, carryOut } = this.#answer
    const messages: ChatMessage[] = [
      { role: 'system', content: fill(prompt, 'system', languageValues(language)) },
      { role: 'user', content: fill(prompt, 'task', { task: taskText(task) }) },
    ]
    const asked = await askUntilRead<Read>(new WatchedModel(this.#model), context, messages, {
      purpose,
      read: (...answer) => read(language, ...answer),
      again: (error) => fill(AGAIN, purpose, { error }),
    })
    if (asked.kind === 'read') return carryOut(asked.value, context)
    return asked.kind === 'unreadable'
      ? `the model gave no ${purpose} that can be read`
      : noAnswer(asked.failure)
  }
}

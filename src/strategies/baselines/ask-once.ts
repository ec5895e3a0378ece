import type { Task } from '#agent/planner/planner'
import { taskText } from '#agent/planner/task-text'
import { fill, languageValues, loadPrompt, type Prompt } from '#agent/prompts'
import type { GoalLanguage } from '#goal/goal-language'
import { askUntilRead, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatMessage, ChatModel } from '#llm/model'
import { noAnswer, WatchedModel } from '#llm/watched-model'
import type { Strategy, StrategyContext } from '../strategy.ts'

/** The form of the one answer of a model, and how it is carried out. */
export interface Answer<Read> {
  /** One word for the event log and for the reason of giving up. */
  readonly purpose: 'plan' | 'program'
  readonly prompt: Prompt
  read(language: GoalLanguage, text: string, isCutOff: boolean): ReadAnswer<Read>
  /** @returns why nothing is left to do. */
  carryOut(value: Read, context: StrategyContext): Promise<string>
}

const AGAIN = loadPrompt('answer-again')

/** Asks a model once, with the two messages of a prompt, and carries the answer out. */
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
    const { signal, record, environment } = context
    const { language } = environment
    const { purpose, prompt, read, carryOut } = this.#answer
    const dialogue: ChatMessage[] = [
      { role: 'system', content: fill(prompt, 'system', languageValues(language)) },
      { role: 'user', content: fill(prompt, 'task', { task: taskText(task) }) },
    ]
    const asked = await askUntilRead<Read>(
      new WatchedModel(this.#model),
      dialogue,
      {
        purpose,
        read: ({ text, finishReason }) => read(language, text, finishReason === 'length'),
        again: (error) => fill(AGAIN, purpose, { error }),
        onProblem: (problem) => record({ type: 'answer-rejected', purpose, problem }),
      },
      signal,
    )
    signal.throwIfAborted()
    if (asked.kind === 'read') return carryOut(asked.value, context)
    return asked.kind === 'unreadable'
      ? `the model gave no readable ${purpose}`
      : noAnswer(asked.failure)
  }
}

import type { Execution, Executor, Failure } from '../agent/adapt/roles.ts'
import type { ChatMessage, ModelFailure } from '../llm/model.ts'
import type { Game } from './game.ts'
import type { Meter } from './meter.ts'
import { promptText } from './prompt.ts'

/** Turns in a row that bring nothing (thoughts, refusals) after which it is over. */
const PATIENCE = 8
const MAX_LINE_LENGTH = 500

export interface ModelExecutorOptions {
  readonly game: Game
  readonly model: Meter
  /** The commands that the player is shown. */
  readonly commands: readonly string[]
  /** Turns it has for one task. */
  readonly maxTurns: number
  readonly temperature: number
  /** What it keeps in mind from earlier games (Reflexion). */
  readonly lessons?: readonly string[]
}

/**
 * The executor of ADaPT (section 3.1): a model that acts, observes and thinks in turn, as in ReAct, and
 * says by itself whether the task is completed or failed. A won game ends it too.
 */
export class ModelExecutor implements Executor<string, string> {
  readonly #options: ModelExecutorOptions

  constructor(options: ModelExecutorOptions) {
    this.#options = options
  }

  async run(task: string, inventory: string, signal: AbortSignal): Promise<Execution> {
    const { game, model, maxTurns, temperature } = this.#options
    const messages = this.#begin(task, inventory)
    const log: string[] = []
    let idle = 0
    for (let turn = 0; turn < maxTurns; turn++) {
      const answer = await model.complete(
        { messages: [...messages], purpose: 'act', temperature },
        signal,
      )
      if (!answer.ok) return { ...modelFailed(model, answer.failure), log }
      const action = firstLine(answer.text)
      const observation = game.act(action)
      log.push(`> ${action}`, observation)
      if (game.isWon || /task completed/i.test(action)) return { ok: true, log }
      if (/task failed/i.test(action)) return { ...failed('the player says so'), log }
      idle = /^(OK\.|Could not|Wrong)/.test(observation) ? idle + 1 : 0
      if (idle >= PATIENCE) return { ...failed(`${PATIENCE} turns in a row brought nothing`), log }
      messages.push({ role: 'assistant', content: action }, { role: 'user', content: observation })
    }
    return { ...failed(`not done in ${maxTurns} turns`), log }
  }

  #begin(task: string, inventory: string): ChatMessage[] {
    const { commands, lessons = [] } = this.#options
    const parts = [commandsText(commands), `Goal: ${task}`]
    if (lessons.length > 0)
      parts.push(['What you learnt from the games before:', ...lessons].join('\n'))
    parts.push(`> inventory\n${inventory}`)
    return [
      { role: 'system', content: promptText('textcraft-executor') },
      { role: 'user', content: parts.join('\n\n') },
    ]
  }
}

/** The crafting commands as prompts show them. */
export function commandsText(commands: readonly string[]): string {
  return ['Crafting commands:', ...commands].join('\n')
}

/** What a failed call means for a task: it fails, or everything ends. */
export function modelFailed(model: Meter, { kind, detail }: ModelFailure): Failure {
  const reason = `no answer from the model (${kind}): ${detail}`
  return { ok: false, kind: model.failure ? 'stopped' : 'failed', reason }
}

function failed(reason: string): Failure {
  return { ok: false, kind: 'failed', reason }
}

/** The action in an answer: its first line that is not a fence, without what models put around it. */
function firstLine(answer: string): string {
  const lines = answer.split(/\r?\n/).map((line) => line.replace(/^[\s>`*]+|[\s`*]+$/g, ''))
  return (lines.find((line) => line !== '') ?? '').slice(0, MAX_LINE_LENGTH)
}

import type { ChatMessage } from '#llm/model'
import type { AskedModel } from '#llm/watched-model'
import { readReactAnswer } from '#strategies/adapt/react-answer'
import { ReactExecutor, type Turn, verdictIn } from '#strategies/adapt/react-executor'
import type { Game } from './game.ts'
import { promptText } from './prompt.ts'

const MAX_LINE_LENGTH = 500

export interface ModelExecutorOptions {
  readonly game: Game
  readonly model: AskedModel
  /** The crafting commands in the prompt. */
  readonly commands: readonly string[]
  /** Limit of turns for one task. */
  readonly maxTurns: number
  readonly temperature: number
  /** Lessons from earlier games (Reflexion). */
  readonly lessons?: readonly string[]
}

/** The executor of ADaPT in TextCraft: each answer of the model is an action, a thought, or both. A won game also ends it. */
export function modelExecutor(options: ModelExecutorOptions): ReactExecutor<string, string> {
  const { game, model, maxTurns, temperature } = options
  return new ReactExecutor({
    model,
    maxTurns,
    temperature,
    begin: (task, inventory) => beginning(task, inventory, options),
    act: (answer) => turn(game, answer),
  })
}

const ACTION = /^(?:get|craft|inventory)\b/i

/** Plays the first action in an answer. Without an action, it plays the thought or the first line. */
function turn(game: Game, answer: string): Turn {
  const { thought, lines } = readReactAnswer(answer)
  const action = lines.find((line) => ACTION.test(line))
  const think = thought === '' ? [] : [`think: ${thought}`]
  if (action === undefined) {
    const said = (think[0] ?? lines[0] ?? '').slice(0, MAX_LINE_LENGTH)
    return { said, seen: game.act(said), gained: false, verdict: verdictIn(said) }
  }
  const line = asWritten(action.slice(0, MAX_LINE_LENGTH))
  const seen = game.act(line)
  const gained = !/^(Could not|Wrong)/.test(seen)
  return {
    said: [...think, line].join('\n'),
    seen,
    gained,
    verdict: game.isWon ? 'completed' : null,
  }
}

/** An action in the game's notation: models capitalize the verb and add a full stop. */
function asWritten(action: string): string {
  return action.replace(ACTION, (verb) => verb.toLowerCase()).replace(/\.$/, '')
}

function beginning(
  task: string,
  inventory: string,
  { commands, lessons = [] }: ModelExecutorOptions,
): ChatMessage[] {
  const parts = [commandsText(commands), `Goal: ${task}`]
  if (lessons.length > 0)
    parts.push(['What you learnt from the games before:', ...lessons].join('\n'))
  parts.push(`> inventory\n${inventory}`)
  return [
    { role: 'system', content: promptText('textcraft-executor') },
    { role: 'user', content: parts.join('\n\n') },
  ]
}

/** The crafting commands as they stand in prompts. */
export function commandsText(commands: readonly string[]): string {
  return ['Crafting commands:', ...commands].join('\n')
}

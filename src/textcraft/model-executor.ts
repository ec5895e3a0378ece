import { ReactExecutor, type Turn, verdictIn } from '../agent/adapt/react-executor.ts'
import type { ChatMessage } from '../llm/model.ts'
import type { Game } from './game.ts'
import type { Meter } from './meter.ts'
import { promptText } from './prompt.ts'

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

/** The executor of ADaPT in the game: each answer of the model is one line of play. A won game ends it too. */
export function modelExecutor(options: ModelExecutorOptions): ReactExecutor<string, string> {
  const { game, model, maxTurns, temperature } = options
  return new ReactExecutor({
    model,
    maxTurns,
    temperature,
    begin: (task, inventory) => beginning(task, inventory, options),
    act: (answer) => turn(game, firstLine(answer)),
  })
}

function turn(game: Game, said: string): Turn {
  const seen = game.act(said)
  const gained = !/^(OK\.|Could not|Wrong)/.test(seen)
  return { said, seen, gained, verdict: game.isWon ? 'completed' : verdictIn(said) }
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

/** The crafting commands as prompts show them. */
export function commandsText(commands: readonly string[]): string {
  return ['Crafting commands:', ...commands].join('\n')
}

/** The action in an answer: its first line that is not a fence, without what models put around it. */
function firstLine(answer: string): string {
  const lines = answer.split(/\r?\n/).map((line) => line.replace(/^[\s>`*]+|[\s`*]+$/g, ''))
  return (lines.find((line) => line !== '') ?? '').slice(0, MAX_LINE_LENGTH)
}

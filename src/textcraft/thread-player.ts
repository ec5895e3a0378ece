import type { AskedModel } from '#llm/watched-model'
import { runThreads } from '#strategies/thread/run-threads'
import type { ThreadResult } from '#strategies/thread/trace'
import type { Game } from './game.ts'
import { promptText } from './prompt.ts'
import { type TextCraftTask, taskText } from './tasks.ts'

/** The paper's deepest thread in TextCraft (THREAD, Table 7). */
export const THREAD_MAX_DEPTH = 10
/** Calls of the model for one task: a command takes one for each craft, and a few for each ingredient. */
const MAX_CALLS = 300

/**
 * Plays a game by THREAD (section 4.2): actions are lines that the game answers, and a child is told the line that spawned
 * it and nothing else. All threads know the crafting commands by the variable `commands`.
 */
export function playByThreads(
  task: TextCraftTask,
  game: Game,
  model: AskedModel,
  maxDepth: number,
  signal: AbortSignal,
): Promise<ThreadResult> {
  return runThreads(
    `craft ${task.goal}`,
    taskText(task),
    {
      model,
      environment: {
        get isOver() {
          return game.isWon
        },
        act: (action) => game.act(action),
        contextOf: (line) => `${line} =>`,
      },
      prompt: promptText('thread-textcraft'),
      variables: new Map([['commands', byLengthOfName(task.commands)]]),
      temperature: 0,
      maxDepth,
      maxCalls: MAX_CALLS,
    },
    signal,
  )
}

/** Crafting commands with the shortest names first, so that `stick` comes before `sticky piston` (THREAD, appendix G.5). */
function byLengthOfName(commands: readonly string[]): string[] {
  const length = (command: string) => command.indexOf(' using ')
  return commands.toSorted((one, other) => length(one) - length(other))
}

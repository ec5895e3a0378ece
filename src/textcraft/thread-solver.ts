import type { AskedModel } from '#llm/watched-model'
import { runThreads } from '#strategies/thread/run-threads'
import type { ThreadResult } from '#strategies/thread/trace'
import type { Game } from './game.ts'
import { promptText } from './prompt.ts'
import { type TextCraftTask, taskText } from './tasks.ts'

/** The deepest thread of the paper in TextCraft (THREAD, Table 7). */
export const THREAD_MAX_DEPTH = 10
/** Model calls for one task: each craft needs one call, and each ingredient a few. */
const MAX_CALLS = 300

/**
 * Plays a game by THREAD (section 4.2): the game answers actions, and a child's context is the line that spawned it. All
 * threads have the crafting commands in the variable `commands`.
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

/** Crafting commands, shortest names first, so that `stick` comes before `sticky piston` (THREAD, appendix G.5). */
function byLengthOfName(commands: readonly string[]): string[] {
  const length = (command: string) => command.indexOf(' using ')
  return commands.toSorted((one, other) => length(one) - length(other))
}

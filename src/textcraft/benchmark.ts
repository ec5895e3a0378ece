import PQueue from 'p-queue'
import type { ModelFailure } from '#llm/model'
import { kindOf } from './game.ts'
import type { Played, Player } from './player.ts'
import type { Rulebook } from './rulebook.ts'
import type { TextCraftTask } from './tasks.ts'

/** How one task of a benchmark went; plain data. */
export interface TaskResult {
  readonly id: number
  readonly goal: string
  /** Crafting steps of the shortest recipe tree. */
  readonly recipeDepth: number
  readonly solved: boolean
  /** Whether it is solved by the player's own word on its last game (ADaPT, appendix F, Figure 12). */
  readonly claimed: boolean
  readonly failure: string | null
  /** k_max of the last game: the greatest depth at which the executor was called, or of a thread. */
  readonly depth: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly games: Played['games']
}

export interface BenchmarkResult {
  readonly tasks: readonly TaskResult[]
  /** Why it ended before the last task; null when it did not. */
  readonly ended: 'interrupted' | ModelFailure | null
}

/**
 * Plays tasks until the signal fires or the model cannot be asked any more.
 * @param workers Tasks at a time.
 * @returns What was played, in the order of the tasks.
 */
export async function runBenchmark(
  tasks: readonly TextCraftTask[],
  player: Player,
  book: Rulebook,
  onResult: (result: TaskResult) => void,
  signal: AbortSignal,
  workers = 1,
): Promise<BenchmarkResult> {
  const queue = new PQueue({ concurrency: workers })
  let ended: BenchmarkResult['ended'] = null
  const results = await queue.addAll(
    tasks.map((task) => async (): Promise<TaskResult | null> => {
      if (ended) return null
      const { modelFailure, ...played } = await player.play(task, signal)
      if (signal.aborted || modelFailure) {
        ended ??= modelFailure && !signal.aborted ? modelFailure : 'interrupted'
        return null
      }
      const result: TaskResult = {
        id: task.id,
        goal: task.goal,
        recipeDepth: book.depthOf(kindOf(task.goal)),
        depth: played.games.at(-1)?.depth ?? 0,
        ...played,
      }
      onResult(result)
      return result
    }),
  )
  return { tasks: results.filter((result) => result !== null), ended }
}

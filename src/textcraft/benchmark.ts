import PQueue from 'p-queue'
import type { ModelFailure } from '#llm/model'
import { kindOf } from './game.ts'
import type { Rulebook } from './rulebook.ts'
import type { Played, Solver } from './solver.ts'
import type { TextCraftTask } from './tasks.ts'

/** The result of one task of a benchmark; plain data. */
export interface TaskResult {
  readonly id: number
  readonly goal: string
  /** Crafting steps of the shortest recipe tree. */
  readonly recipeDepth: number
  readonly solved: boolean
  /** Whether the solver claims its last game as solved (ADaPT, appendix F, Figure 12). */
  readonly claimed: boolean
  readonly failure: string | null
  /** k_max of the last game: the greatest depth of an executor call or of a thread. */
  readonly depth: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly games: Played['games']
}

export interface BenchmarkResult {
  readonly tasks: readonly TaskResult[]
  /** Why the benchmark ended before its last task; null when it was completed. */
  readonly ended: 'interrupted' | ModelFailure | null
}

/**
 * Plays tasks until the signal fires or the model cannot be asked any more.
 * @param workers number of tasks at a time.
 * @returns the finished tasks, in the order of `tasks`.
 */
export async function runBenchmark(
  tasks: readonly TextCraftTask[],
  solver: Solver,
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
      const { modelFailure, ...played } = await solver.play(task, signal)
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

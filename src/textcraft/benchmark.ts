import type { AdaptResult } from '../agent/adapt/adapt.ts'
import type { ModelFailure } from '../llm/model.ts'
import { kindOf } from './game.ts'
import type { Player } from './player.ts'
import type { Rulebook } from './rulebook.ts'
import type { TextCraftTask } from './tasks.ts'

/** How one task of a benchmark went; plain data. */
export interface TaskResult {
  readonly id: number
  readonly goal: string
  /** Crafting steps of the shortest recipe tree. */
  readonly recipeDepth: number
  readonly solved: boolean
  readonly failure: string | null
  /** k_max of the last game: the greatest depth at which the executor was called. */
  readonly depth: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly games: readonly AdaptResult[]
}

export interface BenchmarkResult {
  readonly tasks: readonly TaskResult[]
  /** Why it ended before the last task; null when it did not. */
  readonly ended: 'interrupted' | ModelFailure | null
}

/** Plays tasks one after the other, until the signal fires or the model cannot be asked any more. */
export async function runBenchmark(
  tasks: readonly TextCraftTask[],
  player: Player,
  book: Rulebook,
  onResult: (result: TaskResult) => void,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  const results: TaskResult[] = []
  for (const task of tasks) {
    const { modelFailure, ...played } = await player.play(task, signal)
    if (signal.aborted) return { tasks: results, ended: 'interrupted' }
    if (modelFailure) return { tasks: results, ended: modelFailure }
    const result: TaskResult = {
      id: task.id,
      goal: task.goal,
      recipeDepth: book.depthOf(kindOf(task.goal)),
      depth: played.games.at(-1)?.depth ?? 0,
      ...played,
    }
    results.push(result)
    onResult(result)
  }
  return { tasks: results, ended: null }
}

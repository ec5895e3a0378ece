import type { ModelFailure } from '#llm/model'
import type { AdaptResult } from '#strategies/adapt/adapt'
import type { ThreadResult } from '#strategies/thread/trace'
import type { TextCraftTask } from './tasks.ts'

/** The result of one task. */
export interface Played {
  readonly solved: boolean
  /** Whether the solver claims its last game as solved (ADaPT, appendix F, Figure 12). */
  readonly claimed: boolean
  /** Why the task failed; null when it is solved. */
  readonly failure: string | null
  /** The traces of all games; a method that starts again plays several. */
  readonly games: readonly (AdaptResult | ThreadResult)[]
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why the model cannot be asked any more; null while it can. */
  readonly modelFailure: ModelFailure | null
  /** Number of examples from the skill memory in the prompts; omitted without a memory. */
  readonly examples?: number
}

/** Plays tasks of TextCraft by one method. */
export interface Solver {
  /** Rejects only for a bug; a fired signal ends the task as a failure. */
  play(task: TextCraftTask, signal: AbortSignal): Promise<Played>
}

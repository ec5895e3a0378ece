import type { ModelFailure } from '#llm/model'
import type { AdaptResult } from '#strategies/adapt/adapt'
import type { ThreadResult } from '#strategies/thread/trace'
import type { TextCraftTask } from './tasks.ts'

/** The ways to play: those that the papers compare (ADaPT, section 4.2; THREAD, section 4.2), and AdaPlanner. */
export const METHODS = [
  'adapt',
  'react',
  'plan-and-execute',
  'try-again',
  'reflexion',
  'thread',
  'adaplanner',
] as const
export type Method = (typeof METHODS)[number]

/** How one task went. */
export interface Played {
  readonly solved: boolean
  /** Whether it is solved by the player's own word on its last game (ADaPT, appendix F, Figure 12). */
  readonly claimed: boolean
  /** Why it failed; null when it is solved. */
  readonly failure: string | null
  /** The games it took, with all that was tried: several where a method begins again. */
  readonly games: readonly (AdaptResult | ThreadResult)[]
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why the model cannot be asked any further; null while it can. */
  readonly modelFailure: ModelFailure | null
  /** Solutions from a skill memory that its prompts showed; left out without a memory. */
  readonly examples?: number
}

/** Plays tasks of TextCraft by one method. */
export interface Player {
  /** Never rejects but for a bug; a fired signal ends the task as a failure. */
  play(task: TextCraftTask, signal: AbortSignal): Promise<Played>
}

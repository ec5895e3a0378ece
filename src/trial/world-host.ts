import type { GameClock } from '#clock/game-clock'
import type { Connection, RunLife } from '#life/port'
import type { GameTime } from '#llm/in-game-time'
import type { Carried } from './judge.ts'

/** The world that a trial takes place in, and the time it lives in. */
export interface WorldHost {
  readonly connection: Connection
  readonly clock: GameClock
  /** What calls of a language model do to simulated time; left out where time is real. */
  readonly gameTime?: GameTime
  /** The world's own agent, where the one with a body cannot play. */
  readonly loadAgent?: () => Promise<RunLife>
  /**
   * How often the agent did what a vanilla client's hands cannot, by the limit, as the world's server
   * counted it; left out where no server counts.
   */
  handViolations?(): Record<string, number>
  /** What the server itself says that the agent carries, or carried when it left; left out where it cannot be asked. */
  readonly carried?: () => Carried | null
  /** Lets time pass until the promise settles, and returns or throws what it does. */
  run<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

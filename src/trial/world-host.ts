import type { GameClock } from '#clock/game-clock'
import type { Connection, RunLife } from '#life/port'
import type { GameTime } from '#llm/in-game-time'
import type { Carried } from './judge.ts'

/** The world of a trial and its clock. */
export interface WorldHost {
  readonly connection: Connection
  readonly clock: GameClock
  /** Simulated time during calls of a language model; undefined in real time. */
  readonly gameTime?: GameTime
  /** Loads the agent of a world without bodies. */
  readonly loadAgent?: () => Promise<RunLife>
  /** Number of violations by vanilla-client limit, counted by the practice world; undefined for other worlds. */
  clientLimitViolations?(): Record<string, number>
  /** The server's inventory of the agent, also after it has left; undefined when unknown. */
  readonly carried?: () => Carried | null
  /** The server's inventory of any player; undefined when unknown. */
  readonly carriedBy?: (player: string) => Carried | null
  /** Lets time pass until the promise settles, and returns its result. */
  run<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

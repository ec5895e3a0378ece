import type { GameClock } from '../clock/game-clock.ts'
import type { Connection } from './agent-port.ts'

/** The world that a trial takes place in, and the time it lives in. */
export interface WorldHost {
  readonly connection: Connection
  readonly clock: GameClock
  /** Lets time pass until the promise settles, and returns or throws what it does. */
  run<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The server could not be reached or started; the message says what to do. */
export class NoServer extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoServer'
  }
}

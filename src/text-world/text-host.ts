import type { Connection } from '#life/port'
import { TextClock } from './text-clock.ts'

/** The text world as a trial's host: it has no server, and its clock advances with each action. */
export interface TextHost {
  readonly connection: Connection
  readonly clock: TextClock
  run<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openTextHost(version: string, username: string): TextHost {
  return {
    connection: { host: 'text', port: 0, version, username, auth: 'offline' },
    clock: new TextClock(),
    run: (work) => work,
    close: () => Promise.resolve(),
  }
}

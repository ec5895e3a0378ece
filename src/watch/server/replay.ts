import { join } from 'node:path'
import type { TrialEvent } from '#events/events'
import { EVENTS_FILE } from '#trial/event-log'
import type { Replay } from '../protocol.ts'
import { LineTail } from './line-tail.ts'
import { eventIn } from './trial-follower.ts'

/** All events of a trial's log; damaged lines are skipped. */
export async function replayOf(folder: string): Promise<Replay> {
  const events: TrialEvent[] = []
  const log = new LineTail(join(folder, EVENTS_FILE))
  for (let lines = await log.read(); lines; lines = await log.read())
    for (const line of lines) {
      const event = eventIn(line)
      if (event) events.push(event)
    }
  return { events }
}

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type EventOf, type TrialEvent, WALL_FIELDS } from '#events/events'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'

/** The events of a trial as JSON, without wall-clock times. */
export function historyOf(events: readonly TrialEvent[], ...without: readonly string[]): string[] {
  const left: readonly string[] = [...WALL_FIELDS, ...without]
  return events.map((event) =>
    JSON.stringify(event, (key, value) => (left.includes(key) ? undefined : value)),
  )
}

/** The events of one kind. */
export function eventsOf<Type extends TrialEvent['type']>(
  events: readonly TrialEvent[],
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type)
}

/** A hash of log and result of each trial of a campaign by its name, without wall-clock times. */
export function histories(folder: string): Record<string, string> {
  const trials = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return Object.fromEntries(
    trials.map(({ name }) => {
      const trial = join(folder, name)
      const all = { events: readEvents(trial), result: readResult(trial) }
      const isWall = (key: string) => WALL_FIELDS.includes(key) || key === 'wallMs'
      const text = JSON.stringify(all, (key, value) => (isWall(key) ? undefined : value))
      return [name, `${all.result?.end} ${createHash('sha256').update(text).digest('hex')}`]
    }),
  )
}

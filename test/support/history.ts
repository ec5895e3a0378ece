import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { WALL_FIELDS } from '#events/events'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'

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

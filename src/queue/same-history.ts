import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type TrialEvent, WALL_FIELDS } from '#events/events'
import type { Settings } from '#events/settings'
import type { TrialResult } from '#trial/result'
import type { Finish } from './trial-job.ts'

/** Hash of a trial's events, without the fields that depend on the wall clock or the machine. */
export function historyDigest(events: readonly TrialEvent[]): string {
  const hash = createHash('sha256')
  const isOfMachine = (key: string) => WALL_FIELDS.includes(key) || key === 'versions'
  for (const event of events)
    hash.update(
      `${JSON.stringify(event, (key, value) => (isOfMachine(key) ? undefined : value))}\n`,
    )
  return hash.digest('hex')
}

/** Whether a result belongs to the requested trial; the version of an existing server is unknown until the trial starts. */
export function isSameTrial(asked: Settings, played: Settings): boolean {
  return (
    isDeepStrictEqual(asked, { ...played, version: asked.version ?? null }) ||
    isDeepStrictEqual(asked, played)
  )
}

/** The differences between two runs of one trial; null when they are identical. */
export function disagreement(first: Finish, second: Finish): string | null {
  const isSame = first.history === second.history
  const fields = differentFields(first.result, second.result)
  if (isSame && (fields.length === 0 || first.worker === second.worker)) return null
  return fields.join(', ') || 'events'
}

/** Names of the fields in which two results differ, except for wall-clock time. */
function differentFields(one: TrialResult, other: TrialResult): string[] {
  const keys = Object.keys(one) as (keyof TrialResult)[]
  return keys.filter(
    (key) => key !== 'wallMs' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  )
}

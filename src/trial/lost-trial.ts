import { EVENT_VERSION, type TrialEnd, type TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { readEvents } from './event-log.ts'
import { makeFolder } from './out-folder.ts'
import { deriveResult, type TrialResult, writeResult } from './result.ts'
import { trialStart } from './trial-start.ts'

/**
 * Writes the result of a trial whose process ended without writing one.
 * @param startedAt Date and time (ISO 8601), for a trial without a log.
 * @throws SystemError
 */
export function recordLost(
  folder: string,
  settings: Settings,
  startedAt: string,
  lost: { end: TrialEnd; detail: string },
): TrialResult {
  const events = eventsIn(folder)
  const stub: TrialEvent = {
    v: EVENT_VERSION,
    t: 0,
    wall: 0,
    ...trialStart(settings, startedAt),
  }
  const result = deriveResult(events.length > 0 ? events : [stub], lost)
  makeFolder(folder)
  writeResult(folder, result)
  return result
}

/** The events of a trial whose process has ended; none if its log is damaged. */
function eventsIn(folder: string): TrialEvent[] {
  try {
    const events = readEvents(folder)
    return events[0]?.type === 'trial-start' ? events : []
  } catch {
    return []
  }
}

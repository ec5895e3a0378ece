import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import { registryFor } from '#knowledge/registry'
import { findTask, targetOf } from './tasks.ts'
import { versionsInUse } from './versions.ts'

/** The practice world's version, and the one whose names count when a server's is not known. */
export const DEFAULT_VERSION = '1.16.5'

/**
 * The event that every log begins with.
 * @param startedAt Date and time (ISO 8601).
 * @throws UsageError when there is no such task or item.
 */
export function trialStart(
  settings: Settings,
  startedAt: string,
): Extract<EventBody, { type: 'trial-start' }> {
  const registry = registryFor(settings.version ?? DEFAULT_VERSION)
  return {
    type: 'trial-start',
    startedAt,
    settings,
    target: targetOf(findTask(settings.task), registry),
    versions: versionsInUse(),
    cheats: false,
  }
}

import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import { registryFor } from '#knowledge/registry'
import { agentName } from './agent-name.ts'
import { findTask, targetOf } from './tasks.ts'
import { versionsInUse } from './versions.ts'

/** The version of the practice world, and of item names when a server's version is unknown. */
export const DEFAULT_VERSION = '1.16.5'

/**
 * The first event of every log.
 * @param startedAt Date and time (ISO 8601).
 * @throws UsageError when no such task or item exists.
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
    versions: { ...versionsInUse(), agent: agentName() },
    cheats: false,
  }
}

import type { Pace } from '#clock/pace'
import type { Settings } from '#events/settings'
import type { WorldKind } from '#events/worlds'
import { UsageError } from './errors.ts'
import { openExistingHost } from './existing-host.ts'
import { openPracticeHost } from './practice-host.ts'
import { openTextWorldHost } from './text-world-host.ts'
import { DEFAULT_VERSION } from './trial-start.ts'
import type { WorldHost } from './world-host.ts'

type OpenHost = (settings: Settings, pace: Pace) => Promise<WorldHost>

const OPENERS: Readonly<Record<WorldKind, OpenHost>> = {
  async practice({ seed, version, difficulty, time, faults, username }, pace) {
    if (version === null || difficulty === null)
      throw new UsageError('the practice world needs a version and a difficulty')
    return openPracticeHost({ seed, version, difficulty, time, faults, username, pace })
  },
  async existing({ host, port, version, username, auth }) {
    if (host === null || port === null) throw new UsageError('an existing server needs a host')
    return openExistingHost({ host, port, version, username, auth })
  },
  async text({ version, username }) {
    return openTextWorldHost(version ?? DEFAULT_VERSION, username)
  },
}

/**
 * Opens the world that a trial's settings name.
 * @param pace speed of the practice world.
 * @throws UsageError when the settings lack something that the world needs.
 */
export function openHost(settings: Settings, pace: Pace): Promise<WorldHost> {
  return OPENERS[settings.world](settings, pace)
}

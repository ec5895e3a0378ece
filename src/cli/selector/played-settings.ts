import type { Settings } from '#events/settings'
import { trialSettings } from '../trial-options.ts'
import { type Drawn, drawnFor } from './mixture.ts'

/** The settings of the trial for a seed; see {@link drawnFor}. @throws UsageError for an unknown task. */
export function playedSettings(seed: number, tasks: readonly string[] | null): Settings {
  return settingsOf(drawnFor(seed, tasks), seed)
}

function settingsOf({ task, selector, perception, maxTicks }: Drawn, seed: number): Settings {
  return trialSettings(
    task,
    seed,
    {
      world: 'practice',
      username: 'Delver',
      perception,
      planner: 'symbolic',
      strategy: 'deps',
      explainer: true,
      selector,
      ...(maxTicks !== undefined && { maxTicks }),
    },
    null,
  )
}

import type { Settings } from '#events/settings'
import { isToRepeat, type TrialResult } from '#trial/result'
import { playCampaign } from '../play-campaign.ts'
import type { CampaignQueue } from '../queue-options.ts'

export interface ForSamples {
  readonly trials: readonly Settings[]
  readonly folder: string
  readonly workers: number
  /** For workers anywhere; without one the trials are played here. */
  readonly queue?: CampaignQueue | null
  /** The script that the processes of trials run. */
  readonly launcher: string
  readonly signal: AbortSignal
  /** Where progress is shown. */
  readonly stream: NodeJS.WriteStream
}

/**
 * Plays trials whose logs are wanted and nothing else; those that are in the folder already are left out.
 * @returns How many were not played to their end.
 */
export async function playForSamples(wanted: ForSamples): Promise<number> {
  const results = await playCampaign({ ...wanted, recording: false, model: null })
  const missing = wanted.trials.length - results.filter(isPlayed).length
  if (missing > 0)
    console.error(
      `${wanted.signal.aborted ? 'stopped; ' : ''}${missing} of ${wanted.trials.length} trials were not played to their end; start it again with the same options to play them`,
    )
  return missing
}

function isPlayed({ end }: TrialResult): boolean {
  return !isToRepeat(end)
}

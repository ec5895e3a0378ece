import type { Settings } from '#events/settings'
import { isToRepeat, type TrialResult } from '#trial/result'
import { playCampaign } from '../play-campaign.ts'
import type { CampaignQueue } from '../queue-options.ts'
import { notFinished } from '../trials-command.ts'

export interface ForSamples {
  readonly trials: readonly Settings[]
  readonly folder: string
  readonly workers: number
  /** The queue for workers on other machines; null or omitted to play on this machine. */
  readonly queue?: CampaignQueue | null
  /** The script that processes of trials run. */
  readonly launcher: string
  readonly signal: AbortSignal
  /** Stream for progress. */
  readonly stream: NodeJS.WriteStream
}

/**
 * Plays trials without recordings, except for those whose results are in the folder already.
 * @returns The number of trials that did not finish.
 */
export async function playForSamples(wanted: ForSamples): Promise<number> {
  const results = await playCampaign({ ...wanted, recording: false, model: null })
  const missing = wanted.trials.length - results.filter(isPlayed).length
  if (missing > 0)
    console.error(
      `${wanted.signal.aborted ? 'stopped; ' : ''}${notFinished(missing, wanted.trials.length)}`,
    )
  return missing
}

function isPlayed({ end }: TrialResult): boolean {
  return !isToRepeat(end)
}

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import type { Settings } from '#events/settings'
import { UsageError } from './errors.ts'
import { readEvents } from './event-log.ts'
import { lockFolder } from './folder-lock.ts'
import { makeFolder } from './out-folder.ts'
import {
  findResult,
  isToRepeat,
  RESULT_FILE,
  resultOfWholeLog,
  type TrialResult,
  writeResult,
} from './result.ts'
import type { TrialPlayer } from './trial-player.ts'

/** Settings that may differ between a recorded trial and the requested one. */
const IRRELEVANT: readonly (keyof Settings)[] = ['speed', 'username']

export interface Campaign {
  readonly trials: readonly Settings[]
  /** Contains a folder for each trial. */
  readonly folder: string
  /** The campaign closes it at the end. */
  readonly player: TrialPlayer
  readonly signal: AbortSignal
  /** A trial starts, on this machine or on the named worker. */
  onStart?(settings: Settings, worker?: string): void
  /** A trial finishes, or its result is found in the folder. */
  onResult?(result: TrialResult): void
  /** A one-line note on the folder for the user. */
  onNotice?(line: string): void
}

/**
 * Plays all trials except those whose results are in the folder. After a trial that ends because the language model does not
 * answer, no other trial starts.
 * @returns The results in the order of the trials; a stopped campaign returns only those it has.
 * @throws UsageError before the first trial, when the folder cannot be made or contains a trial with other settings.
 * @throws FolderInUse before the first trial, when another campaign uses the folder.
 * @throws SystemError when the machine fails, for example with a full disk; earlier results stay.
 */
export async function runCampaign(campaign: Campaign): Promise<TrialResult[]> {
  try {
    makeFolder(campaign.folder)
    const lock = lockFolder(campaign.folder)
    try {
      if (lock.takenFrom !== null)
        campaign.onNotice?.(
          `an earlier campaign (${lock.takenFrom}) ended unexpectedly; resuming it`,
        )
      return await playAll(campaign)
    } finally {
      lock.release()
    }
  } finally {
    await campaign.player.close?.()
  }
}

async function playAll(campaign: Campaign): Promise<TrialResult[]> {
  const { player } = campaign
  const found = campaign.trials.map((settings) => earlierResult(campaign, settings))
  const broken = new AbortController()
  const signal = AbortSignal.any([campaign.signal, broken.signal])
  const queue = new PQueue({ concurrency: player.atOnce })
  // Without the model, no other trial can be played.
  let isModelOut = false
  const results = await queue.addAll(
    campaign.trials.map((settings, i) => async () => {
      const known = found[i]
      if (!known && (signal.aborted || isModelOut)) return null
      try {
        const result =
          known ??
          (await player.play({
            settings,
            folder: trialFolder(campaign.folder, settings),
            signal,
            onStart: (worker) => campaign.onStart?.(settings, worker),
          }))
        if (!result) return null
        if (result.end === 'no-model') {
          isModelOut = true
          player.withdraw?.()
        }
        campaign.onResult?.(result)
        return result
      } catch (error) {
        // The other trials end first and keep what they have recorded.
        broken.abort(error)
        return null
      }
    }),
  )
  if (broken.signal.aborted) throw broken.signal.reason
  return results.filter((result) => result !== null)
}

/** Folder of one trial within that of its campaign. */
export function trialFolder(
  campaignFolder: string,
  { task, seed, overrideChoice }: Settings,
): string {
  const forced = overrideChoice
    .map(({ decision, candidate }) => `-force-${decision}-${candidate}`)
    .join('')
  return join(
    campaignFolder,
    `${task.replaceAll(':', '-')}-${seed}${forced.replaceAll(/[^\w-]+/g, '_')}`,
  )
}

/**
 * The result that saves a campaign in this folder from playing the trial; null when the trial must be played.
 * @throws UsageError when the result has other settings or is from another version of Delver.
 */
export function playedBefore(campaignFolder: string, settings: Settings): TrialResult | null {
  return lookUp(campaignFolder, settings).result
}

function earlierResult(campaign: Campaign, settings: Settings): TrialResult | null {
  const folder = trialFolder(campaign.folder, settings)
  const { kind, result } = lookUp(campaign.folder, settings)
  if (kind === 'damaged')
    campaign.onNotice?.(
      `${join(folder, RESULT_FILE)} is damaged; ${result ? 'the log replaces it' : 'the trial is played again'}`,
    )
  if (result && kind !== 'whole') writeResult(folder, result)
  return result
}

/** @throws UsageError when the result has other settings or is from another version of Delver. */
function lookUp(campaignFolder: string, settings: Settings) {
  const folder = trialFolder(campaignFolder, settings)
  const found = findResult(folder)
  if (found.kind === 'foreign')
    throw new UsageError(
      `${join(folder, RESULT_FILE)} is from another version of Delver; use another --out`,
    )
  const result = found.kind === 'whole' ? found.result : resultInLog(folder)
  if (!result || isToRepeat(result.end)) return { kind: found.kind, result: null }
  checkSettings(folder, settings, result)
  return { kind: found.kind, result }
}

/** The result of a trial whose process ended between the last event and writing the result. */
function resultInLog(folder: string): TrialResult | null {
  try {
    return resultOfWholeLog(readEvents(folder))
  } catch {
    // With a damaged log the trial is played again.
    return null
  }
}

/** @throws UsageError when the result has other settings. */
function checkSettings(folder: string, settings: Settings, result: TrialResult): void {
  const keys = Object.keys(settings) as (keyof Settings)[]
  const different = keys.filter(
    (key) =>
      !IRRELEVANT.includes(key) &&
      // The version of an existing server is unknown until the trial starts.
      !(key === 'version' && settings.version === null) &&
      !isDeepStrictEqual(settings[key], result.settings[key]),
  )
  if (different.length > 0)
    throw new UsageError(
      `the trial in ${folder} has another ${different.join(', ')}; use another --out, or the same options`,
    )
}

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import type { Settings } from '#events/settings'
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
import { UsageError } from './usage-error.ts'

/** Settings that may differ between what was recorded and what is asked for. */
const IRRELEVANT: readonly (keyof Settings)[] = ['speed', 'username']

export interface Campaign {
  readonly trials: readonly Settings[]
  /** Each trial has a folder of its own in it. */
  readonly folder: string
  /** Is closed when the campaign is over. */
  readonly player: TrialPlayer
  readonly signal: AbortSignal
  /** A trial has begun, here or on the worker of that name. */
  onStart?(settings: Settings, worker?: string): void
  /** A trial is over, or was found in the folder. */
  onResult?(result: TrialResult): void
  /** Something about the folder that the user should know, in one line. */
  onNotice?(line: string): void
}

/**
 * Has trials played, and leaves out those whose result is in the folder already. When one ends because the model cannot be
 * asked, no other is begun.
 * @returns The results in the order of the trials; of a campaign that was stopped, those there are.
 * @throws UsageError when the folder cannot be made, or holds a trial with other settings; nothing is played then.
 * @throws FolderInUse when another campaign plays in the folder; nothing is played then.
 * @throws SystemError when the machine fails it, by a full disk for one; what was played before stays.
 */
export async function runCampaign(campaign: Campaign): Promise<TrialResult[]> {
  try {
    makeFolder(campaign.folder)
    const lock = lockFolder(campaign.folder)
    try {
      if (lock.takenFrom !== null)
        campaign.onNotice?.(
          `an earlier campaign (${lock.takenFrom}) ended without notice; going on`,
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
  // Whether the model cannot be asked: no other trial could ask it.
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
        // The other trials leave first, with what they have recorded.
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
 * The result of a trial that a campaign in this folder would not play again; null for one that it would.
 * @throws UsageError when it is one of other settings, or of another version of Delver.
 */
export function playedBefore(campaignFolder: string, settings: Settings): TrialResult | null {
  return lookUp(campaignFolder, settings).result
}

function earlierResult(campaign: Campaign, settings: Settings): TrialResult | null {
  const folder = trialFolder(campaign.folder, settings)
  const { kind, result } = lookUp(campaign.folder, settings)
  if (kind === 'damaged')
    campaign.onNotice?.(
      `${join(folder, RESULT_FILE)} is damaged; ${result ? "it is made again from the trial's log" : 'the trial is played again'}`,
    )
  if (result && kind !== 'whole') writeResult(folder, result)
  return result
}

/** @throws UsageError when the result is one of other settings, or of another version of Delver. */
function lookUp(campaignFolder: string, settings: Settings) {
  const folder = trialFolder(campaignFolder, settings)
  const found = findResult(folder)
  if (found.kind === 'foreign')
    throw new UsageError(
      `${join(folder, RESULT_FILE)} is of another version of Delver; use another --out`,
    )
  const result = found.kind === 'whole' ? found.result : resultInLog(folder)
  if (!result || isToRepeat(result.end)) return { kind: found.kind, result: null }
  checkSettings(folder, settings, result)
  return { kind: found.kind, result }
}

/** The result of a trial that was over when its process was gone, but not yet written. */
function resultInLog(folder: string): TrialResult | null {
  try {
    return resultOfWholeLog(readEvents(folder))
  } catch {
    // A log that is damaged tells nothing: the trial is played again.
    return null
  }
}

/** @throws UsageError when the result is one of other settings. */
function checkSettings(folder: string, settings: Settings, result: TrialResult): void {
  const keys = Object.keys(settings) as (keyof Settings)[]
  const different = keys.filter(
    (key) =>
      !IRRELEVANT.includes(key) &&
      // The version of an existing server is found out when the trial begins.
      !(key === 'version' && settings.version === null) &&
      !isDeepStrictEqual(settings[key], result.settings[key]),
  )
  if (different.length > 0)
    throw new UsageError(
      `${folder} was played with another ${different.join(', ')}; use another --out, or the same options`,
    )
}

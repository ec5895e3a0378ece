import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import { EVENT_VERSION, type TrialEnd, type TrialEvent } from '../episode/events.ts'
import type { Settings } from '../episode/settings.ts'
import type { ModelFlags } from '../llm/settings.ts'
import { temporaryFile } from './atomic-file.ts'
import { EVENTS_FILE, RECORDING_FILE, readEvents } from './event-log.ts'
import { lockFolder } from './folder-lock.ts'
import { cannotWrite, MachineError } from './machine-error.ts'
import { makeFolder } from './out-folder.ts'
import {
  deriveResult,
  findResult,
  isToRepeat,
  RESULT_FILE,
  readResult,
  resultOfWholeLog,
  type TrialResult,
  writeResult,
} from './result.ts'
import { CANNOT_WRITE } from './trial-order.ts'
import { TrialProcesses } from './trial-processes.ts'
import { trialStart } from './trial-start.ts'
import { UsageError } from './usage-error.ts'

/** Settings that may differ between what was recorded and what is asked for. */
const IRRELEVANT: readonly (keyof Settings)[] = ['speed', 'username']

/** Signals by which somebody else ends a process; by any other it has crashed. */
const FROM_OUTSIDE: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** What a trial's process, one that was stopped among them, leaves in its folder. */
const TRIAL_FILES = [EVENTS_FILE, RESULT_FILE, temporaryFile(RESULT_FILE), RECORDING_FILE]

export interface Campaign {
  readonly trials: readonly Settings[]
  /** Each trial has a folder of its own in it. */
  readonly folder: string
  readonly workers: number
  /** Longest wall-clock time for one trial (ms). */
  readonly wallLimitMs: number
  /** Program and arguments of a process that plays trials, see {@link TrialProcesses}. */
  readonly command: readonly [file: string, ...args: string[]]
  /** What each trial's process is told of the language model; null without one. */
  readonly model: ModelFlags | null
  /** Whether to write a recording of each trial. */
  readonly recording: boolean
  /** Plays one trial in this process instead, for a world that needs none of its own. */
  readonly playHere?: (settings: Settings, folder: string) => Promise<TrialResult>
  readonly signal: AbortSignal
  /** A trial has been started. */
  onStart?(settings: Settings): void
  /** A trial is over, or was found in the folder. */
  onResult?(result: TrialResult): void
  /** Something about the folder that the user should know, in one line. */
  onNotice?(line: string): void
}

/**
 * Plays trials, in processes that play one after another unless they can be played here, and leaves out those whose result is
 * in the folder already. A process that crashes or hangs is one failed trial; one that was killed is to be played again. When
 * one ends because the model cannot be asked, no other is begun.
 * @returns The results in the order of the trials; of a campaign that was stopped, those there are.
 * @throws UsageError when the folder cannot be made, or holds a trial with other settings; nothing is played then.
 * @throws FolderInUse when another campaign plays in the folder; nothing is played then.
 * @throws MachineError when the machine fails it, by a full disk for one; what was played before stays.
 */
export async function runCampaign(campaign: Campaign): Promise<TrialResult[]> {
  makeFolder(campaign.folder)
  const lock = lockFolder(campaign.folder)
  try {
    if (lock.takenFrom !== null)
      campaign.onNotice?.(`an earlier campaign (${lock.takenFrom}) ended without notice; going on`)
    return await playAll(campaign)
  } finally {
    lock.release()
  }
}

async function playAll(campaign: Campaign): Promise<TrialResult[]> {
  const found = campaign.trials.map((settings) => earlierResult(campaign, settings))
  const broken = new AbortController()
  const signal = AbortSignal.any([campaign.signal, broken.signal])
  const queue = new PQueue({ concurrency: campaign.workers })
  const processes = new TrialProcesses(campaign.command, campaign.wallLimitMs)
  // Whether the model cannot be asked: no other trial could ask it.
  let isModelOut = false
  const results = await queue.addAll(
    campaign.trials.map((settings, i) => async () => {
      const known = found[i]
      if (!known && (signal.aborted || isModelOut)) return null
      try {
        const result = known ?? (await playTrial({ ...campaign, signal }, settings, processes))
        isModelOut ||= result.end === 'no-model'
        campaign.onResult?.(result)
        return result
      } catch (error) {
        // The other trials leave first, with what they have recorded.
        broken.abort(error)
        return null
      }
    }),
  )
  processes.close()
  if (broken.signal.aborted) throw broken.signal.reason
  return results.filter((result) => result !== null)
}

/** Folder of one trial within that of its campaign. */
export function trialFolder(campaignFolder: string, { task, seed, force }: Settings): string {
  const forced = force.map(({ decision, candidate }) => `-force-${decision}-${candidate}`).join('')
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

async function playTrial(
  campaign: Campaign,
  settings: Settings,
  processes: TrialProcesses,
): Promise<TrialResult> {
  const folder = trialFolder(campaign.folder, settings)
  clear(folder)
  campaign.onStart?.(settings)
  if (campaign.playHere) {
    // Such trials may never wait for anything: a request to stop comes in between two of them.
    await setImmediate()
    return campaign.playHere(settings, folder)
  }
  const startedAt = new Date().toISOString()
  const { model, recording } = campaign
  const ended = await processes.play({ settings, model, folder, recording }, campaign.signal)
  const written = readResult(folder)
  if (written) return written
  if (!ended) throw new MachineError(`somebody deleted the result in ${folder}`)
  const { code, signal, timedOut, words } = ended
  if (code === null && signal === null)
    throw new MachineError(`cannot start the process of a trial: ${words}`)
  if (code === CANNOT_WRITE) throw new MachineError(words)
  const how = signal ? `signal ${signal}` : `exit code ${code}`
  return recordLost(
    folder,
    settings,
    startedAt,
    timedOut
      ? { end: 'wall-timeout', detail: `not over after ${campaign.wallLimitMs / 1000} s` }
      : campaign.signal.aborted
        ? { end: 'interrupted', detail: 'the campaign was stopped' }
        : signal && FROM_OUTSIDE.includes(signal)
          ? { end: 'interrupted', detail: `the process was killed (${signal})` }
          : { end: 'crash', detail: `the process ended with ${how}: ${words}` },
  )
}

/** Deletes what a stopped trial has left behind. @throws MachineError */
function clear(folder: string): void {
  try {
    for (const file of TRIAL_FILES) rmSync(join(folder, file), { force: true })
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

/** Writes the result of a trial whose process could not do it. */
function recordLost(
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

/** The events of a trial whose process is gone; none where it left something else. */
function eventsIn(folder: string): TrialEvent[] {
  try {
    const events = readEvents(folder)
    return events[0]?.type === 'trial-start' ? events : []
  } catch {
    return []
  }
}

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import PQueue from 'p-queue'
import { EVENT_VERSION, type TrialEnd, type TrialEvent } from '../episode/events.ts'
import type { Settings } from '../episode/settings.ts'
import type { ModelFlags } from '../llm/settings.ts'
import { EVENTS_FILE, RECORDING_FILE, readEvents } from './event-log.ts'
import { deriveResult, RESULT_FILE, readResult, type TrialResult, writeResult } from './result.ts'
import type { TrialOrder } from './trial-order.ts'
import { trialStart } from './trial-start.ts'
import { UsageError } from './usage-error.ts'

/** Ways to end after which a trial is played again when the campaign is started again. */
const TO_REPEAT: readonly TrialEnd[] = ['interrupted', 'no-server', 'no-model']

/** Settings that may differ between what was recorded and what is asked for. */
const IRRELEVANT: readonly (keyof Settings)[] = ['speed', 'username']

/** How much of a crashed process's last words is kept (characters). */
const LAST_WORDS = 600

export interface Campaign {
  readonly trials: readonly Settings[]
  /** Each trial has a folder of its own in it. */
  readonly folder: string
  readonly workers: number
  /** Longest wall-clock time for one trial (ms). */
  readonly wallLimitMs: number
  /** Program and arguments that play the trial that standard input tells of (a {@link TrialOrder}). */
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
}

/**
 * Plays trials, each in a process of its own unless they can be played here, and leaves out those whose result is in the folder
 * already. A process that crashes or hangs is one failed trial.
 * When one ends because the model cannot be asked, no other is begun.
 * @returns The results in the order of the trials; of a campaign that was stopped, those there are.
 * @throws UsageError when the folder holds a trial with other settings; nothing is played then.
 */
export async function runCampaign(campaign: Campaign): Promise<TrialResult[]> {
  const found = campaign.trials.map((settings) => earlierResult(campaign, settings))
  mkdirSync(campaign.folder, { recursive: true })
  const queue = new PQueue({ concurrency: campaign.workers })
  // Whether the model cannot be asked: no other trial could ask it.
  let isModelOut = false
  const results = await queue.addAll(
    campaign.trials.map((settings, i) => async () => {
      const known = found[i]
      if (!known && (campaign.signal.aborted || isModelOut)) return null
      const result = known ?? (await playTrial(campaign, settings))
      isModelOut ||= result.end === 'no-model'
      campaign.onResult?.(result)
      return result
    }),
  )
  return results.filter((result) => result !== null)
}

/** Folder of one trial within that of its campaign. */
export function trialFolder(campaignFolder: string, { task, seed }: Settings): string {
  return join(campaignFolder, `${task.replaceAll(':', '-')}-${seed}`)
}

/** @throws UsageError when the result is one of other settings. */
function earlierResult(campaign: Campaign, settings: Settings): TrialResult | null {
  const folder = trialFolder(campaign.folder, settings)
  const result = readResult(folder)
  if (!result || TO_REPEAT.includes(result.end)) return null
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
  return result
}

async function playTrial(campaign: Campaign, settings: Settings): Promise<TrialResult> {
  const folder = trialFolder(campaign.folder, settings)
  // What a stopped trial has left behind.
  for (const file of [EVENTS_FILE, RESULT_FILE, RECORDING_FILE])
    rmSync(join(folder, file), { force: true })
  campaign.onStart?.(settings)
  if (campaign.playHere) return campaign.playHere(settings, folder)
  const [file, ...args] = campaign.command
  const order: TrialOrder = {
    settings,
    model: campaign.model,
    folder,
    recording: campaign.recording,
  }
  const startedAt = new Date().toISOString()
  const child = execa(file, args, {
    reject: false,
    input: JSON.stringify(order),
    timeout: campaign.wallLimitMs,
    killSignal: 'SIGKILL',
  })
  const stop = () => child.kill('SIGTERM')
  campaign.signal.addEventListener('abort', stop)
  const { timedOut, exitCode, signal, stderr } = await child
  campaign.signal.removeEventListener('abort', stop)
  const written = readResult(folder)
  if (written) return written
  const how = signal ? `signal ${signal}` : `exit code ${exitCode}`
  const words = stderr.trim().slice(-LAST_WORDS)
  return recordLost(
    folder,
    settings,
    startedAt,
    timedOut
      ? { end: 'wall-timeout', detail: `not over after ${campaign.wallLimitMs / 1000} s` }
      : campaign.signal.aborted
        ? { end: 'interrupted', detail: 'the campaign was stopped' }
        : { end: 'crash', detail: `the process ended with ${how}: ${words}` },
  )
}

/** Writes the result of a trial whose process could not do it. */
function recordLost(
  folder: string,
  settings: Settings,
  startedAt: string,
  lost: { end: TrialEnd; detail: string },
): TrialResult {
  const events = readEvents(folder)
  const stub: TrialEvent = {
    v: EVENT_VERSION,
    t: 0,
    wall: 0,
    ...trialStart(settings, startedAt),
  }
  const result = deriveResult(events.length > 0 ? events : [stub], lost)
  mkdirSync(folder, { recursive: true })
  writeResult(folder, result)
  return result
}

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TICK_MS } from '#clock/game-clock'
import type { Settings } from '#events/settings'
import { hasBody } from '#events/worlds'
import { playedBefore, trialFolder } from '#trial/campaign'
import { EVENTS_FILE } from '#trial/event-log'
import type { TrialResult } from '#trial/result'
import { durationText } from '#watch/rate'
import { counted } from '#wire/wording'

/** CPU time per tick of the practice world, without and with a recording (ms), on the machine of docs/reference/performance.md. */
const PRACTICE_TICK_MS = 2.1
const RECORDED_TICK_MS = 3.7
/** Time of a trial in the text world (ms). */
const TEXT_TRIAL_MS = 30
/** Growth of an event log per tick, and size of the log of a trial in the text world (bytes). */
const LOG_TICK_BYTES = 10
const TEXT_LOG_BYTES = 6000

/** Mean cost of a trial. */
interface Cost {
  readonly ms: number
  readonly logBytes: number
}

export interface PlannedCampaign {
  readonly trials: readonly Settings[]
  /** Folder of the campaign; results in it replace the built-in estimates. */
  readonly folder: string
  readonly isRecorded: boolean
  /** Numbers of parallel trials to estimate the time for. */
  readonly workers: readonly number[]
}

/**
 * Lines for people on what a campaign would play: the number of trials, their time and the size of their logs.
 * @throws UsageError for a folder of other trials.
 */
export function campaignPlan(campaign: PlannedCampaign): string[] {
  const { trials, folder, workers } = campaign
  const played = trials.flatMap((trial) => playedBefore(folder, trial) ?? [])
  const missing = trials.length - played.length
  const lines = [
    `${counted(trials.length, 'trial')}: ${played.length} finished, ${missing} to play`,
  ]
  if (missing === 0) return lines
  const isKnown = played.length > 0
  const cost = isKnown ? costOfPlayed(played, folder) : expectedCost(campaign)
  const source = isKnown
    ? `from the ${played.length} finished`
    : 'if every trial uses all its ticks; after the first trial, --dry-run estimates from the finished ones'
  return [
    ...lines,
    `estimated time (${source}):`,
    ...workers.map(
      (number) =>
        `  ${number} in parallel: about ${durationText((cost.ms * missing) / Math.min(number, missing))}`,
    ),
    `estimated size of the logs: about ${sizeText(cost.logBytes * missing)}, without recordings`,
  ]
}

function costOfPlayed(played: readonly TrialResult[], folder: string): Cost {
  const bytes = played.map(({ settings }) =>
    sizeOf(join(trialFolder(folder, settings), EVENTS_FILE)),
  )
  return { ms: mean(played.map(({ wallMs }) => wallMs)), logBytes: mean(bytes) }
}

function expectedCost({ trials, isRecorded }: PlannedCampaign): Cost {
  return {
    ms: mean(trials.map((trial) => expectedMs(trial, isRecorded))),
    logBytes: mean(
      trials.map(({ world, maxTicks }) =>
        hasBody(world) ? LOG_TICK_BYTES * maxTicks : TEXT_LOG_BYTES,
      ),
    ),
  }
}

function expectedMs({ world, maxTicks, speed }: Settings, isRecorded: boolean): number {
  if (!hasBody(world)) return TEXT_TRIAL_MS
  const tickMs = isRecorded ? RECORDED_TICK_MS : PRACTICE_TICK_MS
  return maxTicks * (speed === 'max' ? tickMs : TICK_MS / speed)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`
}

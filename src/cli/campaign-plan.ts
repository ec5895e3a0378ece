import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TICK_MS } from '#clock/game-clock'
import type { Settings } from '#events/settings'
import { playedBefore, trialFolder } from '#trial/campaign'
import { EVENTS_FILE } from '#trial/event-log'
import type { TrialResult } from '#trial/result'
import { durationText } from '#watch/rate'

/** What a trial in the practice world takes of a core (ms a tick), and in the text world (ms), on the machine of docs/performance.md. */
const PRACTICE_TICK_MS = 0.75
const TEXT_TRIAL_MS = 30
/** How long its log becomes (bytes a tick), and that of a trial in the text world (bytes). */
const LOG_TICK_BYTES = 10
const TEXT_LOG_BYTES = 6000

/** What a trial takes on average. */
interface Cost {
  readonly ms: number
  readonly logBytes: number
}

/**
 * What a campaign would play, in lines for people: how many trials, how long and how large, by those in its folder that were
 * played, otherwise at most by their ticks.
 * @param atOnce Numbers of trials at a time for which to say how long it takes.
 * @throws UsageError for a folder of other trials.
 */
export function campaignPlan(
  trials: readonly Settings[],
  folder: string,
  atOnce: readonly number[],
): string[] {
  const played = trials.flatMap((trial) => playedBefore(folder, trial) ?? [])
  const missing = trials.length - played.length
  const lines = [`${trials.length} trials, ${played.length} of them played, ${missing} to play`]
  if (missing === 0) return lines
  const isKnown = played.length > 0
  const cost = isKnown ? costOfPlayed(played, folder) : mostExpected(trials)
  const how = isKnown
    ? `about, by the ${played.length} that were played`
    : 'at most, by their ticks'
  return [
    ...lines,
    `how long they take (${how}):`,
    ...atOnce.map(
      (number) =>
        `  ${number} at a time: ${durationText((cost.ms * missing) / Math.min(number, missing))}`,
    ),
    `how large their logs become: ${sizeText(cost.logBytes * missing)}, a recording of each not counted`,
  ]
}

function costOfPlayed(played: readonly TrialResult[], folder: string): Cost {
  const bytes = played.map(({ settings }) =>
    sizeOf(join(trialFolder(folder, settings), EVENTS_FILE)),
  )
  return { ms: mean(played.map(({ wallMs }) => wallMs)), logBytes: mean(bytes) }
}

function mostExpected(trials: readonly Settings[]): Cost {
  return {
    ms: mean(trials.map(mostMs)),
    logBytes: mean(
      trials.map(({ world, maxTicks }) =>
        world === 'text' ? TEXT_LOG_BYTES : LOG_TICK_BYTES * maxTicks,
      ),
    ),
  }
}

function mostMs({ world, maxTicks, speed }: Settings): number {
  if (world === 'text') return TEXT_TRIAL_MS
  return maxTicks * (speed === 'max' ? PRACTICE_TICK_MS : TICK_MS / speed)
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

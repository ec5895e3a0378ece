import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TrialEvent } from '#events/events'
import { EVENTS_FILE, readEvents } from '#trial/event-log'
import { RESULT_FILE, readResult, resultOfWholeLog, type TrialResult } from '#trial/result'
import { TASKS } from '#trial/tasks'
import { UsageError } from '#trial/usage-error'
import { plainText } from '#wire/plain-text'
import { type TrialRecord, trialRecord } from './trial-record.ts'

/** The trials of one folder, under one name. */
export interface TrialSet {
  readonly label: string
  readonly folder: string
  /** In the order of the DEPS table, other tasks after it, by seed. */
  readonly trials: readonly ReportedTrial[]
  readonly leftOut: readonly LeftOut[]
}

export interface ReportedTrial {
  /** Name of its folder. */
  readonly name: string
  readonly result: TrialResult
  /** Null when the log cannot be read: then only the result is known. */
  readonly record: TrialRecord | null
}

/** Something in a folder that is not in the report, and why. */
export interface LeftOut {
  readonly name: string
  readonly why: string
}

/** Files of one trial that lies in the folder itself, or of several in folders of their own. */
type Found = { readonly trial: ReportedTrial | null; readonly leftOut: readonly LeftOut[] }

/**
 * Reads a campaign's folder, or that of one trial.
 * @throws UsageError when there is no such folder, or no trial in it that is over.
 */
export function readTrialSet(label: string, folder: string): TrialSet {
  const folders = isTrial(folder)
    ? [{ name: basename(folder), path: folder }]
    : subfolders(folder).map((name) => ({ name, path: join(folder, name) }))
  const found = folders.map(({ name, path }) => readTrial(plainText(name), path))
  const trials = found.flatMap(({ trial }) => trial ?? [])
  const leftOut = found.flatMap((one) => one.leftOut)
  if (trials.length === 0) {
    const [first] = leftOut
    const why = first ? ` (${first.name}: ${first.why})` : ''
    throw new UsageError(
      `no trial that is over in ${folder}${why}; give a folder made by delver trial or delver trials`,
    )
  }
  return { label, folder, trials: trials.sort(byTaskAndSeed), leftOut }
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    throw new UsageError(`cannot read the folder ${folder} (${codeOf(error)})`)
  }
}

function isTrial(folder: string): boolean {
  return [EVENTS_FILE, RESULT_FILE].some((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false }),
  )
}

function readTrial(name: string, folder: string): Found {
  if (!isTrial(folder)) return { trial: null, leftOut: [{ name, why: 'holds no trial' }] }
  const leftOut: LeftOut[] = []
  const attempt = <T>(file: string, read: () => T): T | null => {
    try {
      return read()
    } catch {
      leftOut.push({ name: `${name}/${file}`, why: 'is damaged, or of another version' })
      return null
    }
  }
  const result = attempt(RESULT_FILE, () => readResult(folder))
  const events = attempt(EVENTS_FILE, () => wholeLog(readEvents(folder)))
  if (events?.length === 0 && result)
    leftOut.push({ name: `${name}/${EVENTS_FILE}`, why: 'is missing; its result is counted' })
  const known = result ?? (events && resultOfWholeLog(events))
  if (known?.end === 'no-model') {
    leftOut.push({ name, why: 'its language model could not be asked' })
    return { trial: null, leftOut }
  }
  if (known) {
    const record = events && events.length > 0 ? trialRecord(events) : null
    return { trial: { name, result: known, record }, leftOut }
  }
  if (events) leftOut.push({ name, why: 'is not over, or was cut off' })
  return { trial: null, leftOut }
}

/** @throws Error when there are events but not a trial's first. */
function wholeLog(events: TrialEvent[]): TrialEvent[] {
  if (events.length > 0 && events[0]?.type !== 'trial-start')
    throw new Error('the log does not begin with trial-start')
  return events
}

function byTaskAndSeed({ result: a }: ReportedTrial, { result: b }: ReportedTrial): number {
  return placeOf(a.task) - placeOf(b.task) || a.task.localeCompare(b.task) || a.seed - b.seed
}

/** Place in the DEPS table; those that are not in it come last. */
function placeOf(task: string): number {
  const place = TASKS.findIndex(({ name }) => name === task)
  return place < 0 ? TASKS.length : place
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TrialEnd, TrialEvent } from '#events/events'
import { SystemError, UsageError } from '#trial/errors'
import { EVENTS_FILE, readEvents } from '#trial/event-log'
import { RESULT_FILE, readResult, resultOfWholeLog, type TrialResult } from '#trial/result'
import { TASKS } from '#trial/tasks'
import { plainText } from '#wire/plain-text'
import { type ReturnedAnswer, returnedAnswers } from './returned-answers.ts'
import { type TrialRecord, trialRecord } from './trial-record.ts'

/** The trials of one folder, under one label. */
export interface TrialSet {
  readonly label: string
  readonly folder: string
  /** In the order of the DEPS table, then other tasks, then by seed. */
  readonly trials: readonly ReportedTrial[]
  readonly leftOut: readonly LeftOut[]
}

export interface ReportedTrial {
  /** Name of the trial's folder. */
  readonly name: string
  readonly result: TrialResult
  /** Null if the log cannot be read; then only the result is known. */
  readonly record: TrialRecord | null
  /** Answers of a model that were sent back. */
  readonly returned: readonly ReturnedAnswer[]
}

/** A file or folder that is excluded from the report, and why. */
export interface LeftOut {
  readonly name: string
  readonly why: string
}

const ADVICE = 'give a folder written by delver trial or delver trials'

/** Ends of trials that say nothing about the agent, as in the table of a campaign, and why each is excluded. */
const UNPLAYED: Readonly<Partial<Record<TrialEnd, string>>> = {
  'no-model': 'could not reach its language model',
  interrupted: 'was stopped',
}

/** What reading one trial's folder results in. */
type Found = { readonly trial: ReportedTrial | null; readonly leftOut: readonly LeftOut[] }

/**
 * Reads the folder of a campaign or of one trial.
 * @throws UsageError when the folder does not exist or contains no finished trial.
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
    throw new UsageError(`no finished trial in ${folder}${why}; ${ADVICE}`)
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
    const problem = existsSync(folder)
      ? `cannot read the folder ${folder} (${codeOf(error)})`
      : `there is no folder ${folder}`
    throw new UsageError(`${problem}; ${ADVICE}`)
  }
}

function isTrial(folder: string): boolean {
  return [EVENTS_FILE, RESULT_FILE].some((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false }),
  )
}

function readTrial(name: string, folder: string): Found {
  if (!isTrial(folder)) return { trial: null, leftOut: [{ name, why: 'contains no trial' }] }
  const leftOut: LeftOut[] = []
  const attempt = <T>(file: string, read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      leftOut.push({ name: `${name}/${file}`, why: refusal(join(folder, file), error) })
      return null
    }
  }
  const result = attempt(RESULT_FILE, () => readResult(folder))
  const events = attempt(EVENTS_FILE, () => wholeLog(readEvents(folder)))
  if (events?.length === 0 && result)
    leftOut.push({ name: `${name}/${EVENTS_FILE}`, why: 'is missing; the result is counted' })
  const known = result ?? (events && resultOfWholeLog(events))
  const unplayed = known && UNPLAYED[known.end]
  if (unplayed) {
    leftOut.push({ name, why: unplayed })
    return { trial: null, leftOut }
  }
  if (known) {
    const record = events && events.length > 0 ? trialRecord(events) : null
    const returned = record?.calls.length ? returnedAnswers(folder) : []
    return { trial: { name, result: known, record, returned }, leftOut }
  }
  if (events) leftOut.push({ name, why: 'is not finished or was killed' })
  return { trial: null, leftOut }
}

/** Why a file of a trial does not count. */
function refusal(path: string, error: unknown): string {
  const isRefused = error instanceof SystemError && error.message.startsWith(`${path} `)
  if (isRefused) return error.message.slice(path.length + 1)
  return 'is damaged or was written by another version'
}

/** @throws Error when the log does not begin with the event `trial-start`. */
function wholeLog(events: TrialEvent[]): TrialEvent[] {
  if (events.length > 0 && events[0]?.type !== 'trial-start')
    throw new Error('the log does not begin with trial-start')
  return events
}

function byTaskAndSeed({ result: a }: ReportedTrial, { result: b }: ReportedTrial): number {
  return positionOf(a.task) - positionOf(b.task) || a.task.localeCompare(b.task) || a.seed - b.seed
}

/** Position in the DEPS table; tasks outside it come last. */
function positionOf(task: string): number {
  const position = TASKS.findIndex(({ name }) => name === task)
  return position < 0 ? TASKS.length : position
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sample } from '#selector/data/sample'
import { reasonOf, UsageError } from './errors.ts'
import { EVENTS_FILE, readEvents } from './event-log.ts'
import { samplesOf } from './samples.ts'

/** Samples of trials that were played, and what had to be left out. */
export interface FoundSamples {
  /** Those of one world go by one name, so that a trial and its forks are held out together. */
  readonly samples: readonly Sample[]
  /** How many trials they are from, forks of trials among them. */
  readonly trials: number
  /** In a line each: the folder of a trial that gives none, and why. */
  readonly leftOut: readonly string[]
}

/**
 * The samples of all trials in these folders and below.
 * @throws UsageError when a folder cannot be read or holds no trial.
 */
export function samplesIn(folders: readonly string[]): FoundSamples {
  const found = folders.flatMap(trialsIn).map(samplesOfTrial)
  return {
    samples: found.flatMap(({ samples }) => samples),
    trials: found.filter(({ problem }) => problem === null).length,
    leftOut: found.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  }
}

/**
 * The folders of trials in a folder and below, in the order of their names.
 * @throws UsageError when it cannot be read or holds none.
 */
export function trialsIn(folder: string): string[] {
  const logs = filesIn(folder)
    .filter((file) => file === EVENTS_FILE || file.endsWith(`/${EVENTS_FILE}`))
    .map((file) => dirname(join(folder, file)))
    .sort()
  if (logs.length === 0) throw new UsageError(`${folder} holds no trial`)
  return logs
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    throw new UsageError(`cannot read ${folder} (${reasonOf(error)})`)
  }
}

function samplesOfTrial(folder: string): { samples: readonly Sample[]; problem: string | null } {
  try {
    const events = readEvents(folder)
    const [start] = events
    if (start?.type !== 'trial-start') throw new Error('its log does not begin with trial-start')
    const { seed, overrideChoice } = start.settings
    // What a fork has in common with the trial that it leaves is told there already.
    const samples = samplesOf(events, `world ${seed}`, overrideChoice.at(-1)?.decision)
    if (samples.length === 0) throw new Error('no choice in it has features')
    return { samples, problem: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { samples: [], problem: `${folder}: ${reason}` }
  }
}

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sample } from '#selector/data/sample'
import { reasonOf, UsageError } from './errors.ts'
import { EVENTS_FILE, readEvents } from './event-log.ts'
import { samplesOf } from './samples.ts'

/** Samples of recorded trials, and the trials without samples. */
export interface FoundSamples {
  /** The samples of one world share a name, so that a trial and its forks are held out together. */
  readonly samples: readonly Sample[]
  /** Number of trials with samples, forks included. */
  readonly trials: number
  /** Names of the agents that played them, see `agentName`, each once and in order. */
  readonly agents: readonly string[]
  /** The folder of each trial without samples and the reason, a line each. */
  readonly leftOut: readonly string[]
}

/**
 * The samples of all trials in these folders and their subfolders.
 * @throws UsageError when a folder cannot be read or contains no trial.
 */
export function samplesIn(folders: readonly string[]): FoundSamples {
  const found = folders.flatMap(trialsIn).map(samplesOfTrial)
  return {
    samples: found.flatMap(({ samples }) => samples),
    trials: found.filter(({ problem }) => problem === null).length,
    agents: [...new Set(found.flatMap(({ agent }) => agent ?? []))].sort(),
    leftOut: found.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  }
}

/**
 * The folders of the trials in a folder and its subfolders, in the order of their names.
 * @throws UsageError when the folder cannot be read or contains no trial.
 */
export function trialsIn(folder: string): string[] {
  const logs = filesIn(folder)
    .filter((file) => file === EVENTS_FILE || file.endsWith(`/${EVENTS_FILE}`))
    .map((file) => dirname(join(folder, file)))
    .sort()
  if (logs.length === 0)
    throw new UsageError(`${folder} contains no trial; give folders of trials or campaigns`)
  return logs
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    throw new UsageError(`cannot read ${folder} (${reasonOf(error)})`)
  }
}

interface SampledTrial {
  readonly samples: readonly Sample[]
  /** Null for a log from before agents had names. */
  readonly agent: string | null
  readonly problem: string | null
}

function samplesOfTrial(folder: string): SampledTrial {
  try {
    const events = readEvents(folder)
    const [start] = events
    if (start?.type !== 'trial-start') throw new Error('its log does not begin with trial-start')
    const { seed, overrideChoice } = start.settings
    // The earlier decisions of a fork are those of the trial that it repeats.
    const samples = samplesOf(events, `world ${seed}`, overrideChoice.at(-1)?.decision)
    if (samples.length === 0) throw new Error('no choice in it has features')
    return { samples, agent: start.versions.agent ?? null, problem: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { samples: [], agent: null, problem: `${folder}: ${reason}` }
  }
}

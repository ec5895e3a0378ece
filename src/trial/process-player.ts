import type { ModelFlags } from '#llm/settings'
import { SystemError } from './errors.ts'
import { recordLost } from './lost-trial.ts'
import { readResult, type TrialResult } from './result.ts'
import { clearTrial } from './trial-files.ts'
import { CANNOT_WRITE } from './trial-order.ts'
import type { PlayedTrial, TrialPlayer } from './trial-player.ts'
import { TrialProcesses } from './trial-processes.ts'

/** Signals from other processes; any other signal is a crash. */
const EXTERNAL_SIGNALS: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

export interface ProcessOptions {
  /** Limit of wall-clock time per trial (ms). */
  readonly wallLimitMs: number
  /** Options of the language model for each process; null without one. */
  readonly model: ModelFlags | null
  /** Whether to write a recording of each trial. */
  readonly recording: boolean
}

export interface ProcessPlayerOptions extends ProcessOptions {
  /** Number of trials to play in parallel. */
  readonly atOnce: number
  /** Program and arguments of a process that plays trials, see {@link TrialProcesses}. */
  readonly command: readonly [file: string, ...args: string[]]
}

/** Plays trials in child processes, each of which plays one trial after another. */
export function processPlayer({ atOnce, command, ...options }: ProcessPlayerOptions): TrialPlayer {
  const processes = new TrialProcesses(command)
  return {
    atOnce,
    play: (trial) => playInProcess(processes, trial, options),
    async close() {
      processes.close()
    },
  }
}

/**
 * Plays a trial in a child process. A crash or a timeout is a failed trial; a trial whose process is killed is interrupted.
 * @throws SystemError when no process can be started, or it cannot write.
 */
export async function playInProcess(
  processes: TrialProcesses,
  { settings, folder, signal: stop, onStart }: PlayedTrial,
  { model, recording, wallLimitMs }: ProcessOptions,
): Promise<TrialResult> {
  clearTrial(folder)
  onStart()
  const startedAt = new Date().toISOString()
  const ended = await processes.play({ settings, model, folder, recording }, wallLimitMs, stop)
  const written = readResult(folder)
  if (written) return written
  if (!ended) throw new SystemError(`another process deleted the result in ${folder}`)
  const { code, signal, timedOut, words } = ended
  if (code === null && signal === null)
    throw new SystemError(`cannot start the process of a trial: ${words}`)
  if (code === CANNOT_WRITE) throw new SystemError(words)
  const how = signal ? `signal ${signal}` : `exit code ${code}`
  return recordLost(
    folder,
    settings,
    startedAt,
    timedOut
      ? { end: 'wall-timeout', detail: `not finished after ${wallLimitMs / 1000} s` }
      : stop.aborted
        ? { end: 'interrupted', detail: 'the campaign was stopped' }
        : signal && EXTERNAL_SIGNALS.includes(signal)
          ? { end: 'interrupted', detail: `the process was killed (${signal})` }
          : { end: 'crash', detail: `the process ended with ${how}: ${words}` },
  )
}

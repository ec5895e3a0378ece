import type { Settings } from '#events/settings'
import type { TrialResult } from './result.ts'

/** One trial of a campaign and its folder. */
export interface PlayedTrial {
  readonly settings: Settings
  /** Folder of the trial, within that of the campaign. */
  readonly folder: string
  /** Ends the trial early, or leaves it to the worker that plays it. */
  readonly signal: AbortSignal
  /** Called when the trial starts, with the name of the worker if another machine plays it. */
  onStart(worker?: string): void
}

/** Plays the trials of a campaign in this process, in child processes or on workers. */
export interface TrialPlayer {
  /** Maximum number of trials at a time. */
  readonly atOnce: number
  /**
   * Plays a trial and writes its log and result to its folder.
   * @returns null when the trial was left before it had a result.
   * @throws SystemError when the machine fails, for example with a full disk.
   */
  play(trial: PlayedTrial): Promise<TrialResult | null>
  /** Withdraws the trials that have not started; they resolve as null. */
  withdraw?(): void
  /** Called after the last trial. */
  close?(): Promise<void>
}

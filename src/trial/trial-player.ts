import type { Settings } from '#events/settings'
import type { TrialResult } from './result.ts'

/** One trial of a campaign, and where it goes. */
export interface PlayedTrial {
  readonly settings: Settings
  /** Its own within the campaign's. */
  readonly folder: string
  /** Ends the trial early, or has it left where it is played. */
  readonly signal: AbortSignal
  /** To be called when it begins, with the name of the machine's worker where it is not played here. */
  onStart(worker?: string): void
}

/** Who plays the trials of a campaign: processes of this machine, or workers anywhere. */
export interface TrialPlayer {
  /** How many trials it takes at a time. */
  readonly atOnce: number
  /**
   * Plays a trial and leaves its log and result in its folder.
   * @returns Null when it was left before there was a result.
   * @throws SystemError when the machine fails it, by a full disk for one.
   */
  play(trial: PlayedTrial): Promise<TrialResult | null>
  /** Takes back the trials that it was given and that nobody has begun; they settle as null. */
  withdraw?(): void
  /** To be called when no more trials come. */
  close?(): Promise<void>
}

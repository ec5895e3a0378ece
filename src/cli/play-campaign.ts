import { TICK_MS } from '../clock/game-clock.ts'
import type { Settings } from '../episode/settings.ts'
import type { ModelFlags, ModelSettings } from '../llm/settings.ts'
import { runCampaign } from '../trial/campaign.ts'
import { herePlayer } from '../trial/here-player.ts'
import { processPlayer } from '../trial/process-player.ts'
import type { TrialResult } from '../trial/result.ts'
import type { TrialPlayer } from '../trial/trial-player.ts'
import { CampaignProgress } from './campaign-progress.ts'
import { TRIAL_NODE_OPTIONS, TRIAL_PROCESS } from './trial-process-command.ts'

/** Wall-clock time that a trial may take whatever its ticks (s). */
const LEAST_WALL_LIMIT = 900

export interface PlayedCampaign {
  readonly trials: readonly Settings[]
  readonly folder: string
  readonly workers: number
  /** Longest wall-clock time for one trial (s); by the trials' ticks when left out. */
  readonly trialTimeout?: number | undefined
  readonly recording: boolean
  /** Null without a language model. */
  readonly model: { readonly settings: ModelSettings; readonly flags: ModelFlags } | null
  /** The script that the processes of trials run. */
  readonly launcher: string
  readonly signal: AbortSignal
  /** Where progress is shown. */
  readonly stream: NodeJS.WriteStream
}

/** Plays a campaign and shows how it gets on: trials of the text world here, others in other processes. */
export async function playCampaign(campaign: PlayedCampaign): Promise<TrialResult[]> {
  const { trials, folder, signal, stream } = campaign
  const progress = new CampaignProgress(stream, trials.length)
  try {
    return await runCampaign({
      trials,
      folder,
      player: playerOf(campaign),
      signal,
      onStart: (settings) => progress.onStart(settings),
      onResult: (result) => progress.onResult(result),
      onNotice: (line) => progress.note(line),
    })
  } finally {
    progress.end()
  }
}

function playerOf({ trials, workers, model, ...campaign }: PlayedCampaign): TrialPlayer {
  if (trials.every(({ world }) => world === 'text'))
    return herePlayer(workers, model?.settings ?? null)
  return processPlayer({
    atOnce: workers,
    wallLimitMs: 1000 * (campaign.trialTimeout ?? wallLimit(trials)),
    command: [process.execPath, ...TRIAL_NODE_OPTIONS, campaign.launcher, TRIAL_PROCESS],
    model: model?.flags ?? null,
    recording: campaign.recording,
  })
}

function wallLimit(trials: readonly Settings[]): number {
  return trials.reduce(
    (longest, { maxTicks, speed }) =>
      speed === 'max' ? longest : Math.max(longest, (2 * maxTicks * TICK_MS) / 1000 / speed),
    LEAST_WALL_LIMIT,
  )
}

import { TICK_MS } from '#clock/game-clock'
import type { Settings } from '#events/settings'
import { hasBody } from '#events/worlds'
import type { ModelFlags, ModelSettings } from '#llm/settings'
import { runCampaign } from '#trial/campaign'
import { UsageError } from '#trial/errors'
import { herePlayer } from '#trial/here-player'
import { processPlayer } from '#trial/process-player'
import type { TrialResult } from '#trial/result'
import type { TrialPlayer } from '#trial/trial-player'
import { CampaignProgress } from './campaign-progress.ts'
import type { CampaignQueue } from './queue-options.ts'
import { TRIAL_NODE_OPTIONS, TRIAL_PROCESS } from './trial-process-command.ts'

/** Shortest limit of wall-clock time per trial (s). */
const MIN_WALL_LIMIT = 900

export interface PlayedCampaign {
  readonly trials: readonly Settings[]
  readonly folder: string
  readonly workers: number
  /** Limit of wall-clock time per trial (s); by default, derived from the trials' ticks. */
  readonly trialTimeout?: number | undefined
  readonly recording: boolean
  /** The queue for workers on other machines; null or omitted to play on this machine. */
  readonly queue?: CampaignQueue | null
  /** Null without a language model. */
  readonly model: { readonly settings: ModelSettings; readonly flags: ModelFlags } | null
  /** The script that processes of trials run. */
  readonly launcher: string
  readonly signal: AbortSignal
  /** Stream for progress. */
  readonly stream: NodeJS.WriteStream
}

/**
 * Plays a campaign and shows its progress. Workers of the queue play its trials if there is one; otherwise this process plays
 * trials of the text world, and child processes play the others.
 */
export async function playCampaign(campaign: PlayedCampaign): Promise<TrialResult[]> {
  const { trials, folder, signal, stream } = campaign
  const progress = new CampaignProgress(stream, trials.length)
  const player = campaign.queue
    ? await queuePlayer(campaign, campaign.queue, progress)
    : localPlayer(campaign)
  try {
    return await runCampaign({
      trials,
      folder,
      player,
      signal,
      onStart: (settings, worker) => progress.onStart(settings, worker),
      onResult: (result) => progress.onResult(result),
      onNotice: (line) => progress.note(line),
    })
  } finally {
    progress.end()
  }
}

function localPlayer({ trials, workers, model, ...campaign }: PlayedCampaign): TrialPlayer {
  if (trials.every(({ world }) => !hasBody(world)))
    return herePlayer(workers, model?.settings ?? null)
  return processPlayer({
    atOnce: workers,
    wallLimitMs: wallLimitMs({ trials, ...campaign }),
    command: [process.execPath, ...TRIAL_NODE_OPTIONS, campaign.launcher, TRIAL_PROCESS],
    model: model?.flags ?? null,
    recording: campaign.recording,
  })
}

/** @throws UsageError for options that name a file or folder of this machine. */
async function queuePlayer(
  { trials, model, ...campaign }: PlayedCampaign,
  { address, store }: CampaignQueue,
  progress: CampaignProgress,
): Promise<TrialPlayer> {
  if (trials.some(({ skillMemory }) => skillMemory !== null))
    throw new UsageError('--skill-memory is a folder on this machine; leave out --queue')
  if (trials.some(({ planMemory }) => planMemory !== null))
    throw new UsageError('--plan-memory is a folder on this machine; leave out --queue')
  if (model?.flags.replayCalls !== undefined)
    throw new UsageError('--replay-calls is a file on this machine; leave out --queue')
  const { openQueuePlayer } = await import('#queue/queue-player')
  return openQueuePlayer({
    ...{ address, store, folder: campaign.folder, recording: campaign.recording },
    // Workers get the model's name from this machine's environment, but never its API keys.
    model: model && { ...model.flags, model: model.settings.server.model },
    maxDollars: model?.flags.maxDollars ?? null,
    wallLimitMs: wallLimitMs({ trials, ...campaign }),
    signal: campaign.signal,
    onNotice: (line) => progress.note(line),
  })
}

/** Limit of wall-clock time per trial. */
function wallLimitMs({
  trials,
  trialTimeout,
}: Pick<PlayedCampaign, 'trials' | 'trialTimeout'>): number {
  return 1000 * (trialTimeout ?? wallLimit(trials))
}

function wallLimit(trials: readonly Settings[]): number {
  return trials.reduce(
    (longest, { maxTicks, speed }) =>
      speed === 'max' ? longest : Math.max(longest, (2 * maxTicks * TICK_MS) / 1000 / speed),
    MIN_WALL_LIMIT,
  )
}

import type { Command } from 'commander'
import { type QueueAddress, queueAddress } from '#queue/address'
import { UsageError } from '#trial/errors'
import { GROUP } from './help.ts'

export interface QueueOptions {
  queue?: string
  store?: string
}

/** A queue that a campaign puts its trials on. */
export interface CampaignQueue {
  readonly address: QueueAddress
  /** Shared folder through which files come back; null when they come through Redis. */
  readonly store: string | null
}

export function addQueueOptions(command: Command): Command {
  return command
    .optionsGroup(GROUP.queue)
    .option(
      '--queue <url>',
      'let delver worker play the trials: redis://HOST[:PORT], rediss:// for TLS, or env for $DELVER_QUEUE',
    )
    .option(
      '--store <folder>',
      'with --queue, shared folder through which logs come back (default: through Redis)',
    )
}

/** The queue that the options name; null for none. @throws UsageError */
export function campaignQueue({
  queue,
  store,
  workers,
}: QueueOptions & { readonly workers?: number }): CampaignQueue | null {
  if (queue === undefined) {
    if (store !== undefined) throw new UsageError('--store is for a queue; add --queue')
    return null
  }
  if (workers !== undefined)
    throw new UsageError('with --queue, --workers is an option of delver worker; leave it out here')
  return { address: queueAddress(queue, process.env), store: store ?? null }
}

import type { Command } from 'commander'
import { type QueueAddress, queueAddress } from '#queue/address'
import { UsageError } from '#trial/usage-error'

/** How trials are put on a queue, as the command line gives it. */
export interface QueueOptions {
  queue?: string
  store?: string
}

/** A queue on which a campaign puts its trials. */
export interface CampaignQueue {
  readonly address: QueueAddress
  /** Folder by which files come back; null for through Redis. */
  readonly store: string | null
}

export function addQueueOptions(command: Command): Command {
  return command
    .optionsGroup('A queue:')
    .option(
      '--queue <url>',
      'put the trials on a queue for delver worker: redis://HOST[:PORT], rediss:// for TLS, or env',
    )
    .option(
      '--store <folder>',
      'with --queue, a shared folder by which logs come back (default: through Redis)',
    )
}

/** The queue that the options name, null for none. @throws UsageError */
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
    throw new UsageError('--workers is for delver worker when there is a queue; leave it out')
  return { address: queueAddress(queue, process.env), store: store ?? null }
}

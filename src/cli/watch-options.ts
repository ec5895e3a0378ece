import { once } from 'node:events'
import { type Command, InvalidArgumentError } from 'commander'
import type { Pace } from '#clock/pace'
import { UsageError } from '#trial/usage-error'
import { openWatch, type Watch } from '#watch/open-watch'
import type { WatchedTrial } from '#watch/server/watched-trial'
import { LOOPBACK } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

/** Where the page of a trial is served. */
export interface WebOptions {
  webPort?: number
  webHost?: string
}

export interface WatchOptions extends WebOptions {
  watch?: boolean
  stay?: boolean
}

const DEFAULT_WEB_PORT = 3000

export function addWebOptions(command: Command): Command {
  return command
    .option('--web-port <number>', `port of the page (default: ${DEFAULT_WEB_PORT})`, webPort)
    .option(
      '--web-host <address>',
      `address the page is served on (default: ${LOOPBACK}); with any other it needs the token in the printed address`,
    )
}

export function addWatchOptions(command: Command): Command {
  command.optionsGroup('The page:').option('--watch', 'show it in the browser while it runs')
  return addWebOptions(command).option(
    '--stay',
    'with --watch, keep the page until Ctrl-C also where there is no terminal',
  )
}

/** @throws UsageError for options of a page that nobody asked for. */
export function checkWatchOptions({ watch, stay, webPort, webHost }: WatchOptions): void {
  if (!watch && (stay || webPort !== undefined || webHost !== undefined))
    throw new UsageError('--stay, --web-port and --web-host are for the page; add --watch')
}

/**
 * Serves a page and says where.
 * @throws UsageError when the address cannot be listened on.
 */
export async function openPage(
  trials: readonly WatchedTrial[],
  { webPort = DEFAULT_WEB_PORT, webHost = LOOPBACK }: WebOptions,
  stream: NodeJS.WriteStream,
  pace: Pace | null = null,
): Promise<Watch> {
  const watch = await openWatch({ trials, host: webHost, port: webPort, pace })
  stream.write(`watch it at ${watch.url}\n`)
  return watch
}

/** Keeps the page when all is over, for people, until they press Ctrl-C; not for scripts. */
export async function keepPage(
  watch: Watch,
  { stay }: WatchOptions,
  stream: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<void> {
  if (!(stay || process.stdout.isTTY) || signal.aborted) return
  stream.write(`still to be seen at ${watch.url}; Ctrl-C ends it\n`)
  await once(signal, 'abort')
}

function webPort(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError('A port is at most 65535.')
  return value
}

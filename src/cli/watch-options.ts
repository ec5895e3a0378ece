import { once } from 'node:events'
import { type Command, InvalidArgumentError } from 'commander'
import type { Pace } from '#clock/pace'
import { UsageError } from '#trial/errors'
import { openWatch, type Watch } from '#watch/open-watch'
import type { WatchedTrial } from '#watch/server/watched-trial'
import { GROUP } from './help.ts'
import { LOOPBACK } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

/** Address of the web page. */
export interface WebOptions {
  webPort?: number
  webHost?: string
}

export interface WatchOptions extends WebOptions {
  watch?: boolean
  keepOpen?: boolean
}

const DEFAULT_WEB_PORT = 3000

export function addWebOptions(command: Command): Command {
  return command
    .optionsGroup(GROUP.page)
    .option('--web-port <number>', `port of the page (default: ${DEFAULT_WEB_PORT})`, webPort)
    .option(
      '--web-host <address>',
      `address of the page (default: ${LOOPBACK}); any other address requires the token in the printed URL`,
    )
}

export function addWatchOptions(command: Command): Command {
  command.optionsGroup(GROUP.page).option('--watch', 'serve a live page for the browser')
  return addWebOptions(command).option(
    '--keep-open',
    'with --watch, keep serving after the end until Ctrl-C; this is the default in a terminal',
  )
}

/** @throws UsageError for options of a page without --watch. */
export function checkWatchOptions({ watch, keepOpen, webPort, webHost }: WatchOptions): void {
  if (!watch && (keepOpen || webPort !== undefined || webHost !== undefined))
    throw new UsageError('--keep-open, --web-port and --web-host are for the web page; add --watch')
}

/**
 * Serves a page and prints its URL.
 * @throws UsageError when the server cannot listen on the address.
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

/** After the last trial, keeps the page open until Ctrl-C; scripts do not wait unless asked to. */
export async function keepPage(
  watch: Watch,
  { keepOpen }: WatchOptions,
  stream: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<void> {
  if (!(keepOpen || process.stdout.isTTY) || signal.aborted) return
  stream.write(`the page stays open at ${watch.url}; press Ctrl-C to end\n`)
  await once(signal, 'abort')
}

function webPort(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return value
}

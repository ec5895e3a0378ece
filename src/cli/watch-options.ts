import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Pace } from '#clock/pace'
import { UsageError } from '#trial/errors'
import { openWatch, type Watch } from '#watch/open-watch'
import type { WatchedTrial } from '#watch/server/watched-trial'
import { GROUP } from './help.ts'
import { openBrowser } from './open-browser.ts'
import { LOOPBACK } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

/** Address of the web page. */
export interface WebOptions {
  webPort?: number
  webHost?: string
  open?: boolean
}

export interface WatchOptions extends WebOptions {
  watch?: boolean
  keepOpen?: boolean
}

const DEFAULT_WEB_PORT = 3000

/** Speed of a watched trial (multiples of real time), and how long it waits for its first page (ms). */
const WATCHED_SPEED = 4
const FIRST_PAGE_MS = 10_000

export function addWebOptions(command: Command): Command {
  return command
    .optionsGroup(GROUP.page)
    .option('--web-port <number>', `port of the page (default: ${DEFAULT_WEB_PORT})`, webPort)
    .option(
      '--web-host <address>',
      `address of the page (default: ${LOOPBACK}); any other address requires the token in the printed URL`,
    )
    .option('--open', 'open the page in the browser')
}

export function addWatchOptions(command: Command): Command {
  command.optionsGroup(GROUP.page).option('--watch', 'serve a live page for the browser')
  return addWebOptions(command).option(
    '--keep-open',
    'with --watch, keep serving after the end until Ctrl-C; this is the default in a terminal',
  )
}

/** @throws UsageError for options of a page without --watch. */
export function checkWatchOptions(options: WatchOptions): void {
  const { watch, keepOpen, open, webPort, webHost } = options
  if (!watch && (keepOpen || open || webPort !== undefined || webHost !== undefined))
    throw new UsageError(
      '--keep-open, --open, --web-port and --web-host are for the web page; add --watch',
    )
}

/** What a page has besides its trials. */
export interface PageParts {
  /** The speed that the page controls. */
  readonly pace?: Pace | null
  /** A page of the server other than its first one, with its query. */
  readonly path?: string | null
  /** Called with each order from the page's text box. Without it, there is no box. */
  readonly onOrder?: ((text: string) => void) | undefined
}

/**
 * Serves a page and prints its URL.
 * @throws UsageError when the server cannot listen on the address.
 */
export async function openPage(
  trials: readonly WatchedTrial[],
  { webPort = DEFAULT_WEB_PORT, webHost = LOOPBACK, open = false }: WebOptions,
  stream: NodeJS.WriteStream,
  { pace = null, path = null, onOrder }: PageParts = {},
): Promise<Watch> {
  const watch = await openWatch({ trials, host: webHost, port: webPort, pace, onOrder })
  const url = path === null ? watch.url : pageUrl(watch.url, path)
  stream.write(`watch it at ${url}\n`)
  if (open) openBrowser(url)
  return watch
}

/**
 * Lets people see a trial from its start: waits up to 10 s for a page that follows it. The first page slows the trial to
 * 4 times real time, whenever it opens. The speed does not change the trial's history.
 */
export async function awaitPage(
  { followed }: Watch,
  pace: Pace,
  stream: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<void> {
  stream.write(`the trial starts when the page is open, or in ${FIRST_PAGE_MS / 1000} s\n`)
  const opened = followed.then(() => pace.run(WATCHED_SPEED))
  const over = new AbortController()
  const limit = wait(FIRST_PAGE_MS, undefined, {
    signal: AbortSignal.any([signal, over.signal]),
  }).catch(() => {})
  await Promise.race([opened, limit])
  over.abort()
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

/** The address of another page of a server, with the token of its first one. */
function pageUrl(first: string, path: string): string {
  const url = new URL(path, first)
  for (const [name, value] of new URL(first).searchParams) url.searchParams.set(name, value)
  return url.href
}

function webPort(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return value
}

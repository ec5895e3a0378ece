import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '#trial/errors'
import type { Assets } from '../assets/page-files.ts'
import { NO_CONTROL } from '../server/speed-control.ts'
import { WatchServer } from '../server/watch-server.ts'
import type { WatchedTrial } from '../server/watched-trial.ts'
import { type FilmRequest, filmQuery } from './film-request.ts'
import type { FilmSink } from './film-sink.ts'

/** A page that has reported nothing for this long has failed (ms). */
const SILENCE_MS = 180_000

const TOKEN_BYTES = 16

/** Flags for a browser without a window and without background network requests. */
const FLAGS = [
  '--headless=new',
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-sync',
]

export interface FilmOptions {
  readonly trial: WatchedTrial
  readonly request: Omit<FilmRequest, 'token'>
  readonly assets: Assets
  /** Path of Chromium. */
  readonly browser: string
  readonly signal: AbortSignal
  /** Called with the number of pictures so far, and of all. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Films a trial in a browser without a window.
 * @returns The film (WebM), or a picture (JPEG) if the request is for a single one.
 * @throws UsageError when the browser does not start, or cannot make the film.
 */
export async function filmTrial(options: FilmOptions): Promise<Buffer> {
  const { trial, request, assets, browser, signal, onProgress = () => {} } = options
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const result = Promise.withResolvers<Buffer>()
  const fail = (reason: string) => result.reject(new UsageError(`no film: ${reason}`))
  let silence = setTimeout(() => {}, 0)
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => fail('the browser has stopped answering'), SILENCE_MS)
  }
  const film: FilmSink = {
    token,
    onProgress(done, total) {
      heard()
      onProgress(done, total)
    },
    onFilm: (content) => result.resolve(content),
    onFailure: fail,
  }
  const place = { host: '127.0.0.1', port: 0, control: NO_CONTROL }
  const server = await WatchServer.start({ trials: [trial], assets, film, ...place })
  const profile = await mkdtemp(join(tmpdir(), 'delver-film-'))
  const url = `${server.url}trial/${encodeURIComponent(trial.id)}?${filmQuery({ token, ...request })}`
  const child = startBrowser(browser, profile, request, url)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', () => fail(`${browser} does not start`))
  exited.then(() => fail('the browser has ended'))
  const stop = () => fail('stopped')
  signal.addEventListener('abort', stop)
  heard()
  try {
    return await result.promise
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
    if (child.pid !== undefined) await exited
    await server.close()
    // The browser's helpers may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

function startBrowser(
  browser: string,
  profile: string,
  { width, height }: Pick<FilmRequest, 'width' | 'height'>,
  url: string,
): ChildProcess {
  // Chromium refuses to isolate its processes for the superuser, as in containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const own = [`--user-data-dir=${profile}`, `--window-size=${width},${height}`]
  return spawn(browser, [...FLAGS, ...sandbox, ...own, url], { stdio: 'ignore' })
}

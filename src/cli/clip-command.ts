import { writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { reasonOf, UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import { cameraPath } from '#watch/camera-path'
import { FILM_FORMATS, type FilmFormat } from '#watch/film/film-request'
import type { FilmOptions } from '#watch/film/film-trial'
import { findBrowser } from '#watch/film/find-browser'
import { trialsIn } from '#watch/server/watched-trial'
import { GROUP } from './help.ts'
import { stopSignal } from './stop-signal.ts'
import { wholeNumber } from './whole-number.ts'

interface ClipOptions {
  out: string
  seconds?: number
  from?: number
  to?: number
  speed?: number
  height?: number
  camera?: string
}

/** Length of a film of a whole trial (s), and its height (pixels). Films of whole pictures need many more bytes. */
const DEFAULTS: Readonly<Record<FilmFormat, { seconds: number; height: number }>> = {
  webm: { seconds: 30, height: 720 },
  webp: { seconds: 16, height: 400 },
  gif: { seconds: 12, height: 270 },
}

/** Greatest size of a film (bytes): below 10 MB, which most places accept. */
const MAX_BYTES = 9_000_000
/** Bits per second that are enough for any film. */
const MAX_BITS = 4_000_000
const TICKS_PER_SECOND = 20

/** `delver clip <folder>`: writes a film of a trial. */
export function clipCommand(): Command {
  return new Command('clip')
    .description(
      'Write a film of a recorded trial (WebM, GIF or WebP): milestones in real time, the rest faster. It needs Chromium or Chrome.',
    )
    .argument('<folder>', 'folder of a trial')
    .optionsGroup(GROUP.output)
    .option(
      '--out <file>',
      'file to write: .webm, .gif or .webp for a film, .jpg for a picture of the end',
      'clip.webm',
    )
    .option(
      '--seconds <number>',
      `length of a film of the whole trial (default: ${byFormat('seconds')})`,
      length,
    )
    .option('--from <time>', 'first moment of a part: a tick, or game time such as 1:10', moment)
    .option('--to <time>', 'last moment of a part', moment)
    .option('--speed <factor>', 'speed of a part, in multiples of real time (default: 1)', factor)
    .option(
      '--height <pixels>',
      `height of the picture; its width is 16/9 of it (default: ${byFormat('height')})`,
      lines,
    )
    .option('--camera <path>', "way of a free camera: the part after camera= in a page's address")
    .addHelpText(
      'after',
      '\nExamples:\n  delver clip trials/some-trial --out diamond.webm\n  delver clip trials/some-trial --from 5:20 --to 5:32 --out end.webm\n  delver clip trials/some-trial --out diamond.gif',
    )
    .action(async (folder: string, options: ClipOptions) => {
      const [trial, ...others] = trialsIn(folder)
      if (!trial) throw new UsageError(`${folder} contains no trial; give the folder of a trial`)
      if (others.length > 0)
        throw new UsageError(
          `${folder} contains ${others.length + 1} trials; give the folder of one`,
        )
      const isPicture = ['.jpg', '.jpeg'].includes(extname(options.out))
      const ending = extname(options.out).slice(1)
      if (!isPicture && !Object.hasOwn(FILM_FORMATS, ending))
        throw new UsageError('--out must end in .webm, .gif, .webp or .jpg')
      const format = isPicture ? 'webm' : (ending as FilmFormat)
      if (options.camera !== undefined && cameraPath(options.camera).length < 2)
        throw new UsageError('--camera needs two key frames: tick,x,y,z,yaw,pitch;tick,x,...')
      const browser = findBrowser()
      if (browser === null)
        throw new UsageError(
          'Chromium not found: install it (apt-get install chromium), or set DELVER_CHROMIUM to its path',
        )
      makeFolder(dirname(options.out), '--out')
      // Only films and pages need the bundler and a server.
      const { filmTrial } = await import('#watch/film/film-trial')
      const { pageFiles } = await import('#watch/assets/page-files')
      const { versionFiles } = await import('#watch/assets/version-files')
      const film = await filmTrial({
        trial,
        request: requestOf(options, format, isPicture),
        assets: { pageFiles, versionFiles },
        browser,
        signal: stopSignal(),
        onProgress: showProgress,
      })
      await writeFile(options.out, film).catch((error: unknown) => {
        throw new UsageError(`cannot write ${options.out} (${reasonOf(error)}); give another --out`)
      })
      console.log(`written to ${options.out} (${(film.length / 1e6).toFixed(1)} MB)`)
    })
}

function requestOf(
  options: ClipOptions,
  format: FilmFormat,
  isPicture: boolean,
): FilmOptions['request'] {
  const { from, to, speed, camera } = options
  const { seconds, height } = { ...DEFAULTS[format], ...options }
  const isPart = from !== undefined || to !== undefined || speed !== undefined
  const partSeconds =
    from !== undefined && to !== undefined ? (to - from) / TICKS_PER_SECOND / (speed ?? 1) : seconds
  if (isPart && partSeconds <= 0) throw new UsageError('--from must be before --to')
  return {
    format,
    camera: camera ?? null,
    titles: true,
    // Encoders need even numbers of pixels.
    width: Math.round((height * 8) / 9) * 2,
    height: Math.round(height / 2) * 2,
    seconds,
    from: from ?? null,
    to: to ?? null,
    speed: speed ?? null,
    bitsPerSecond: Math.min(MAX_BITS, Math.floor((MAX_BYTES * 8) / Math.max(1, partSeconds))),
    still: isPicture ? (to ?? Number.MAX_SAFE_INTEGER) : null,
  }
}

/** The defaults of an option for each format: `30 for .webm, ...`. */
function byFormat(option: 'seconds' | 'height'): string {
  return Object.entries(DEFAULTS)
    .map(([format, values]) => `${values[option]} for .${format}`)
    .join(', ')
}

function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rpicture ${done} of ${total}`)
  if (process.stderr.isTTY && done + TICKS_PER_SECOND >= total) process.stderr.write('\r\u001b[K')
}

/** A moment in a trial as a tick: `1400`, or `1:10` in game time. */
function moment(text: string): number {
  const [, minutes, seconds] = /^(\d{1,5}):(\d{2})$/.exec(text) ?? []
  if (minutes === undefined) return wholeNumber(text)
  return (Number(minutes) * 60 + Number(seconds)) * TICKS_PER_SECOND
}

function length(text: string): number {
  const value = wholeNumber(text)
  if (value < 5 || value > 600) throw new InvalidArgumentError('It must be from 5 to 600.')
  return value
}

function factor(text: string): number {
  const value = Number(text)
  if (!(value >= 0.1 && value <= 1000))
    throw new InvalidArgumentError('It must be from 0.1 to 1000.')
  return value
}

function lines(text: string): number {
  const value = wholeNumber(text)
  if (value < 120 || value > 2160) throw new InvalidArgumentError('It must be from 120 to 2160.')
  return value
}

import { once } from 'node:events'
import { statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { reasonOf, UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import type { Assets } from '#watch/assets/page-files'
import { findBrowser } from '#watch/film/find-browser'
import { raceOf, raceQuery, type Together, togetherProblem, wallOf } from '#watch/race'
import { trialsIn, type WatchedTrial } from '#watch/server/watched-trial'
import { GROUP } from './help.ts'
import { stopSignal } from './stop-signal.ts'
import { addWebOptions, openPage, type WebOptions } from './watch-options.ts'

interface ReplayOptions extends WebOptions {
  race?: boolean
  wall?: boolean
  export?: string
  siteUrl?: string
}

/** `delver replay <folder>`: shows finished trials. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('Show the recording of a trial, or of all trials of a campaign, in the browser.')
    .argument('<folder...>', 'folders of trials or campaigns')
    .option('--race', 'show 2 to 8 trials of one seed in one view, as ghosts')
    .option('--wall', 'show 2 to 8 trials side by side, at the same tick')
    .optionsGroup(GROUP.output)
    .option(
      '--export <path>',
      'instead, write a page that needs no server: NAME.html for one trial, or a folder',
    )
    .option(
      '--site-url <url>',
      'with --export of a folder: its address, so that links to it can show a picture',
      siteUrl,
    )
  return addWebOptions(command).action(async (folders: string[], options: ReplayOptions) => {
    const found = trialsOf(folders)
    if (found.length === 0)
      throw new UsageError(
        `${folders.join(', ')} contains no trial; give the folder of a trial, or the --out of delver trials`,
      )
    if (options.race && options.wall) throw new UsageError('give --race or --wall, not both')
    const together = options.race ? 'race' : options.wall ? 'wall' : null
    const racers = together ? await racersOf(found, together) : null
    const trials = racers ?? found
    if (options.export !== undefined) {
      if (racers && together) await exportTogetherTo(options.export, racers, together)
      else await exportTo(options.export, trials, options.siteUrl ?? null)
      console.log(`written to ${options.export}`)
      return
    }
    const signal = stopSignal()
    const page = await openPage(trials, options, process.stdout, {
      path: racers && `${together}?${raceQuery(racers.map(({ id }) => id))}`,
    })
    console.log('press Ctrl-C to end')
    if (!signal.aborted) await once(signal, 'abort')
    await page.close()
  })
}

/** The trials of all folders. Trials of equal names get the name of their folder as well. */
function trialsOf(folders: readonly string[]): WatchedTrial[] {
  const all = folders.flatMap((folder) => trialsIn(folder))
  const count = (id: string) => all.filter((one) => one.id === id).length
  const named = all.map((trial) =>
    count(trial.id) > 1
      ? { ...trial, id: `${basename(dirname(trial.folder))}-${trial.id}` }
      : trial,
  )
  const [twice] = named.filter(({ id }, i) => named.findIndex((one) => one.id === id) < i)
  if (twice) throw new UsageError(`two trials are named ${twice.id}; rename one of their folders`)
  return named
}

/**
 * The trials that are shown together: for a race, those of the seed that most of the trials have.
 * @throws UsageError if there are none.
 */
async function racersOf(
  trials: readonly WatchedTrial[],
  together: Together,
): Promise<readonly WatchedTrial[]> {
  // Only a race needs the server's overview in this process.
  const { Overview } = await import('#watch/server/overview')
  const rows = await new Overview(trials).rows()
  const racing = together === 'race' ? raceOf(rows) : wallOf(rows)
  const problem = togetherProblem(racing.length > 0 ? racing : rows, together)
  if (problem !== null) throw new UsageError(problem)
  return trials.filter(({ id }) => racing.some((row) => row.id === id))
}

async function exportTogetherTo(
  path: string,
  trials: readonly WatchedTrial[],
  together: Together,
): Promise<void> {
  if (!path.endsWith('.html'))
    throw new UsageError(`--export with --${together} must be a page (NAME.html)`)
  makeFolder(dirname(path), '--export')
  const { exportTogether } = await import('#watch/export/export-trials')
  const { pageFiles } = await import('#watch/assets/page-files')
  const { versionFiles } = await import('#watch/assets/version-files')
  try {
    await exportTogether(trials, path, { pageFiles, versionFiles }, together)
  } catch (error) {
    throw new UsageError(`cannot write ${path} (${reasonOf(error)}); give another --export`)
  }
}

async function exportTo(
  path: string,
  trials: readonly WatchedTrial[],
  address: string | null,
): Promise<void> {
  const [first, ...others] = trials
  const isFile = path.endsWith('.html')
  if (isFile && others.length > 0)
    throw new UsageError(`there are ${trials.length} trials; --export needs a folder for them`)
  if (!isFile && extname(path) !== '' && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `--export writes a page (NAME.html) or a folder, not a ${extname(path)} file`,
    )
  makeFolder(isFile ? dirname(path) : path, '--export')
  // Only this option needs the bundler.
  const { exportTrial, exportTrials } = await import('#watch/export/export-trials')
  const { pageFiles } = await import('#watch/assets/page-files')
  const { versionFiles } = await import('#watch/assets/version-files')
  const assets = { pageFiles, versionFiles }
  try {
    if (isFile && first) await exportTrial(first, path, assets)
    else await exportTrials(trials, path, assets, { takePicture: pictures(assets), address })
  } catch (error) {
    throw new UsageError(`cannot write ${path} (${reasonOf(error)}); give another --export`)
  }
}

/** Size of the picture that links show (pixels), as Open Graph asks for. */
const PICTURE = { width: 1200, height: 630 }

/** Takes the picture of a trial's end with the installed browser; null without one. */
function pictures(assets: Assets): ((trial: WatchedTrial) => Promise<Buffer | null>) | null {
  const browser = findBrowser()
  if (browser === null) return null
  const end = { seconds: 1, from: null, to: null, speed: null, camera: null }
  const film = { format: 'webm', bitsPerSecond: 1 } as const
  const request = { ...PICTURE, ...end, ...film, still: Number.MAX_SAFE_INTEGER, titles: true }
  const signal = stopSignal()
  return async (trial) => {
    try {
      // Only films need a server in this process.
      const { filmTrial } = await import('#watch/film/film-trial')
      return await filmTrial({ trial, request, assets, browser, signal })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(`links to the site will show no picture (${error.message})`)
      return null
    }
  }
}

function siteUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an address such as https://example.org/runs/.')
  return text.endsWith('/') ? text : `${text}/`
}

import { once } from 'node:events'
import { Command } from 'commander'
import { UsageError } from '#trial/usage-error'
import { trialsIn, type WatchedTrial } from '#watch/server/watched-trial'
import { stopSignal } from './stop-signal.ts'
import { addWebOptions, openPage, type WebOptions } from './watch-options.ts'

interface ReplayOptions extends WebOptions {
  export?: string
}

/** `delver replay <folder>`: shows trials that are over. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('show a trial that is over, or all of a campaign, in the browser')
    .argument('<folder>', "a trial's folder, or that of delver trials")
    .option(
      '--export <path>',
      'write a page that needs no server instead: a file.html for one trial, or a folder for any',
    )
  return addWebOptions(command).action(async (folder: string, options: ReplayOptions) => {
    const trials = trialsIn(folder)
    if (trials.length === 0)
      throw new UsageError(
        `${folder} holds no trial; give the folder of a trial, or the --out of delver trials`,
      )
    if (options.export !== undefined) {
      await exportTo(options.export, trials)
      console.log(`written to ${options.export}`)
      return
    }
    const signal = stopSignal()
    const page = await openPage(trials, options, process.stdout)
    console.log('Ctrl-C ends it')
    if (!signal.aborted) await once(signal, 'abort')
    await page.close()
  })
}

async function exportTo(path: string, trials: readonly WatchedTrial[]): Promise<void> {
  const [first, ...others] = trials
  const isFile = path.endsWith('.html')
  if (isFile && others.length > 0)
    throw new UsageError(`there are ${trials.length} trials; give --export a folder, or one trial`)
  // Loaded here alone: it takes the bundler.
  const { exportTrial, exportTrials } = await import('#watch/export/export-trials')
  const { pageFiles } = await import('#watch/assets/page-files')
  const { versionFiles } = await import('#watch/assets/version-files')
  const assets = { pageFiles, versionFiles }
  if (isFile && first) await exportTrial(first, path, assets)
  else await exportTrials(trials, path, assets)
}

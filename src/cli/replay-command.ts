import { once } from 'node:events'
import { Command } from 'commander'
import { UsageError } from '../trial/usage-error.ts'
import { trialsIn } from '../watch/server/watched-trial.ts'
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
  return addWebOptions(command).action(async (folder: string, options: ReplayOptions) => {
    const trials = trialsIn(folder)
    if (trials.length === 0)
      throw new UsageError(
        `${folder} holds no trial; give the folder of a trial, or the --out of delver trials`,
      )
    const signal = stopSignal()
    const page = await openPage(trials, options, process.stdout)
    console.log('Ctrl-C ends it')
    if (!signal.aborted) await once(signal, 'abort')
    await page.close()
  })
}

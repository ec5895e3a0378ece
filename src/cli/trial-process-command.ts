import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { trialOrderSchema } from '../trial/trial-order.ts'
import { exitCodeOf } from './exit-codes.ts'
import { modelSettings } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { stopSignal } from './stop-signal.ts'

/**
 * Options of Node for such a process. It keeps about 75 MB, and makes much that is of no use a moment
 * later: by itself V8 sets 128 MB aside for that, and lets as much again grow old.
 */
export const TRIAL_NODE_OPTIONS = ['--max-semi-space-size=16']

/** Name of the command that plays the one trial that its standard input tells of. */
export const TRIAL_PROCESS = 'trial-process'

/** `delver trial-process`: what `delver trials` starts for each of its trials. */
export function trialProcessCommand(onExit: (code: number) => void): Command {
  return new Command(TRIAL_PROCESS)
    .description('play the trial that standard input tells of; for delver trials')
    .action(async () => {
      const signal = stopSignal()
      const order = trialOrderSchema.parse(JSON.parse(await text(process.stdin)))
      const { settings, folder, recording } = order
      const model = order.model && modelSettings(order.model)
      onExit(exitCodeOf(await playTrial({ settings, model, folder, signal }, recording)))
    })
}

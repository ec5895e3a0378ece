import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { trialOrderSchema } from '../trial/trial-order.ts'
import { exitCodeOf } from './exit-codes.ts'
import { modelSettings } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { stopSignal } from './stop-signal.ts'

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

import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { MachineError } from '../trial/machine-error.ts'
import { CANNOT_WRITE, trialOrderSchema } from '../trial/trial-order.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { modelSettings } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { stopSignal, whenParentIsGone } from './stop-signal.ts'

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
      // The campaign may be started again at once, and then another process plays this trial.
      whenParentIsGone(() => process.exit(EXIT.infrastructure))
      const order = trialOrderSchema.parse(JSON.parse(await text(process.stdin)))
      const { settings, folder, recording } = order
      const model = order.model && modelSettings(order.model)
      try {
        onExit(exitCodeOf(await playTrial({ settings, model, folder, signal }, recording)))
      } catch (error) {
        if (!(error instanceof MachineError)) throw error
        console.error(error.message)
        onExit(CANNOT_WRITE)
      }
    })
}

import { once } from 'node:events'
import { Command } from 'commander'
import type { TrialEnd } from '#events/events'
import type { TrialResult } from '#trial/result'
import { SystemError } from '#trial/system-error'
import { CANNOT_WRITE, type TrialOrder, trialOrderSchema } from '#trial/trial-order'
import { READY } from '#trial/trial-processes'
import { UsageError } from '#trial/usage-error'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { modelSettings } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { stopSignal, whenParentIsGone } from './stop-signal.ts'

/**
 * Options of Node for such a process. It keeps about 75 MB, and makes much that is of no use a moment
 * later: by itself V8 sets 128 MB aside for that, and lets as much again grow old.
 */
export const TRIAL_NODE_OPTIONS = ['--max-semi-space-size=16']

/** Name of the command that plays the trials that it is told of. */
export const TRIAL_PROCESS = 'trial-process'

/** `delver trial-process`: what `delver trials` starts to play its trials, one after another. */
export function trialProcessCommand(onExit: (code: number) => void): Command {
  return new Command(TRIAL_PROCESS)
    .description('play the trials that its parent process tells of; for delver trials')
    .action(async () => {
      const signal = stopSignal()
      // The campaign may be started again at once, and then another process plays this trial.
      whenParentIsGone(() => process.exit(EXIT.infrastructure))
      if (!process.send) throw new UsageError(`${TRIAL_PROCESS} is for delver trials to start`)
      try {
        for (;;) {
          const order = await nextOrder(signal)
          if (!order) return
          const { settings, folder, recording } = order
          const model = order.model && modelSettings(order.model)
          const result = await playTrial({ settings, model, folder, signal }, recording)
          onExit(exitCodeOf(result))
          if (signal.aborted || !leavesNothing(result)) return
          process.send(READY)
        }
      } catch (error) {
        if (!(error instanceof SystemError)) throw error
        console.error(error.message)
        onExit(CANNOT_WRITE)
      }
    })
}

/** The next trial to play; null when the process was asked to end first. @throws Error when it is not understood whole */
async function nextOrder(signal: AbortSignal): Promise<TrialOrder | null> {
  const message = once(process, 'message', { signal }).catch((error: unknown) => {
    if (signal.aborted) return null
    throw error
  })
  const arrived = await message
  return arrived && trialOrderSchema.parse(arrived[0])
}

/**
 * Whether nothing of a trial can be left that reached into the next one. Where it may have lost its connection to a server, or
 * has talked to a model, something may.
 */
function leavesNothing({ settings, end }: TrialResult): boolean {
  const cleanEnds: readonly TrialEnd[] = ['success', 'limit', 'gave-up', 'forced-choice-missing']
  return settings.world === 'practice' && settings.llm === null && cleanEnds.includes(end)
}

import { once } from 'node:events'
import { Command } from 'commander'
import type { TrialEnd } from '#events/events'
import { SystemError, UsageError } from '#trial/errors'
import type { TrialResult } from '#trial/result'
import { CANNOT_WRITE, type TrialOrder, trialOrderSchema } from '#trial/trial-order'
import { READY } from '#trial/trial-processes'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { modelSettings } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { stopSignal, whenParentIsGone } from './stop-signal.ts'

/**
 * Options of Node for a process that plays trials. Its live heap is about 75 MB, and most objects die young: V8's default
 * young generation would take 128 MB and promote as much again.
 */
export const TRIAL_NODE_OPTIONS = ['--max-semi-space-size=16']

export const TRIAL_PROCESS = 'trial-process'

/** `delver trial-process`: a child process of `delver trials` or `delver worker` that plays trials one after another. */
export function trialProcessCommand(onExit: (code: number) => void): Command {
  return new Command(TRIAL_PROCESS)
    .description('Play the trials that the parent process sends (internal).')
    .action(async () => {
      const signal = stopSignal()
      // A campaign that starts again at once plays this trial in another process.
      whenParentIsGone(() => process.exit(EXIT.infrastructure))
      if (!process.send) throw new UsageError(`only delver trials can start ${TRIAL_PROCESS}`)
      try {
        for (;;) {
          const order = await nextOrder(signal)
          if (!order) return
          const { settings, folder, recording } = order
          const model = order.model && modelSettings(order.model)
          const result = await playTrial({ settings, model, folder, signal }, recording)
          onExit(exitCodeOf(result))
          if (signal.aborted || !isReusableAfter(result)) return
          process.send(READY)
        }
      } catch (error) {
        if (!(error instanceof SystemError)) throw error
        console.error(error.message)
        onExit(CANNOT_WRITE)
      }
    })
}

/** The next trial to play; null when the process is asked to stop first. @throws ZodError for an invalid order */
async function nextOrder(signal: AbortSignal): Promise<TrialOrder | null> {
  const message = once(process, 'message', { signal }).catch((error: unknown) => {
    if (signal.aborted) return null
    throw error
  })
  const arrived = await message
  return arrived && trialOrderSchema.parse(arrived[0])
}

/**
 * Whether the process can play another trial. A lost connection or calls of a language model may leave state that affects
 * the next trial.
 */
export function isReusableAfter({ settings, end }: TrialResult): boolean {
  const cleanEnds: readonly TrialEnd[] = ['success', 'limit', 'gave-up', 'forced-choice-missing']
  return settings.world === 'practice' && settings.llm === null && cleanEnds.includes(end)
}

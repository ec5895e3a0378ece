import { once } from 'node:events'
import { Command } from 'commander'
import { Episode } from '#env/episode'
import { type EpisodeMessage, episodeOrderSchema } from '#env/episode-messages'
import { requestSchema, type StepRequest } from '#env/requests'
import { hasBody } from '#events/worlds'
import { UsageError } from '#trial/errors'
import { EXIT } from './exit-codes.ts'
import { stopSignal, whenParentIsGone } from './stop-signal.ts'
import { isReusableAfter } from './trial-process-command.ts'

export const ENV_PROCESS = 'env-process'

/** `delver env-process`: a child process of `delver env` that plays episodes one after another. */
export function envProcessCommand(): Command {
  return new Command(ENV_PROCESS)
    .description('Play the episodes that the parent process sends (internal).')
    .action(async () => {
      const signal = stopSignal()
      whenParentIsGone(() => process.exit(EXIT.infrastructure))
      if (!process.send) throw new UsageError(`only delver env can start ${ENV_PROCESS}`)
      for (;;) {
        const message = await nextMessage(signal)
        if (message === null || !(await playEpisode(message, signal))) break
      }
      process.disconnect()
    })
}

/** Plays an episode. @returns whether the process can play another. */
async function playEpisode(message: unknown, signal: AbortSignal): Promise<boolean> {
  const { settings, folder, isKept } = episodeOrderSchema.parse(message)
  const episode = new Episode(settings, folder)
  const stop = () => void episode.close()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const isReusable = async () => {
    const result = await episode.ended.catch(() => null)
    return result !== null && (!hasBody(settings.world) || isReusableAfter(result))
  }
  const send = async (reply: EpisodeMessage['reply']) => {
    const reusable = episode.isOver ? await isReusable() : null
    process.send?.({ reply, isReusable: reusable } satisfies EpisodeMessage)
    return reusable
  }
  let over = await send(await episode.reset(settings, isKept ? folder : null))
  while (over === null) {
    const next = await nextMessage(signal)
    if (next === null) break
    over = await send(await episode.answer(stepOf(next)))
  }
  signal.removeEventListener('abort', stop)
  await episode.ended.catch(() => {})
  return over === true && !signal.aborted
}

/** @throws ZodError for a message that is no step. */
function stepOf(message: unknown): StepRequest {
  const request = requestSchema.parse(message)
  if (request.type === 'reset') throw new RangeError('an episode has no reset')
  return request
}

/** The next message of the parent; null when the process is asked to stop first. */
async function nextMessage(signal: AbortSignal): Promise<unknown> {
  try {
    const [message] = await once(process, 'message', { signal })
    return message
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

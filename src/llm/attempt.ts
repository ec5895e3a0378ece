import { Answer, type Reported } from './answer.ts'
import type { Api } from './api.ts'
import { type Failed, failed, failureOf } from './failure-of.ts'
import type { TransportAnswer, TransportRequest } from './transport.ts'
import { type AttemptLimits, Watch } from './watch.ts'
import type { WordStream } from './word-stream.ts'

export type Attempt = (({ readonly ok: true } & TransportAnswer) | Failed) & {
  readonly reported: Reported
}

/** Sends one request to the server. Never rejects. */
export async function attempt(
  api: Api,
  request: TransportRequest,
  limits: AttemptLimits,
  signal: AbortSignal,
  words: WordStream,
): Promise<Attempt> {
  const { streams } = api.takes
  const answer = new Answer(limits.maxAnswerChars, streams, request)
  const watch = new Watch(limits, streams, signal)
  let thrown: unknown
  let hasThrown = false
  try {
    for await (const part of api.send(request, watch.signal, () => watch.touch())) {
      answer.add(part)
      if (answer.hasBegun) watch.begin()
      words.add(answer.words)
      if (answer.tooLong || answer.repeats) break
    }
  } catch (error) {
    hasThrown = true
    thrown = error
  } finally {
    watch.end()
    words.end()
  }
  const outcome = answer.outcome()
  const { reported } = answer
  // An abort appears as an error or as a stream that just ends, so the watch decides.
  if (watch.ended) return { ...failed(watch.ended, watch.detail), reported }
  if (hasThrown) return { ...failureOf(thrown, api.errorOf(thrown)), reported }
  return { ...outcome, reported }
}

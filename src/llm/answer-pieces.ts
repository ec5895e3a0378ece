import { WebPage } from './api.ts'

/** A whole answer, or an event of a streamed one. */
export interface AnswerPiece {
  readonly isWhole: boolean
  readonly content: unknown
}

/**
 * The pieces of an answer in the form in which it came, whatever was requested: some servers ignore `stream`, or name the
 * wrong content type.
 * @param sent what the server's client has made of the response; a stream has not been read yet.
 * @param eventsIn reads a response as a stream of events.
 * @throws WebPage when a response that calls itself HTML has no events.
 */
export async function* answerPieces(
  sent: { readonly data: unknown; readonly response: Response },
  eventsIn: (response: Response) => AsyncIterable<unknown>,
): AsyncGenerator<AnswerPiece> {
  const { data, response } = sent
  const type = response.headers.get('content-type') ?? ''
  let events: AsyncIterable<unknown>
  if (isStream(data) && !/\bjson\b/i.test(type)) events = data
  else {
    const text = isStream(data) ? await response.text() : data
    if (typeof text !== 'string') return yield { isWhole: true, content: text }
    if (/^\s*[{[]/.test(text)) return yield { isWhole: true, content: JSON.parse(text) }
    events = eventsIn(new Response(text))
  }
  let isEmpty = true
  for await (const content of events) {
    isEmpty = false
    yield { isWhole: false, content }
  }
  if (isEmpty && /\bhtml\b/i.test(type)) throw new WebPage()
}

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data
}

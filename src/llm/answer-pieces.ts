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
 */
export async function* answerPieces(
  sent: { readonly data: unknown; readonly response: Response },
  eventsIn: (response: Response) => AsyncIterable<unknown>,
): AsyncGenerator<AnswerPiece> {
  const { data, response } = sent
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
  if (isStream(data) && !isJson) {
    for await (const content of data) yield { isWhole: false, content }
    return
  }
  const text = isStream(data) ? await response.text() : data
  if (typeof text !== 'string') yield { isWhole: true, content: text }
  else if (/^\s*[{[]/.test(text)) yield { isWhole: true, content: JSON.parse(text) }
  else for await (const content of eventsIn(new Response(text))) yield { isWhole: false, content }
}

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data
}

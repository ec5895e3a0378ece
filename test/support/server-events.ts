/** A server-sent event. */
export interface ServerEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: unknown
}

/** A stream of server-sent events, which ends when the server closes it. */
export class ServerEvents {
  readonly response: Response
  readonly #abort: AbortController
  readonly #events: AsyncGenerator<ServerEvent>

  private constructor(response: Response, abort: AbortController) {
    this.response = response
    this.#abort = abort
    this.#events = parse(response)
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<ServerEvents> {
    const abort = new AbortController()
    return new ServerEvents(await fetch(url, { headers, signal: abort.signal }), abort)
  }

  /** The events up to and including the first for which `isLast` is true; by default all events. */
  async until(isLast: (event: ServerEvent) => boolean = () => false): Promise<ServerEvent[]> {
    const events: ServerEvent[] = []
    for (;;) {
      const { value, done } = await this.#events.next()
      if (done) return events
      events.push(value)
      if (isLast(value)) return events
    }
  }

  close(): void {
    this.#abort.abort()
  }
}

async function* parse({ body }: Response): AsyncGenerator<ServerEvent> {
  let rest = ''
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => {
          const colon = line.indexOf(': ')
          return [line.slice(0, colon), line.slice(colon + 2)]
        }),
      )
      yield {
        event: fields.get('event') ?? 'message',
        id: fields.get('id'),
        data: JSON.parse(fields.get('data') ?? 'null'),
      }
    }
  }
}

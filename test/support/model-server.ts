import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request for a chat completion, as far as tests look at it. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  response_format?: { type: string; json_schema: { name: string; schema: unknown } }
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
}

/** An answer of another status than 200. */
export interface Refusal {
  kind: 'status'
  status: number
  message?: string
  headers?: Record<string, string>
  code?: string
  parameter?: string
}

/** What goes wrong instead of an answer. */
export type Fault =
  | Refusal
  /** The connection is cut after a few pieces of the answer. */
  | { kind: 'cut' }
  /** The answer ends properly, but in the middle. */
  | { kind: 'unfinished' }
  /** An answer without text. */
  | { kind: 'empty' }
  /** Nothing, ever. */
  | { kind: 'silence' }
  /** A piece of an answer now and then, forever. */
  | { kind: 'drip' }
  /** Nothing more after the first piece of the answer. */
  | { kind: 'silence-midway' }
  | { kind: 'huge'; bytes: number }
  /** Something else than JSON. */
  | { kind: 'malformed' }
  /** JSON, but no chat completion. */
  | { kind: 'no-completion' }

/** Parts of the API that a server may lack; it answers 400 to a request that uses one of them. */
export type Lack = 'response_format' | 'stream_options' | 'stream' | 'max_tokens' | 'temperature'

export interface ModelServerOptions {
  /** The model: what it says to a request, from the request alone. */
  answer: (request: ChatRequest) => string | { text: string; finishReason: string }
  lacks?: readonly Lack[]
  /** Whether the tokens of a call are reported; a token is a word here. */
  usage?: boolean
  /** Wall-clock time that an answer takes (ms). */
  delayMs?: (request: ChatRequest) => number
}

/** A request as it came in. */
export interface Received {
  readonly body: ChatRequest
  readonly authorization: string
}

// Taken before a simulation can replace it.
const {
  setTimeout: realSetTimeout,
  setInterval: realSetInterval,
  clearInterval: realClearInterval,
} = globalThis

/**
 * A server with the chat completions API on the loopback interface. Its answers are those of a
 * function; faults that were ordered come first, one a request.
 */
export class ModelServer {
  readonly #server: Server
  readonly #options: ModelServerOptions
  readonly #faults: Fault[] = []
  readonly received: Received[] = []
  /** What a client takes for its base URL; it stays when the server is closed. */
  baseUrl = ''

  private constructor(options: ModelServerOptions) {
    this.#options = options
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const { authorization = '' } = request.headers
      if (request.url !== '/v1/chat/completions') response.writeHead(404).end()
      else this.#receive(authorization, Buffer.concat(pieces).toString(), response)
    })
  }

  static async start(options: ModelServerOptions): Promise<ModelServer> {
    const server = new ModelServer(options)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    server.baseUrl = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/v1`
    return server
  }

  /** Orders faults for the next requests. */
  fail(...faults: Fault[]): void {
    this.#faults.push(...faults)
  }

  /** From now on connections are refused. */
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(authorization: string, text: string, response: ServerResponse): void {
    const body = JSON.parse(text) as ChatRequest
    this.received.push({ body, authorization })
    const reply = new ChatReply(body, response)
    const lack = this.#options.lacks?.find((name) => body[name] ?? false)
    const fault = this.#faults.shift() ?? (lack && refusalOf(lack))
    if (fault) {
      commit(fault, reply)
      return
    }
    const send = () => this.#answer(body, reply)
    const delay = this.#options.delayMs?.(body)
    if (delay === undefined) send()
    else realSetTimeout(send, delay)
  }

  #answer(body: ChatRequest, reply: ChatReply): void {
    const said = this.#options.answer(body)
    const { text, finishReason } =
      typeof said === 'string' ? { text: said, finishReason: 'stop' } : said
    const prompt = body.messages.map(({ content }) => content).join(' ')
    const usage = { prompt_tokens: words(prompt), completion_tokens: words(text) }
    const pieces = text.match(/\S+\s*|\s+/g) ?? []
    reply.answer(pieces, finishReason, this.#options.usage === false ? null : usage)
  }
}

/** Tokens of a text as this server counts them: its words. */
export function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

function refusalOf(parameter: Lack): Fault {
  const message = `Unsupported parameter: '${parameter}' is not supported with this model.`
  return { kind: 'status', status: 400, message, parameter }
}

function commit(fault: Fault, reply: ChatReply): void {
  if (fault.kind === 'status') reply.refuse(fault)
  else if (fault.kind === 'malformed') reply.raw('{"choices": [')
  else if (fault.kind === 'no-completion') reply.raw('{"choices": "none"}')
  else if (fault.kind === 'empty') reply.answer([])
  else if (fault.kind === 'huge')
    reply.answer(Array(Math.ceil(fault.bytes / 1000)).fill('x'.repeat(1000)))
  else if (fault.kind === 'unfinished') reply.begin('craft({').end()
  else if (fault.kind === 'silence-midway') reply.begin('craft({')
  else if (fault.kind === 'drip') reply.begin().drip()
  else if (fault.kind === 'cut') reply.begin('craft({').cut()
}

/** The answer to one request, in pieces or whole as the request has it. */
class ChatReply {
  readonly #body: ChatRequest
  readonly #response: ServerResponse

  constructor(body: ChatRequest, response: ServerResponse) {
    this.#body = body
    this.#response = response
  }

  answer(
    pieces: readonly string[],
    finish_reason = 'stop',
    usage: { prompt_tokens: number; completion_tokens: number } | null = null,
  ): void {
    const { stream, stream_options } = this.#body
    if (!stream) {
      const message = { role: 'assistant', content: pieces.join('') }
      const choices = [{ index: 0, message, finish_reason }]
      this.raw(JSON.stringify({ ...this.#head('chat.completion'), choices, usage }))
      return
    }
    this.begin(...pieces)
    this.#chunk({ choices: [{ index: 0, delta: {}, finish_reason }] })
    if (usage && stream_options?.include_usage) this.#chunk({ choices: [], usage })
    this.end()
  }

  /** The first pieces of an answer and, where it does not come in pieces, a part of the whole. */
  begin(...pieces: string[]): this {
    if (!this.#body.stream) {
      this.#response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      this.#response.write('{"choices": [')
      return this
    }
    this.#response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of pieces)
      this.#chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    return this
  }

  end(): void {
    this.#response.end('data: [DONE]\n\n')
  }

  drip(): void {
    const drop = () => this.#chunk({ choices: [{ index: 0, delta: { content: 'x' } }] })
    const dripping = realSetInterval(drop, 5)
    this.#response.on('close', () => realClearInterval(dripping))
  }

  /** Cuts the connection once what was written is on its way. */
  cut(): void {
    this.#response.write('\n', () => this.#response.socket?.destroy())
  }

  /** A body of one's own: the only event of a stream, or the whole answer. */
  raw(text: string): void {
    const type = this.#body.stream ? 'text/event-stream' : 'application/json'
    this.#response.writeHead(200, { 'content-type': type })
    this.#response.end(this.#body.stream ? `data: ${text}\n\n` : text)
  }

  refuse({ status, message = 'no', headers, code, parameter }: Refusal): void {
    const error = { message, type: 'error', code: code ?? null, param: parameter ?? null }
    this.#response.writeHead(status, { 'content-type': 'application/json', ...headers })
    this.#response.end(JSON.stringify({ error }))
  }

  #chunk(rest: object): void {
    const chunk = { ...this.#head('chat.completion.chunk'), ...rest }
    this.#response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }

  #head(object: string) {
    return { id: 'chatcmpl-1', created: 0, model: `${this.#body.model}-served`, object }
  }
}

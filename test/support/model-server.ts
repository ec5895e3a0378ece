import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cutAt } from './scripted-model.ts'

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
  reasoning_effort?: string
  stop?: string[]
}

/** What a model says to a request. */
export interface Said {
  text: string
  finishReason?: string
  /** Thoughts that the server gives apart from the text, and the field that it gives them in. */
  reasoning?: string
  reasoningField?: 'reasoning' | 'reasoning_content'
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
  /** Signs of life that are no pieces of an answer, for so long (ms); then the answer. */
  | { kind: 'alive'; ms: number }
  /** Nothing more after the first piece of the answer. */
  | { kind: 'silence-midway' }
  | { kind: 'huge'; bytes: number }
  /** Something else than JSON. */
  | { kind: 'malformed' }
  /** JSON, but no chat completion. */
  | { kind: 'no-completion' }

/** Parts of the API that a server may lack; it answers 400 to a request that uses one of them. */
export type Lack =
  | 'response_format'
  | 'stream_options'
  | 'stream'
  | 'max_tokens'
  | 'max_completion_tokens'
  | 'temperature'
  | 'reasoning_effort'
  | 'stop'

export interface ModelServerOptions {
  /** The model: what it says to a request, from the request alone. */
  answer: (request: ChatRequest) => string | Said
  lacks?: readonly Lack[]
  /** Tokens of prompt and answer together that it takes, and how it puts its refusal of more; vLLM's when left out. */
  window?: number
  windowRefusal?: (window: number) => string
  /** Tokens of a text; its words when left out. */
  tokensOf?: (text: string) => number
  /** Tokens of an answer that may be asked for. */
  maxOutput?: number
  /** Whether it refuses messages of the system, and turns that do not alternate. */
  template?: 'no-system' | 'alternating'
  /** Whether it takes stop sequences and goes on all the same. */
  ignoresStop?: boolean
  /** The key that it wants, in which header, and the path of its API with the query; anything goes when left out. */
  key?: { header: 'authorization' | 'api-key'; value: string }
  path?: string
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
  readonly #faults: (Fault | null)[] = []
  readonly received: Received[] = []
  /** What a client takes for its base URL; it stays when the server is closed. */
  baseUrl = ''

  private constructor(options: ModelServerOptions) {
    this.#options = options
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const { authorization = '' } = request.headers
      const { path = '/v1/chat/completions', key } = options
      const given = request.headers[key?.header ?? 'authorization'] ?? ''
      const other = request.headers[key?.header === 'api-key' ? 'authorization' : 'api-key']
      if (request.url !== path) response.writeHead(404).end()
      else if (key && (given !== key.value || other !== undefined)) response.writeHead(401).end()
      else this.#receive(authorization, Buffer.concat(pieces).toString(), response)
    })
  }

  static async start(options: ModelServerOptions): Promise<ModelServer> {
    const server = new ModelServer(options)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    const { port } = server.#server.address() as AddressInfo
    server.baseUrl = `http://127.0.0.1:${port}${(options.path ?? '/v1').replace('/chat/completions', '')}`
    return server
  }

  /** Orders faults for the next requests; null for one that nothing goes wrong with. */
  fail(...faults: (Fault | null)[]): void {
    this.#faults.push(...faults)
  }

  /** Takes back all faults that have not come about. */
  mend(): void {
    this.#faults.length = 0
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
    const objection = objectionTo(body, this.#options)
    const fault =
      this.#faults.shift() ??
      (lack && refusalOf(lack)) ??
      (objection === undefined
        ? undefined
        : ({ kind: 'status', status: 400, message: objection } as const))
    if (fault?.kind === 'alive') {
      reply.begin()
      const beat = realSetInterval(() => reply.comment(), 5)
      realSetTimeout(() => {
        realClearInterval(beat)
        this.#answer(body, reply)
      }, fault.ms)
      return
    }
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
    const {
      text: whole,
      finishReason,
      ...thoughts
    } = typeof said === 'string' ? { text: said } : said
    const text = this.#options.ignoresStop ? whole : cutAt(body.stop, whole)
    const prompt = body.messages.map(({ content }) => content).join(' ')
    const usage = { prompt_tokens: words(prompt), completion_tokens: words(text) }
    const pieces = text.match(/\S+\s*|\s+/g) ?? []
    reply.answer(pieces, finishReason, this.#options.usage === false ? null : usage, thoughts)
  }
}

/** Why a strict server will not take a request; undefined when it does. */
function objectionTo(
  body: ChatRequest,
  { window, windowRefusal, maxOutput, template, tokensOf = words }: ModelServerOptions,
): string | undefined {
  const { messages, max_tokens, max_completion_tokens } = body
  const asked = max_completion_tokens ?? max_tokens ?? 0
  const prompt = messages.reduce((sum, { content }) => sum + tokensOf(content), 0)
  if (maxOutput !== undefined && asked > maxOutput)
    return `max_tokens is too large: ${asked}. This model supports at most ${maxOutput} completion tokens, whereas you provided ${asked}.`
  if (window !== undefined && prompt + asked > window)
    return (
      windowRefusal?.(window) ??
      `This model's maximum context length is ${window} tokens. However, you requested ${prompt + asked} tokens (${prompt} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`
    )
  const roles = messages.map(({ role }) => role)
  if (template === 'no-system' && roles.includes('system')) return 'System role not supported'
  const isInTurn = roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'))
  if (template === 'alternating' && !isInTurn)
    return 'Conversation roles must alternate user/assistant/user/assistant/...'
  return undefined
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
    { reasoning, reasoningField = 'reasoning_content' }: Omit<Said, 'text'> = {},
  ): void {
    const { stream, stream_options } = this.#body
    const thoughts = reasoning === undefined ? {} : { [reasoningField]: reasoning }
    if (!stream) {
      const message = { role: 'assistant', content: pieces.join('') || null, ...thoughts }
      const choices = [{ index: 0, message, finish_reason }]
      this.raw(JSON.stringify({ ...this.#head('chat.completion'), choices, usage }))
      return
    }
    this.begin()
    if (reasoning !== undefined)
      this.#chunk({ choices: [{ index: 0, delta: thoughts, finish_reason: null }] })
    this.#pieces(pieces)
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
    if (!this.#response.headersSent)
      this.#response.writeHead(200, { 'content-type': 'text/event-stream' })
    this.#pieces(pieces)
    return this
  }

  /** A line of the stream that is no piece of the answer, as OpenRouter sends while it waits. */
  comment(): void {
    this.#response.write(': PROCESSING\n\n')
  }

  #pieces(pieces: readonly string[]): void {
    for (const content of pieces)
      this.#chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
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

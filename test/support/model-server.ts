import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cutAt } from './scripted-model.ts'

/** The fields of a chat completion request that tests read. */
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

/** The model's answer to a request. */
export interface Said {
  text: string
  finishReason?: string
  /** Thoughts in a separate field, and the name of the field. */
  reasoning?: string
  reasoningField?: 'reasoning' | 'reasoning_content'
}

/** An answer with another status than 200. */
export interface Refusal {
  kind: 'status'
  status: number
  message?: string
  headers?: Record<string, string>
  code?: string
  parameter?: string
  /** Further fields of the error. */
  more?: object
}

/** A fault in place of an answer. */
export type Fault =
  | Refusal
  /** The connection closes after a few chunks of the answer. */
  | { kind: 'cut' }
  /** The stream ends properly, but within the answer. */
  | { kind: 'unfinished' }
  /** An answer without text. */
  | { kind: 'empty' }
  /** The server never answers. */
  | { kind: 'silence' }
  /** The server sends chunks of an answer forever. */
  | { kind: 'drip' }
  /** The server sends keep-alive comments for a time (ms), then the answer. */
  | { kind: 'alive'; ms: number }
  /** The server stops after the first chunk of the answer. */
  | { kind: 'silence-midway' }
  | { kind: 'huge'; bytes: number }
  /** The response is not JSON. */
  | { kind: 'malformed' }
  /** The response is JSON, but not a chat completion. */
  | { kind: 'no-completion' }

/** Parts of the API that a server may not support; it answers 400 to a request with one of them. */
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
  /** The model: a function from a request to its answer. */
  answer: (request: ChatRequest) => string | Said
  lacks?: readonly Lack[]
  /** Window (tokens of prompt and answer together), and the text of a refusal; by default, vLLM's text. */
  window?: number
  windowRefusal?: (window: number) => string
  /** Counts the tokens of a text; by default, its words. */
  tokensOf?: (text: string) => number
  /** Longest answer that a client may request (tokens). */
  maxOutput?: number
  /** Whether it refuses system messages, or turns that do not alternate. */
  template?: 'no-system' | 'alternating'
  /** Whether it accepts stop sequences and ignores them. */
  ignoresStop?: boolean
  /** The expected key, its header, and the path of the API with its query; by default, anything is accepted. */
  key?: { header: 'authorization' | 'api-key'; value: string }
  path?: string
  /** Whether the server reports the tokens of a call; a token is a word here. */
  usage?: boolean
  /** Further fields of the usage. */
  usageDetails?: object
  /** The list of models at `/models`; by default, no list. */
  models?: readonly object[]
  /** Wall-clock time of an answer (ms). */
  delayMs?: (request: ChatRequest) => number
}

/** A received request. */
export interface Received {
  readonly body: ChatRequest
  readonly authorization: string
}

// Saved before a simulation can replace it.
const {
  setTimeout: realSetTimeout,
  setInterval: realSetInterval,
  clearInterval: realClearInterval,
} = globalThis

/**
 * A server with the chat completions API on the loopback interface. A function gives its answers. Ordered
 * faults come first, one per request.
 */
export class ModelServer {
  readonly #server: Server
  readonly #options: ModelServerOptions
  readonly #faults: (Fault | null)[] = []
  readonly received: Received[] = []
  /** The base URL for clients; it stays valid as text after the server is closed. */
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
      if (options.models && request.method === 'GET' && request.url === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ object: 'list', data: options.models }))
      } else if (request.url !== path) response.writeHead(404).end()
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

  /** Orders faults for the next requests; null for a request without a fault. */
  fail(...faults: (Fault | null)[]): void {
    this.#faults.push(...faults)
  }

  /** Cancels all remaining faults. */
  clearFaults(): void {
    this.#faults.length = 0
  }

  /** Closes the server: later connections are refused. */
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
    const usage = {
      prompt_tokens: words(prompt),
      completion_tokens: words(text),
      ...this.#options.usageDetails,
    }
    const pieces = text.match(/\S+\s*|\s+/g) ?? []
    reply.answer(pieces, finishReason, this.#options.usage === false ? null : usage, thoughts)
  }
}

/** Why a strict server refuses a request; undefined when it accepts it. */
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

/** This server's token count of a text: its words. */
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
    reply.answer(Array.from({ length: Math.ceil(fault.bytes / 1000) }, numbers))
  else if (fault.kind === 'unfinished') reply.begin('craft({').end()
  else if (fault.kind === 'silence-midway') reply.begin('craft({')
  else if (fault.kind === 'drip') reply.begin().drip()
  else if (fault.kind === 'cut') reply.begin('craft({').cut()
}

/** A thousand characters that do not repeat themselves. */
function numbers(_: unknown, piece: number): string {
  return Array.from({ length: 125 }, (_item, index) => 10_000_000 + piece * 125 + index).join('')
}

/** The answer to one request, streamed or whole as requested. */
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

  /** Sends the first chunks of an answer or, without streaming, a part of the whole. */
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

  /** Sends a comment line in the stream, as OpenRouter does while it waits. */
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

  /** Closes the connection after the written data is sent. */
  cut(): void {
    this.#response.write('\n', () => this.#response.socket?.destroy())
  }

  /** Sends a custom body: the only event of a stream, or the whole answer. */
  raw(text: string): void {
    const type = this.#body.stream ? 'text/event-stream' : 'application/json'
    this.#response.writeHead(200, { 'content-type': type })
    this.#response.end(this.#body.stream ? `data: ${text}\n\n` : text)
  }

  refuse({ status, message = 'no', headers, code, parameter, more }: Refusal): void {
    const error = { message, type: 'error', code: code ?? null, param: parameter ?? null, ...more }
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

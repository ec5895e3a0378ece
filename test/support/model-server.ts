import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ChatRequest,
  MODEL_FORMS,
  type ModelForm,
  type Said,
  type SaidUsage,
} from './model-forms.ts'
import { cutAt } from './scripted-model.ts'

export type { ChatRequest, Said } from './model-forms.ts'

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
  | 'tools'
  | 'tool_choice'

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
  /** Further figures of the usage. */
  usageDetails?: Partial<SaidUsage>
  /** The list of models at `/models`; by default, no list. */
  models?: readonly object[]
  /** Awaited before each word of a streamed answer. */
  beforeWord?: (word: string) => Promise<void>
  /** Wall-clock time of an answer (ms). */
  delayMs?: (request: ChatRequest) => number
}

/** A received request. */
export interface Received {
  /** In the terms of the chat completions API. */
  readonly body: ChatRequest
  /** The body as it was sent. */
  readonly text: string
  readonly path: string
  /** What the key's header contained. */
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
      const text = Buffer.concat(pieces).toString()
      const url = request.url ?? ''
      const given = (name: string) => String(request.headers[name] ?? '')
      const authorization = given('authorization') || given('api-key')
      const { path, key } = options
      const form = Object.values(MODEL_FORMS).find(
        (one) => url.split('?')[0]?.endsWith(one.path) && url === (path ?? `/v1${one.path}`),
      )
      const others = ['authorization', 'api-key', 'x-api-key'].filter(
        (name) => name !== key?.header,
      )
      const isWrong = key && (given(key.header) !== key.value || others.some((name) => given(name)))
      if (options.models && request.method === 'GET' && url.split('?')[0] === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ object: 'list', data: options.models }))
      } else if (!form) response.writeHead(404).end()
      else if (isWrong) response.writeHead(401).end()
      else this.#receive(form, { text, path: url, authorization }, response)
    })
  }

  static async start(options: ModelServerOptions): Promise<ModelServer> {
    const server = new ModelServer(options)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    const { port } = server.#server.address() as AddressInfo
    server.baseUrl = `http://127.0.0.1:${port}${(options.path ?? '/v1').replace(/\/(?:chat\/completions|responses|messages)/, '')}`
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

  #receive(form: ModelForm, request: Omit<Received, 'body'>, response: ServerResponse): void {
    const given = JSON.parse(request.text)
    const body = form.read(given)
    this.received.push({ body, ...request })
    const reply = new Reply(form, body, response)
    const unknown = Object.keys(given).find((name) => !form.fields.includes(name))
    if (unknown !== undefined) {
      const message = `Unrecognized request argument supplied: ${unknown}`
      reply.refuse({ kind: 'status', status: 400, message })
      return
    }
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

  #answer(body: ChatRequest, reply: Reply): void {
    const said = this.#options.answer(body)
    const { text: whole, ...rest } = typeof said === 'string' ? { text: said } : said
    const text = this.#options.ignoresStop ? whole : cutAt(body.stop, whole)
    const prompt = body.messages.map(({ content }) => content).join(' ')
    const usage = {
      prompt: words(prompt),
      completion: words(text),
      ...this.#options.usageDetails,
    }
    const { usage: doesCount, beforeWord } = this.#options
    void reply.answer({ ...rest, text }, doesCount === false ? null : usage, beforeWord)
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

function commit(fault: Fault, reply: Reply): void {
  if (fault.kind === 'status') reply.refuse(fault)
  else if (fault.kind === 'malformed') reply.raw('{"output": [')
  else if (fault.kind === 'no-completion') reply.raw('{"choices": "none", "type": 7}')
  else if (fault.kind === 'empty') void reply.answer({ text: '' }, null)
  else if (fault.kind === 'huge')
    void reply.answer(
      { text: Array.from({ length: Math.ceil(fault.bytes / 1000) }, numbers).join(' ') },
      null,
    )
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
class Reply {
  readonly #form: ModelForm
  readonly #body: ChatRequest
  readonly #response: ServerResponse

  constructor(form: ModelForm, body: ChatRequest, response: ServerResponse) {
    this.#form = form
    this.#body = body
    this.#response = response
  }

  async answer(
    said: Said,
    usage: SaidUsage | null,
    beforeWord?: ModelServerOptions['beforeWord'],
  ): Promise<void> {
    const { stream, stream_options, model } = this.#body
    if (!stream) {
      this.raw(JSON.stringify(this.#form.whole(model, said, usage)))
      return
    }
    const pieces = said.text.match(/\S+\s*|\s+/g) ?? []
    if (!beforeWord) this.begin(...pieces)
    else
      for (const piece of pieces) {
        await beforeWord(piece.trim())
        this.begin(piece)
      }
    const reported = stream_options?.include_usage ? usage : null
    for (const event of this.#form.rest(model, said, reported)) this.#send(event)
    this.end()
  }

  /** Sends the first events of an answer or, without streaming, a part of the whole. */
  begin(...pieces: string[]): this {
    if (!this.#body.stream) {
      this.#response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      this.#response.write('{"choices": [')
      return this
    }
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of this.#form.begin(this.#body.model)) this.#send(event)
    }
    for (const piece of pieces) for (const event of this.#form.piece(piece)) this.#send(event)
    return this
  }

  /** Sends a comment line in the stream, as OpenRouter does while it waits. */
  comment(): void {
    this.#response.write(': PROCESSING\n\n')
  }

  end(): void {
    this.#response.end(this.#form.last)
  }

  drip(): void {
    const drop = () => {
      for (const event of this.#form.piece('x')) this.#send(event)
    }
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
    this.#response.end(this.#body.stream ? `event: message_start\ndata: ${text}\n\n` : text)
  }

  refuse({ status, message = 'no', headers, code, parameter, more }: Refusal): void {
    const error = this.#form.error({ status, message, code, parameter, more })
    this.#response.writeHead(status, { 'content-type': 'application/json', ...headers })
    this.#response.end(JSON.stringify(error))
  }

  #send(event: object): void {
    this.#response.write(this.#form.encode(event, this.#body.model))
  }
}

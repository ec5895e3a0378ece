import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { z } from 'zod'
import { answerPieces } from './answer-pieces.ts'
import {
  type AnswerPart,
  type Api,
  BadAnswer,
  type CallPart,
  type Capabilities,
  type Refusal,
  type ServerError,
} from './api.ts'
import type { ChatMessage, SignedThought } from './model.ts'
import { eventsOf, OpenAIClient, openAIError } from './openai-client.ts'
import { cacheKeyOf } from './prompt-cache.ts'
import type { ServerSettings } from './server-settings.ts'
import type { TransportRequest } from './transport.ts'
import { turnsOf } from './turns.ts'
import { type OptionalPart, Unsupported } from './unsupported.ts'

const text = z.string().nullish()
const count = z.int().nonnegative().nullish().catch(null)

const itemSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    content: z.array(z.object({ type: z.string(), text, refusal: text })),
  }),
  z.looseObject({
    type: z.literal('reasoning'),
    summary: z.array(z.object({ text })).nullish(),
    content: z.array(z.object({ text })).nullish(),
    encrypted_content: text,
  }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
])
type Item = z.infer<typeof itemSchema>

const responseSchema = z.object({
  model: text,
  status: text,
  incomplete_details: z.object({ reason: text }).nullish(),
  error: z.object({ code: text, message: text }).nullish(),
  /** Items of other kinds are not for us. */
  output: z.array(z.unknown()),
  usage: z
    .object({
      input_tokens: z.int().nonnegative(),
      output_tokens: z.int().nonnegative(),
      input_tokens_details: z
        .object({ cached_tokens: count, cache_write_tokens: count })
        .nullish()
        .catch(null),
      output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type Response = z.infer<typeof responseSchema>

/** The events of a stream that we read; the others repeat what these contain. */
const eventSchema = z.object({
  type: z.string(),
  delta: z.unknown().optional(),
  code: text,
  message: text,
  response: z.unknown().optional(),
})

/** The parts that servers refuse, in the order in which a refusal is compared with them. */
const PARTS = {
  cacheKey: { pattern: /prompt_cache_key/, isIn: (_, { cacheKey }) => cacheKey },
  summary: { pattern: /reasoning\.summary|summar/, isIn: (_, settings) => reasons(settings) },
  encrypted: {
    pattern: /^include|encrypted/i,
    isIn: (_, settings) => reasons(settings),
  },
  effort: {
    pattern: /reasoning/,
    isIn: (_, { reasoningEffort }) => reasoningEffort !== null,
  },
  temperature: { pattern: /temperature/, isIn: ({ temperature }) => temperature !== null },
  stream: { pattern: /^stream$|streaming|to stream/, isIn: (_, { stream }) => stream },
  store: { pattern: /^store$|'store'/, isIn: () => true },
  mustCall: { pattern: /tool/i, isIn: ({ mustCall }) => mustCall },
  tools: { pattern: /tool|function|jinja/i, isIn: ({ tools }) => tools.length > 0 },
  // Servers without schemas rarely say so clearly.
  schema: { pattern: /^/, isIn: ({ schema }) => schema !== null },
} satisfies Record<string, OptionalPart>

function reasons({ reasoningEffort }: ServerSettings): boolean {
  return reasoningEffort !== null && reasoningEffort !== 'none'
}

/**
 * OpenAI's Responses API. Nothing is stored at the server: each request has the whole dialogue, with the encrypted thoughts
 * before calls of tools. It has no stop sequences; the client applies them.
 */
export class ResponsesApi implements Api {
  readonly #settings: ServerSettings
  readonly #client: OpenAIClient
  readonly #unsupported = new Unsupported(PARTS)

  constructor(settings: ServerSettings, key: string) {
    this.#settings = settings
    this.#client = new OpenAIClient(settings, key)
  }

  get takes(): Capabilities {
    return this.#unsupported.capabilities(this.#settings.stream)
  }

  async *send(
    request: TransportRequest,
    signal: AbortSignal,
    onLife: () => void,
  ): AsyncGenerator<AnswerPart> {
    const client = this.#client.connect(onLife)
    const body = { ...this.#body(request), stream: this.takes.streams }
    const { stream } = body
    // The client's own method throws where a server streams an answer that was requested whole.
    const sent = await client.post('/responses', { body, signal, stream }).withResponse()
    for await (const { isWhole, content } of answerPieces(sent, eventsOf(client)))
      yield isWhole ? wholePart(content) : partOf(content)
  }

  errorOf(thrown: unknown): ServerError | undefined {
    return thrown instanceof ReportedError ? thrown.error : openAIError(thrown)
  }

  learn(refusal: Refusal, request: TransportRequest): boolean {
    return this.#unsupported.learn(refusal, request, this.#settings)
  }

  /** The body of a request, without `stream`. */
  #body(request: TransportRequest): Omit<ResponseCreateParamsNonStreaming, 'stream'> {
    const { messages, schema, tools, mustCall, maxOutputTokens, temperature, purpose } = request
    const { model, reasoningEffort, cacheKey } = this.#settings
    const takes = (part: keyof typeof PARTS) => !this.#unsupported.has(part)
    const lacks = { system: false, tools: !takes('tools') }
    const doesReason = reasons(this.#settings)
    const body: Omit<ResponseCreateParamsNonStreaming, 'stream'> = {
      model,
      input: turnsOf(messages, lacks).flatMap(itemsOf),
      max_output_tokens: maxOutputTokens,
    }
    if (takes('store')) body.store = false
    if (temperature !== null && takes('temperature')) body.temperature = temperature
    if (reasoningEffort !== null && takes('effort'))
      body.reasoning = {
        effort: reasoningEffort,
        ...(doesReason && takes('summary') && { summary: 'auto' }),
      }
    if (doesReason && takes('encrypted')) body.include = ['reasoning.encrypted_content']
    if (cacheKey && takes('cacheKey')) body.prompt_cache_key = cacheKeyOf(request)
    if (schema && takes('schema')) {
      const name = purpose.replace(/\W/g, '_').slice(0, 64)
      body.text = { format: { type: 'json_schema', name, strict: true, schema } }
    }
    if (tools.length > 0 && takes('tools')) {
      body.tools = tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
        strict: true,
      }))
      if (mustCall && takes('mustCall')) body.tool_choice = 'required'
    }
    return body
  }
}

type InputItem = Exclude<ResponseCreateParamsNonStreaming['input'], string | undefined>[number]

function itemsOf({ role, content, calls = [], callId = '', signedThoughts = [] }: ChatMessage) {
  if (role === 'tool') {
    const output: InputItem = { type: 'function_call_output', call_id: callId, output: content }
    return [output]
  }
  const items: InputItem[] = calls.map((call) => ({
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: call.arguments,
  }))
  const said: InputItem[] = content === '' ? [] : [{ role, content }]
  return [...(signedThoughts as readonly unknown[] as InputItem[]), ...said, ...items]
}

/** Thrown for a failure that the server reports within an answer. */
class ReportedError extends Error {
  readonly error: ServerError

  constructor(message: string, code: string | null) {
    super(message)
    this.name = 'ReportedError'
    this.error = {
      status: undefined,
      message,
      code,
      parameter: null,
      headers: undefined,
      body: undefined,
      cause: undefined,
      isTimeout: false,
    }
  }
}

const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete', 'response.failed'])

function partOf(given: unknown): AnswerPart {
  const parsed = eventSchema.safeParse(given)
  if (!parsed.success)
    throw new BadAnswer(`not an event of a response: ${z.prettifyError(parsed.error)}`)
  const { type, delta, response, code, message } = parsed.data
  const more = typeof delta === 'string' ? delta : ''
  if (type === 'error') throw new ReportedError(message ?? 'the server failed', code ?? null)
  if (type === 'response.output_text.delta') return { text: more }
  if (type === 'response.refusal.delta') return { refusal: more }
  if (type === 'response.reasoning_summary_text.delta' || type === 'response.reasoning_text.delta')
    return { thoughts: more }
  if (!FINAL_EVENTS.has(type)) return {}
  // Its texts have arrived in deltas.
  const { text: _, refusal: __, thoughts: ___, ...rest } = wholePart(response)
  return rest
}

function wholePart(given: unknown): AnswerPart {
  const parsed = responseSchema.safeParse(given)
  if (!parsed.success) throw new BadAnswer(`not a response: ${z.prettifyError(parsed.error)}`)
  const response = parsed.data
  const { model, status, error, usage } = response
  if (status === 'failed' || error)
    throw new ReportedError(error?.message ?? 'the server failed', error?.code ?? null)
  const items = response.output.flatMap((item) => itemSchema.safeParse(item).data ?? [])
  const calls = items.flatMap((item, index) => callOf(item, index))
  const content = items.flatMap((item) => (item.type === 'message' ? item.content : []))
  return {
    model,
    text: content.map((part) => part.text ?? '').join(''),
    refusal: content.map((part) => part.refusal ?? '').join(''),
    thoughts: items.flatMap(thoughtsOf).join('\n\n'),
    calls,
    signedThoughts: items.flatMap(signedOf),
    finishReason: finishOf(response, calls),
    usage: usage && {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      cachedTokens: usage.input_tokens_details?.cached_tokens ?? undefined,
      cacheWriteTokens: usage.input_tokens_details?.cache_write_tokens ?? undefined,
      reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? undefined,
    },
  }
}

function finishOf({ status, incomplete_details }: Response, calls: readonly CallPart[]): string {
  if (status === 'incomplete') {
    const reason = incomplete_details?.reason ?? 'incomplete'
    return reason === 'max_output_tokens' ? 'length' : reason
  }
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

function callOf(item: Item, index: number): CallPart[] {
  if (item.type !== 'function_call') return []
  return [{ index, id: item.call_id, name: item.name, arguments: item.arguments }]
}

function thoughtsOf(item: Item): string[] {
  if (item.type !== 'reasoning') return []
  return [...(item.content ?? []), ...(item.summary ?? [])].map((part) => part.text ?? '')
}

/** A thought as the next request returns it, which is possible only where it is encrypted. */
function signedOf(item: Item): SignedThought[] {
  if (item.type !== 'reasoning' || !item.encrypted_content) return []
  const { type, summary, encrypted_content } = item
  return [{ type, summary: summary ?? [], encrypted_content }]
}

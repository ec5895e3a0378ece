import Anthropic, { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
  ThinkingConfigParam,
} from '@anthropic-ai/sdk/resources/messages'
import { Stream } from '@anthropic-ai/sdk/streaming'
import { z } from 'zod'
import { addressOf } from './address.ts'
import { answerPieces } from './answer-pieces.ts'
import { StreamedMessage, wholePart } from './anthropic-answer.ts'
import type { AnswerPart, Api, Capabilities, ReasoningEffort, Refusal, ServerError } from './api.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { ChatMessage } from './model.ts'
import type { ServerSettings } from './server-settings.ts'
import type { TransportRequest } from './transport.ts'
import { turnsOf } from './turns.ts'
import { type OptionalPart, Unsupported } from './unsupported.ts'
import { MAX_TIMER_MS } from './watch.ts'

/** A request; the client's types leave out the temperature, which newer models refuse. */
type Body = Omit<MessageCreateParamsNonStreaming, 'stream'> & { temperature?: number }

/** The parts that servers refuse, in the order in which a refusal is compared with them. */
const PARTS = {
  /** Thoughts of an earlier answer, which a changed dialogue or another model makes invalid. */
  signed: {
    pattern: /signature|thinking.{0,20}block/i,
    isMessage: true,
    isIn: ({ messages }) => messages.some(({ signedThoughts = [] }) => signedThoughts.length > 0),
  },
  /** Thinking without a limit of its own, which older models lack. */
  adaptive: {
    pattern: /adaptive|effort|output_config\.effort/i,
    isMessage: true,
    isIn: (_, { reasoningEffort }) => reasoningEffort !== null,
  },
  thinking: {
    pattern: /thinking|budget_tokens/i,
    isMessage: true,
    isIn: (_, { reasoningEffort }) => reasoningEffort !== null,
  },
  temperature: {
    pattern: /temperature/,
    isMessage: true,
    isIn: ({ temperature }) => temperature !== null,
  },
  stop: {
    pattern: /stop_sequences/,
    isMessage: true,
    isIn: ({ stop }) => stop.length > 0,
  },
  stream: {
    pattern: /streaming|to stream|\bstream\b/,
    isMessage: true,
    isIn: (_, { stream }) => stream,
  },
  cache: { pattern: /cache_control/, isMessage: true, isIn: () => true },
  /** Models that always think cannot be made to call a tool. */
  mustCall: { pattern: /tool/i, isMessage: true, isIn: ({ mustCall }) => mustCall },
  tools: {
    pattern: /tool|function|jinja/i,
    isMessage: true,
    isIn: ({ tools }) => tools.length > 0,
  },
  // Servers without schemas rarely say so clearly.
  schema: { pattern: /^/, isMessage: true, isIn: ({ schema }) => schema !== null },
} satisfies Record<string, OptionalPart>

/** Thoughts of models without adaptive thinking (tokens), at most a share of the limit; the API demands at least 1,024. */
const THINKING_TOKENS: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 4096,
  high: 8192,
  xhigh: 16_384,
  max: 32_768,
}
const MIN_THINKING = 1024
const MAX_THINKING_SHARE = 3 / 4

const CACHED = { type: 'ephemeral' } as const

/**
 * Anthropic's Messages API. The rules and the end of the dialogue are marked for the server's cache, so that the next call
 * reads both; signed thoughts go back with the calls of tools that they led to.
 */
export class AnthropicApi implements Api {
  readonly #settings: ServerSettings
  readonly #client: Anthropic
  readonly #unsupported = new Unsupported(PARTS)

  constructor(settings: ServerSettings, key: string) {
    this.#settings = settings
    const { baseURL, defaultQuery } = addressOf(settings.baseUrl)
    this.#client = new Anthropic({
      apiKey: key,
      baseURL: baseURL.replace(/\/v1$/, ''),
      defaultQuery,
      // We handle retries and time limits: the client's do not cover a stream that has begun.
      maxRetries: 0,
      timeout: MAX_TIMER_MS,
      logLevel: 'off',
      openTelemetry: false,
    })
  }

  get takes(): Capabilities {
    return this.#unsupported.capabilities(this.#settings.stream)
  }

  async *send(
    request: TransportRequest,
    signal: AbortSignal,
    onLife: () => void,
  ): AsyncGenerator<AnswerPart> {
    const client = this.#client.withOptions({
      fetch: (input, init) => limitedFetch(input, init, onLife),
    })
    const body = { ...this.#body(request), stream: this.takes.streams }
    const sent = await client.messages.create(body, { signal }).withResponse()
    const stream = new StreamedMessage()
    const eventsIn = (response: Response) =>
      Stream.fromSSEResponse(response, new AbortController(), client)
    for await (const { isWhole, content } of answerPieces(sent, eventsIn))
      yield isWhole ? wholePart(content) : stream.partOf(content)
  }

  errorOf(thrown: unknown): ServerError | undefined {
    if (!(thrown instanceof APIError)) return undefined
    const said = thrown.apiMessage
    return {
      status: thrown.status,
      message: said ? [thrown.status, said].filter(Boolean).join(' ') : thrown.message,
      code: thrown.type,
      parameter: null,
      headers: thrown.headers,
      body: thrown.error,
      cause: thrown.cause instanceof Error ? thrown : undefined,
      isTimeout: thrown instanceof APIConnectionTimeoutError,
    }
  }

  learn(refusal: Refusal, request: TransportRequest): boolean {
    return this.#unsupported.learn(refusal, request, this.#settings)
  }

  /** The body of a request, without `stream`. */
  #body(request: TransportRequest): Body {
    const { schema, tools, mustCall, maxOutputTokens, temperature, stop } = request
    const takes = (part: keyof typeof PARTS) => !this.#unsupported.has(part)
    const turns = turnsOf(request.messages, { system: false, tools: !takes('tools') }).map(
      (turn) => (takes('signed') ? turn : { ...turn, signedThoughts: [] }),
    )
    const rules = turns.filter(({ role }) => role === 'system').map(({ content }) => content)
    const cache = takes('cache') ? { cache_control: CACHED } : {}
    const body: Body = {
      model: this.#settings.model,
      max_tokens: maxOutputTokens,
      messages: withCachedEnd(messagesOf(turns), cache),
    }
    if (rules.length > 0) body.system = [{ type: 'text', text: rules.join('\n\n'), ...cache }]
    const thinking = this.#thinking(maxOutputTokens)
    if (thinking) body.thinking = thinking
    const doesThink = thinking !== undefined && thinking.type !== 'disabled'
    // A model that thinks takes no temperature, and cannot be made to call a tool.
    if (temperature !== null && takes('temperature') && !doesThink)
      body.temperature = Math.min(temperature, 1)
    if (stop.length > 0 && takes('stop')) body.stop_sequences = [...stop]
    const effort = this.#effort()
    const format = schema && takes('schema') ? formatOf(schema) : undefined
    if (effort || format)
      body.output_config = { ...(effort && { effort }), ...(format && { format }) }
    if (tools.length > 0 && takes('tools')) {
      body.tools = tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { ...parameters, type: 'object' },
      }))
      if (mustCall && takes('mustCall') && !doesThink) body.tool_choice = { type: 'any' }
    }
    return body
  }

  #thinking(maxOutputTokens: number): ThinkingConfigParam | undefined {
    const { reasoningEffort } = this.#settings
    if (reasoningEffort === null || this.#unsupported.has('thinking')) return undefined
    if (reasoningEffort === 'none') return { type: 'disabled' }
    if (!this.#unsupported.has('adaptive')) return { type: 'adaptive', display: 'summarized' }
    const most = Math.floor(maxOutputTokens * MAX_THINKING_SHARE)
    if (most < MIN_THINKING) return undefined
    return { type: 'enabled', budget_tokens: Math.min(THINKING_TOKENS[reasoningEffort], most) }
  }

  #effort() {
    const { reasoningEffort } = this.#settings
    if (reasoningEffort === null || reasoningEffort === 'none') return undefined
    if (this.#unsupported.has('adaptive')) return undefined
    return reasoningEffort === 'minimal' ? 'low' : reasoningEffort
  }
}

/** The format of an answer by a schema, without the keywords that the API refuses. */
function formatOf(schema: Readonly<Record<string, unknown>>) {
  const transformed: Record<string, unknown> = { ...transformJSONSchema(schema) }
  return { type: 'json_schema' as const, schema: transformed }
}

/** The dialogue without system messages; results of tools are part of the user's turn. */
function messagesOf(turns: readonly ChatMessage[]): MessageParam[] {
  const messages: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = []
  for (const turn of turns) {
    if (turn.role === 'system') continue
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(turn))
    else messages.push({ role, content: blocksOf(turn) })
  }
  return messages
}

function blocksOf({
  role,
  content,
  calls = [],
  callId = '',
  signedThoughts = [],
}: ChatMessage): ContentBlockParam[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: callId, content }]
  const said: ContentBlockParam[] = content.trim() === '' ? [] : [{ type: 'text', text: content }]
  const used = calls.map(
    (call): ContentBlockParam => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: objectOf(call.arguments),
    }),
  )
  return [...(signedThoughts as readonly unknown[] as ContentBlockParam[]), ...said, ...used]
}

/** Arguments as an object: a call that was cut off has none. */
function objectOf(json: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(json))
  } catch {
    return {}
  }
}

/** Marks the last block for the cache. */
function withCachedEnd(messages: MessageParam[], cache: { cache_control?: typeof CACHED }) {
  const last = messages.at(-1)
  const block = Array.isArray(last?.content) ? last.content.at(-1) : undefined
  if (block?.type === 'text' || block?.type === 'tool_result') Object.assign(block, cache)
  return messages
}

import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { z } from 'zod'
import { answerPieces } from './answer-pieces.ts'
import {
  type AnswerPart,
  type Api,
  BadAnswer,
  type Capabilities,
  type Refusal,
  type ServerError,
} from './api.ts'
import type { ChatMessage } from './model.ts'
import { eventsOf, OpenAIClient, openAIError } from './openai-client.ts'
import { cacheKeyOf } from './prompt-cache.ts'
import type { ServerSettings } from './server-settings.ts'
import type { TransportRequest } from './transport.ts'
import { turnsOf } from './turns.ts'
import { type OptionalPart, Unsupported } from './unsupported.ts'

const count = z.int().nonnegative().nullish().catch(null)
const usageSchema = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  prompt_tokens_details: z
    .object({ cached_tokens: count, cache_write_tokens: count })
    .nullish()
    .catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
})

const text = z.string().nullish()

/** A part of a text, or of the thoughts before it, as Mistral's reasoning models send them. */
const textPart = z.object({ text })
const partSchema = z.object({
  text,
  thinking: z.union([z.string(), z.array(textPart)]).nullish(),
})

const callSchema = z.object({
  index: z.int().nonnegative().nullish(),
  id: text,
  function: z
    .object({
      name: text,
      // JSON; some servers send the object itself.
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
  /** Gemini's signature of the thoughts before a call. */
  extra_content: z.unknown().optional(),
})
const messageSchema = z.object({
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  refusal: text,
  // The two names that servers use for thoughts.
  reasoning_content: text,
  reasoning: text.catch(null),
  tool_calls: z.array(callSchema).nullish(),
})

/** The fields of an answer that we read or, with `delta`, of a chunk of an answer. */
const completionSchema = z.object({
  model: text,
  choices: z.array(
    z.object({
      message: messageSchema.nullish(),
      delta: messageSchema.nullish(),
      finish_reason: text,
    }),
  ),
  usage: usageSchema.nullish().catch(null),
})

/** The parts that servers refuse, in the order in which a refusal is compared with them. */
const PARTS = {
  usage: {
    pattern: /stream_options|include_usage/,
    isIn: (_, { stream }) => stream,
  },
  cacheKey: { pattern: /prompt_cache_key/, isIn: (_, { cacheKey }) => cacheKey },
  effort: { pattern: /reasoning/, isIn: (_, { reasoningEffort }) => reasoningEffort !== null },
  system: {
    pattern: /system (?:role|message|prompt)|roles? must alternate/i,
    isMessage: true,
    isIn: () => true,
  },
  temperature: { pattern: /temperature/, isIn: ({ temperature }) => temperature !== null },
  stop: { pattern: /\bstop\b/, isIn: ({ stop }) => stop.length > 0 },
  stream: { pattern: /^stream$|streaming|to stream/, isIn: (_, { stream }) => stream },
  strict: { pattern: /\bstrict\b/, isIn: ({ tools }) => tools.length > 0 },
  mustCall: { pattern: /tool/i, isIn: ({ mustCall }) => mustCall },
  tools: { pattern: /tool|function|jinja/i, isIn: ({ tools }) => tools.length > 0 },
  // Servers without schemas rarely say so clearly.
  schema: { pattern: /^/, isIn: ({ schema }) => schema !== null },
} satisfies Record<string, OptionalPart>

/**
 * OpenAI's chat completions API, which most servers have. The order of the fields is part of what servers see, and tested.
 */
export class ChatApi implements Api {
  readonly #settings: ServerSettings
  readonly #client: OpenAIClient
  /** OpenAI's newer models refuse the older name, and other servers do not know the newer name. */
  #limitName: ServerSettings['limitName']
  #isLimitNameLearned = false
  readonly #unsupported = new Unsupported(PARTS)

  constructor(settings: ServerSettings, key: string) {
    this.#settings = settings
    this.#client = new OpenAIClient(settings, key)
    this.#limitName = settings.limitName
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
    const sent = await client.chat.completions.create(body, { signal }).withResponse()
    for await (const { content } of answerPieces(sent, eventsOf(client))) yield partOf(content)
  }

  errorOf(thrown: unknown): ServerError | undefined {
    return openAIError(thrown)
  }

  learn(refusal: Refusal, request: TransportRequest): boolean {
    const { message, parameter } = refusal
    const isLimit = /max_(?:completion_)?tokens/.test(parameter ?? message)
    if (isLimit && !this.#isLimitNameLearned) {
      this.#isLimitNameLearned = true
      this.#limitName = this.#limitName === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
      return true
    }
    return this.#unsupported.learn(refusal, request, this.#settings)
  }

  /** The body of a request, without `stream`. */
  #body(request: TransportRequest): Omit<ChatCompletionCreateParams, 'stream'> {
    const { messages, schema, tools, mustCall, maxOutputTokens, temperature, purpose } = request
    const { model, reasoningEffort, cacheKey } = this.#settings
    const takes = (part: keyof typeof PARTS) => !this.#unsupported.has(part)
    const lacks = { system: !takes('system'), tools: !takes('tools') }
    const body: Omit<ChatCompletionCreateParams, 'stream'> = {
      model,
      messages: turnsOf(messages, lacks).map(messageOf),
      [this.#limitName]: maxOutputTokens,
    }
    if (temperature !== null && takes('temperature')) body.temperature = temperature
    if (request.stop.length > 0 && takes('stop')) body.stop = [...request.stop]
    if (reasoningEffort !== null && takes('effort')) body.reasoning_effort = reasoningEffort
    if (cacheKey && takes('cacheKey')) body.prompt_cache_key = cacheKeyOf(request)
    if (this.takes.streams && takes('usage')) body.stream_options = { include_usage: true }
    if (schema && takes('schema'))
      body.response_format = {
        type: 'json_schema',
        json_schema: { name: purpose.replace(/\W/g, '_').slice(0, 64), strict: true, schema },
      }
    if (tools.length > 0 && takes('tools')) {
      body.tools = tools.map((tool) => ({
        type: 'function',
        function: { ...tool, ...(takes('strict') && { strict: true }) },
      }))
      if (mustCall && takes('mustCall')) body.tool_choice = 'required'
    }
    return body
  }
}

function messageOf({
  role,
  content,
  calls = [],
  callId = '',
}: ChatMessage): ChatCompletionMessageParam {
  if (role === 'tool') return { role, tool_call_id: callId, content }
  if (role !== 'assistant' || calls.length === 0) return { role, content }
  const tool_calls = calls.map(({ id, name, arguments: given, extra }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: given },
    ...(extra !== undefined && { extra_content: extra }),
  }))
  return { role, content: content || null, tool_calls }
}

function partOf(completion: unknown): AnswerPart {
  const parsed = completionSchema.safeParse(completion)
  if (!parsed.success)
    throw new BadAnswer(`not a chat completion: ${z.prettifyError(parsed.error)}`)
  const { model, choices, usage } = parsed.data
  const [choice] = choices
  const message = choice?.message ?? choice?.delta
  const content = message?.content
  const parts = typeof content === 'string' ? [{ text: content }] : (content ?? [])
  return {
    model,
    text: parts.map((part) => part.text ?? '').join(''),
    refusal: message?.refusal,
    thoughts: message?.reasoning_content ?? message?.reasoning ?? parts.map(thoughtIn).join(''),
    calls: message?.tool_calls?.map(({ index, id, function: called, extra_content }, place) => ({
      index: index ?? place,
      id,
      name: called?.name,
      arguments: argumentsIn(called?.arguments),
      extra: extra_content,
    })),
    finishReason: choice?.finish_reason,
    usage: usage && {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? undefined,
      cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens ?? undefined,
      reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? undefined,
    },
  }
}

function thoughtIn({ thinking }: { thinking?: z.infer<typeof partSchema>['thinking'] }): string {
  return typeof thinking === 'string' || thinking == null
    ? (thinking ?? '')
    : thinking.map((part) => part.text ?? '').join('')
}

function argumentsIn(given: string | Record<string, unknown> | null | undefined) {
  return typeof given === 'object' && given !== null ? JSON.stringify(given) : given
}

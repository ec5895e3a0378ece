import type { Budget } from './budget.ts'
import type { CallEvent } from './call-event.ts'
import type { ChatModel, ModelRequest, ModelResult, Usage } from './model.ts'
import { outputLimit } from './output-limits.ts'
import { dollarsOf, type Price } from './price.ts'
import { jsonSchemaOf, objectIn } from './structured.ts'
import { hashOf } from './transcript.ts'
import { notSent, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

export interface MeteredModelOptions {
  readonly name: string
  readonly transport: Transport
  readonly budget: Budget
  readonly price: Price | null
  /** Limit of an answer and its thoughts (tokens). */
  readonly maxOutputTokens: number
  /** Whether answers without thoughts have the smaller limits of their purposes. */
  readonly limitsByPurpose: boolean
  /** Temperature of all calls; null leaves it to each request. */
  readonly temperature: number | null
  onCall(event: CallEvent): void
}

/** Answers that are kept at temperature 0. */
const MAX_REMEMBERED = 1000

/** A model over a transport: it keeps calls within the budget and records each call as an event. */
export class MeteredModel implements ChatModel {
  readonly name: string
  readonly #options: MeteredModelOptions
  /** Answers at temperature 0 by their requests: the same question would get the same answer. */
  readonly #answers = new Map<string, TransportReply>()

  constructor(options: MeteredModelOptions) {
    this.name = options.name
    this.#options = options
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    const { budget, transport, price, maxOutputTokens, temperature } = this.#options
    const limit = this.#options.limitsByPurpose
      ? outputLimit(request.purpose, request.schema !== undefined || request.tools !== undefined)
      : maxOutputTokens
    const wire: TransportRequest = {
      purpose: request.purpose,
      messages: request.messages,
      schema: request.schema ? jsonSchemaOf(request.schema) : null,
      tools: (request.tools ?? []).map(({ name, description, schema }) => ({
        name,
        description,
        parameters: jsonSchemaOf(schema),
      })),
      mustCall: request.mustCall ?? false,
      maxOutputTokens: request.maxOutputTokens ?? Math.min(limit, maxOutputTokens),
      maxThinkingTokens: request.maxOutputTokens ?? maxOutputTokens,
      temperature: temperature ?? request.temperature ?? null,
      thinksAloud: request.thinksAloud ?? false,
      stop: request.stop ?? [],
    }
    const { exhausted } = budget
    if (exhausted !== undefined) {
      const reply = notSent({ kind: 'budget', detail: exhausted })
      return this.#result(request, wire, reply, null)
    }
    const key = wire.temperature === 0 ? hashOf(wire) : null
    const known = key === null ? undefined : this.#answers.get(key)
    if (known) return answered(request, known)
    const reply = await transport.send(wire, signal)
    if (key !== null && reply.outcome.ok && this.#answers.size < MAX_REMEMBERED)
      this.#answers.set(key, reply)
    const dollars = reply.usage && dollarsOf(reply.usage, price)
    budget.charge(reply.usage, dollars)
    return this.#result(request, wire, reply, dollars)
  }

  #result<T>(
    request: ModelRequest<T>,
    wire: TransportRequest,
    reply: TransportReply,
    dollars: number | null,
  ): ModelResult<T> {
    this.#options.onCall(callEvent(this.name, wire, reply, dollars))
    return resultOf(request, reply)
  }
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, estimated: true }

/** The answer to a request that was asked before. It costs nothing. */
function answered<T>(request: ModelRequest<T>, reply: TransportReply): ModelResult<T> {
  const result = resultOf(request, reply)
  return result.ok ? { ...result, usage: { ...NO_USAGE, estimated: false }, latencyMs: 0 } : result
}

function resultOf<T>({ schema }: ModelRequest<T>, reply: TransportReply): ModelResult<T> {
  const { outcome, usage, latencyMs } = reply
  if (!outcome.ok) return outcome
  const { text, calls, signedThoughts, finishReason } = outcome
  const object = schema && objectIn(text, schema)
  return {
    ok: true,
    text,
    ...(object !== undefined && { object }),
    ...(calls.length > 0 && { calls, signedThoughts }),
    finishReason,
    usage: usage ?? NO_USAGE,
    latencyMs,
  }
}

function callEvent(
  model: string,
  request: TransportRequest,
  reply: TransportReply,
  dollars: number | null,
): CallEvent {
  const { outcome, thoughts, usage, responseModel, latencyMs, attempts, droppedMessages } = reply
  return {
    type: 'llm-call',
    purpose: request.purpose,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': reply.maxOutputTokens ?? request.maxOutputTokens,
    'gen_ai.request.temperature': request.temperature,
    'gen_ai.response.model': responseModel,
    'gen_ai.response.finish_reasons': outcome.ok ? [outcome.finishReason] : [],
    'gen_ai.usage.input_tokens': usage?.inputTokens ?? null,
    'gen_ai.usage.output_tokens': usage?.outputTokens ?? null,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens ?? null,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens ?? null,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens ?? null,
    usageEstimated: usage?.estimated ?? false,
    thoughts,
    'error.type': outcome.ok ? null : outcome.failure.kind,
    detail: outcome.ok ? '' : outcome.failure.detail,
    attempts,
    droppedMessages,
    latencyMs,
    dollars,
  }
}

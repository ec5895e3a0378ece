import { z } from 'zod'
import { type AnswerPart, BadAnswer, type CallPart } from './api.ts'
import type { SignedThought } from './model.ts'

const text = z.string().nullish()
const count = z.int().nonnegative().nullish().catch(null)

const usageSchema = z
  .object({
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null)
type ReportedUsage = NonNullable<z.infer<typeof usageSchema>>

const blockSchema = z.object({
  type: z.string(),
  text,
  thinking: text,
  signature: text,
  /** Of a thought that the server keeps to itself. */
  data: text,
  id: text,
  name: text,
  input: z.unknown().optional(),
})
type Block = z.infer<typeof blockSchema>

const messageSchema = z.object({
  model: text,
  content: z.array(blockSchema),
  stop_reason: text,
  usage: usageSchema,
})

/** The events of a stream, and the fields that we read. */
const eventSchema = z.object({
  type: z.string(),
  index: z.int().nonnegative().nullish(),
  message: messageSchema.nullish(),
  content_block: blockSchema.nullish(),
  delta: z
    .object({ text, thinking: text, signature: text, partial_json: text, stop_reason: text })
    .nullish(),
  usage: usageSchema,
})

/** A message that arrives in events. */
export class StreamedMessage {
  readonly #thoughts = new Map<number, { -readonly [Key in keyof Block]: Block[Key] }>()
  #usage: ReportedUsage = {}

  partOf(given: unknown): AnswerPart {
    const parsed = eventSchema.safeParse(given)
    if (!parsed.success)
      throw new BadAnswer(`not an event of a message: ${z.prettifyError(parsed.error)}`)
    const { message, content_block: block, delta, usage } = parsed.data
    const index = parsed.data.index ?? 0
    this.#addUsage(message?.usage)
    this.#addUsage(usage)
    if (block && isThought(block)) this.#thoughts.set(index, block)
    const thought = this.#thoughts.get(index)
    if (thought && delta?.thinking) thought.thinking = `${thought.thinking ?? ''}${delta.thinking}`
    if (thought && delta?.signature)
      thought.signature = `${thought.signature ?? ''}${delta.signature}`
    const calls: CallPart[] = []
    if (block?.type === 'tool_use') calls.push({ index, id: block.id, name: block.name })
    if (delta?.partial_json) calls.push({ index, arguments: delta.partial_json })
    return {
      model: message?.model,
      text: `${block?.text ?? ''}${delta?.text ?? ''}`,
      thoughts: `${block?.thinking ?? ''}${delta?.thinking ?? ''}`,
      calls,
      ...(delta?.stop_reason && {
        signedThoughts: [...this.#thoughts.values()].flatMap(signedOf),
        finishReason: finishOf(delta.stop_reason),
        usage: usageOf(this.#usage),
      }),
    }
  }

  /** Later figures replace earlier ones. */
  #addUsage(usage: ReportedUsage | null | undefined): void {
    for (const [name, value] of Object.entries(usage ?? {}))
      if (value != null) this.#usage = { ...this.#usage, [name]: value }
  }
}

/** The answer in a message that arrives as a whole. */
export function wholePart(given: unknown): AnswerPart {
  const parsed = messageSchema.safeParse(given)
  if (!parsed.success) throw new BadAnswer(`not a message: ${z.prettifyError(parsed.error)}`)
  const { model, content, stop_reason, usage } = parsed.data
  return {
    model,
    text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
    thoughts: content.map((block) => block.thinking ?? '').join(''),
    calls: content.flatMap((block, index) =>
      block.type === 'tool_use'
        ? [{ index, id: block.id, name: block.name, arguments: JSON.stringify(block.input ?? {}) }]
        : [],
    ),
    signedThoughts: content.flatMap(signedOf),
    finishReason: finishOf(stop_reason ?? 'end_turn'),
    usage: usageOf(usage ?? {}),
  }
}

function isThought({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

/** A thought as the next request returns it. */
function signedOf({ type, thinking, signature, data }: Block): SignedThought[] {
  if (type === 'thinking' && signature) return [{ type, thinking: thinking ?? '', signature }]
  if (type === 'redacted_thinking' && data) return [{ type, data }]
  return []
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
])

function finishOf(reason: string): string {
  return FINISH_REASONS.get(reason) ?? reason
}

/** The API counts input from the cache apart from other input. */
function usageOf(usage: ReportedUsage): AnswerPart['usage'] {
  const { input_tokens, output_tokens } = usage
  if (input_tokens == null || output_tokens == null) return null
  const read = usage.cache_read_input_tokens
  const written = usage.cache_creation_input_tokens
  return {
    inputTokens: input_tokens + (read ?? 0) + (written ?? 0),
    outputTokens: output_tokens,
    cachedTokens: read ?? undefined,
    cacheWriteTokens: written ?? undefined,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? undefined,
  }
}

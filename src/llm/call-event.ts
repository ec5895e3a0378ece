import { z } from 'zod'
import { MODEL_FAILURES } from './model.ts'

const tokens = z.int().nonnegative()

/** A model call for the event log. Names with dots are OpenTelemetry's semantic conventions for generative AI. */
export const callEventSchema = z.object({
  type: z.literal('llm-call'),
  purpose: z.string().min(1),
  'gen_ai.operation.name': z.literal('chat'),
  'gen_ai.request.model': z.string(),
  'gen_ai.request.max_tokens': tokens,
  'gen_ai.request.temperature': z.number().nullable(),
  /** Null without an answer. */
  'gen_ai.response.model': z.string().nullable(),
  'gen_ai.response.finish_reasons': z.array(z.string()).readonly(),
  /** Null when no attempt got an answer. */
  'gen_ai.usage.input_tokens': tokens.nullable(),
  'gen_ai.usage.output_tokens': tokens.nullable(),
  /** Part of the input tokens that the server read from its cache; null where it does not say. */
  'gen_ai.usage.cache_read.input_tokens': tokens.nullable().default(null),
  /** Part of the input tokens that the server wrote to its cache; null where it does not say. */
  'gen_ai.usage.cache_creation.input_tokens': tokens.nullable().default(null),
  /** Part of the output tokens that are thoughts; null where it does not say. */
  'gen_ai.usage.reasoning.output_tokens': tokens.nullable().default(null),
  /** Whether the client counted the tokens because the server does not report them. */
  usageEstimated: z.boolean(),
  /** The model's thoughts before its answer, as far as the server reports them. */
  thoughts: z.string().default(''),
  /** Null for success. */
  'error.type': z.enum(MODEL_FAILURES).nullable(),
  /** The failure in one line; empty for success. */
  detail: z.string(),
  attempts: z.int().nonnegative(),
  /** Messages dropped to fit the prompt into the model's window. */
  droppedMessages: z.int().nonnegative(),
  /** Wall-clock time with all attempts. */
  latencyMs: z.number().nonnegative(),
  /** Cost by list price; null when the price is unknown. */
  dollars: z.number().nonnegative().nullable(),
})
export type CallEvent = z.infer<typeof callEventSchema>

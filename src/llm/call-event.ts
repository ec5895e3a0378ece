import { z } from 'zod'
import { MODEL_FAILURES } from './model.ts'

const tokens = z.int().nonnegative()

/**
 * A call of the model, for the event log. Names with dots are OpenTelemetry's semantic conventions
 * for generative AI (and its `error.type`).
 */
export const callEventSchema = z.object({
  type: z.literal('llm-call'),
  purpose: z.string().min(1),
  'gen_ai.operation.name': z.literal('chat'),
  'gen_ai.request.model': z.string(),
  'gen_ai.request.max_tokens': tokens,
  'gen_ai.request.temperature': z.number().nullable(),
  /** Null when no answer came. */
  'gen_ai.response.model': z.string().nullable(),
  'gen_ai.response.finish_reasons': z.array(z.string()).readonly(),
  /** Null when no attempt got as far as an answer. */
  'gen_ai.usage.input_tokens': tokens.nullable(),
  'gen_ai.usage.output_tokens': tokens.nullable(),
  /** Whether the tokens are counted by us, because the server does not report them. */
  usageEstimated: z.boolean(),
  /** What the model thought before it answered, as far as the server tells; no part of the answer. */
  thoughts: z.string().default(''),
  /** Null for success. */
  'error.type': z.enum(MODEL_FAILURES).nullable(),
  /** What went wrong; empty for success. */
  detail: z.string(),
  attempts: z.int().nonnegative(),
  /** Messages left out to keep the prompt under the model's window. */
  droppedMessages: z.int().nonnegative(),
  /** Wall-clock time with all attempts. */
  latencyMs: z.number().nonnegative(),
  /** By list price; null when it is not known. */
  dollars: z.number().nonnegative().nullable(),
})
export type CallEvent = z.infer<typeof callEventSchema>

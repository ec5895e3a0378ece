import { median } from '#trial/statistics'
import { plainText } from '#wire/plain-text'
import { logsOf } from './logs.ts'
import type { TrialRecord } from './trial-record.ts'
import type { TrialSet } from './trial-set.ts'

type Call = TrialRecord['calls'][number]

/** Number, tokens, price and latency of calls to a language model. */
export interface ModelUse {
  /** The requested model and, if it differs, the model of the response. */
  readonly model: string
  /** `all` for the sum over purposes. */
  readonly purpose: string
  readonly calls: number
  /** Calls without a response. */
  readonly failed: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Input tokens that servers read from their caches, and output tokens of thoughts, as far as they report them. */
  readonly cachedTokens: number
  readonly reasoningTokens: number
  /** Messages that were dropped to fit prompts into the model's window. */
  readonly droppedMessages: number
  /** Whether some token counts are Delver's estimates, because the server reports none. */
  readonly estimated: boolean
  /** By list price; null when a call's price is not known. */
  readonly dollars: number | null
  /** Median wall-clock time of a call with its retries (ms). */
  readonly latencyMs: number | null
}

/** Model use of a set's trials by model and purpose, and in total; empty without a model. */
export function modelUse(set: TrialSet): ModelUse[] {
  const calls = logsOf(set).flatMap((log) => log.calls)
  if (calls.length === 0) return []
  const groups = Map.groupBy(calls, (call) => JSON.stringify([nameOf(call), call.purpose]))
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [use(nameOf(first), plainText(first.purpose), group)] : []
  })
  return [...rows.sort((a, b) => b.calls - a.calls), use('', 'all', calls)]
}

function use(model: string, purpose: string, calls: readonly Call[]): ModelUse {
  return {
    model,
    purpose,
    calls: calls.length,
    failed: calls.filter((call) => call['error.type'] !== null).length,
    inputTokens: sum(calls.map((call) => call['gen_ai.usage.input_tokens'] ?? 0)),
    outputTokens: sum(calls.map((call) => call['gen_ai.usage.output_tokens'] ?? 0)),
    cachedTokens: sum(calls.map((call) => call['gen_ai.usage.cache_read.input_tokens'] ?? 0)),
    reasoningTokens: sum(calls.map((call) => call['gen_ai.usage.reasoning.output_tokens'] ?? 0)),
    droppedMessages: sum(calls.map((call) => call.droppedMessages)),
    estimated: calls.some(({ usageEstimated }) => usageEstimated),
    dollars: calls.some((call) => call.dollars === null)
      ? null
      : sum(calls.map((call) => call.dollars ?? 0)),
    latencyMs: median(calls.map(({ latencyMs }) => latencyMs)),
  }
}

function nameOf(call: Call): string {
  const asked = call['gen_ai.request.model']
  const answered = call['gen_ai.response.model'] ?? asked
  return plainText(answered === asked ? asked : `${asked} (response by ${answered})`)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

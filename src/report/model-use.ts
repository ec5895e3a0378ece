import { median } from '#trial/statistics'
import { plainText } from '#wire/plain-text'
import { logsOf } from './logs.ts'
import type { TrialRecord } from './trial-record.ts'
import type { TrialSet } from './trial-set.ts'

type Call = TrialRecord['calls'][number]

/** What calls of a language model came to. */
export interface ModelUse {
  /** As the log has it: the name asked for and, where it differs, that of the answer. */
  readonly model: string
  /** `all` for the sum over purposes. */
  readonly purpose: string
  readonly calls: number
  /** Calls that brought no answer. */
  readonly failed: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Whether some tokens were counted by us, since the server does not tell. */
  readonly estimated: boolean
  /** By list price; null when that of some call is not known. */
  readonly dollars: number | null
  /** Wall-clock time of a call with its retries, in the median (ms). */
  readonly latencyMs: number | null
}

/** The use of models in a set's trials: by model and purpose, and all together; none without a model. */
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
  return plainText(answered === asked ? asked : `${asked} (answered by ${answered})`)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

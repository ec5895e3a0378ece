import type { EventOf } from '#events/events'

/** A call to the language model. */
export interface ModelCall {
  readonly tick: number
  readonly purpose: string
  readonly model: string
  readonly input: number
  readonly output: number
  /** Null if the model's price is not known. */
  readonly dollars: number | null
  readonly seconds: number
  /** The error; null for success. */
  readonly error: string | null
}

export interface CallsState {
  readonly calls: readonly ModelCall[]
  readonly input: number
  readonly output: number
  /** Sum of the known prices; null if none is known. */
  readonly dollars: number | null
}

export const noCalls: CallsState = { calls: [], input: 0, output: 0, dollars: null }

/** Adds a call. */
export function foldCall(state: CallsState, event: EventOf<'llm-call'>): CallsState {
  const input = event['gen_ai.usage.input_tokens'] ?? 0
  const output = event['gen_ai.usage.output_tokens'] ?? 0
  const call: ModelCall = {
    tick: event.t,
    purpose: event.purpose,
    model: event['gen_ai.response.model'] ?? event['gen_ai.request.model'],
    input,
    output,
    dollars: event.dollars,
    seconds: event.latencyMs / 1000,
    error: event['error.type'] && `${event['error.type']}: ${event.detail}`,
  }
  const priced = state.dollars !== null || event.dollars !== null
  return {
    calls: [...state.calls, call],
    input: state.input + input,
    output: state.output + output,
    dollars: priced ? (state.dollars ?? 0) + (event.dollars ?? 0) : null,
  }
}

import type { EventOf } from '#events/events'

/** A call to the language model. */
export interface ModelCall {
  /** Its number in the trial's transcript; null for a call that was never sent. */
  readonly number: number | null
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
  /** Messages that were dropped to fit the prompt into the model's window. */
  readonly dropped: number
}

/** Failures of calls that the transcript leaves out. */
const NOT_STORED: ReadonlySet<string | null> = new Set(['budget', 'aborted'])

export interface CallsState {
  readonly calls: readonly ModelCall[]
  /** Number of calls in the transcript. */
  readonly stored: number
  readonly input: number
  readonly output: number
  /** Sum of the known prices; null if none is known. */
  readonly dollars: number | null
}

export const noCalls: CallsState = { calls: [], stored: 0, input: 0, output: 0, dollars: null }

/** Adds a call. */
export function foldCall(state: CallsState, event: EventOf<'llm-call'>): CallsState {
  const input = event['gen_ai.usage.input_tokens'] ?? 0
  const output = event['gen_ai.usage.output_tokens'] ?? 0
  const isStored = !NOT_STORED.has(event['error.type'])
  const stored = state.stored + Number(isStored)
  const call: ModelCall = {
    number: isStored ? stored : null,
    tick: event.t,
    purpose: event.purpose,
    model: event['gen_ai.response.model'] ?? event['gen_ai.request.model'],
    input,
    output,
    dollars: event.dollars,
    seconds: event.latencyMs / 1000,
    error: event['error.type'] && `${event['error.type']}: ${event.detail}`,
    dropped: event.droppedMessages,
  }
  const priced = state.dollars !== null || event.dollars !== null
  return {
    calls: [...state.calls, call],
    stored,
    input: state.input + input,
    output: state.output + output,
    dollars: priced ? (state.dollars ?? 0) + (event.dollars ?? 0) : null,
  }
}

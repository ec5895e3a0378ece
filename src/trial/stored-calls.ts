import { TRANSCRIPT_FILE, type TranscriptLine, transcriptLine } from '#llm/transcript'

/** Name of the transcript in a trial's folder. */
export const CALLS_FILE = TRANSCRIPT_FILE

/** One call to the language model, from a trial's transcript. */
export interface StoredCall {
  /** Number of the call in the transcript, from 1. */
  readonly call: number
  readonly purpose: string
  readonly model: string
  /** The earlier call with whose first `kept` messages this one begins; null for none. */
  readonly since: number | null
  readonly kept: number
  /** The messages after those. */
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  /** Null without an answer. */
  readonly answer: string | null
  /** Why there is no answer; null with an answer. */
  readonly failure: string | null
  /** The model's thoughts before its answer; may be empty. */
  readonly thoughts: string
  /** How the answer was read; null where it has no parser. */
  readonly reading: string | null
  /** What the parser objected to; null for nothing. */
  readonly problem: string | null
}

/** A line of a transcript; null when it is not a recorded call. */
export function storedCall(line: string): StoredCall | null {
  const call = transcriptLine(line)
  return call && textOf(call)
}

function textOf({ reply, reading, ...line }: TranscriptLine): StoredCall {
  const { call, purpose, model, since, kept, messages } = line
  const { outcome, thoughts } = reply
  return {
    ...{ call, purpose, model, since, kept, messages, thoughts },
    answer: outcome.ok ? outcome.text : null,
    failure: outcome.ok ? null : `${outcome.failure.kind}: ${outcome.failure.detail}`,
    reading: reading?.text ?? null,
    problem: reading?.problem ?? null,
  }
}

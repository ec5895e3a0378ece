import type { Speed } from '#clock/pace'
import type { TrialEnd, TrialEvent } from '#events/events'
import type { RecordingHeader, RecordingLine } from './recording-format.ts'

/**
 * The protocol between the server and its page. docs/guides/watching.md describes the addresses. A server with a
 * token requires `?token=` in the first request, and afterwards the cookie that the response sets.
 */

/** One trial in the overview: `GET /api/trials`, and event `trials` of `GET /api/overview`. */
export interface TrialRow {
  /** The trial's name in addresses, where it must be escaped: `/trial/<id>`, `/api/trials/<id>/feed`. */
  readonly id: string
  readonly task: string
  readonly seed: number
  readonly planner: string
  readonly strategy: string
  readonly perception: string
  readonly maxTicks: number
  /** Minecraft version; null while it is not known. */
  readonly version: string | null
  readonly state: 'waiting' | 'running' | 'over'
  /** The queue worker that plays it; null for a trial of this machine, or one that has not started. */
  readonly worker: string | null
  /** Game tick of the last event. */
  readonly tick: number
  readonly milestones: readonly { readonly name: string; readonly tick: number }[]
  /** How it ended; null before it ends. */
  readonly end: TrialEnd | null
  readonly success: boolean
  /** Whether it has a recording; without one, the page cannot draw the world. */
  readonly recording: boolean
}

/** Event `speed` of a feed, and the answer to `POST /api/trials/<id>/speed`. */
export interface SpeedStatus {
  /** Simulated seconds per second, or `max`. */
  readonly speed: Speed
  readonly paused: boolean
  /** False for trials in real time or in another process. */
  readonly controllable: boolean
}

/** Body of `POST /api/trials/<id>/speed`; after a `pause`, the trial resumes at its earlier speed. */
export interface SpeedRequest {
  readonly speed: Speed | 'pause'
}

/**
 * Events of `GET /api/trials/<id>/feed`, a stream of server-sent events. The stream sends what is available,
 * then `live`, then what is appended. Each `event` and `recording` has an id, from which a broken stream
 * resumes.
 */
export interface FeedEvents {
  /** One event of the trial. */
  readonly event: TrialEvent
  /** First the recording's header in an array of its own, then lines in their order. */
  readonly recording: readonly [RecordingHeader] | readonly RecordingLine[]
  /** Everything available has been sent. */
  readonly live: Record<string, never>
  readonly speed: SpeedStatus
  /** The trial has ended and everything has been sent; the server closes the stream. */
  readonly over: Record<string, never>
}

/** One call to the language model, from the trial's transcript: `GET /api/trials/<id>/calls/<number>`. */
export interface CallText {
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
  /** Why there is no answer; null where there is one. */
  readonly failure: string | null
  /** The model's thoughts before its answer; may be empty. */
  readonly thoughts: string
  /** How the answer was read; null where it has no parser. */
  readonly reading: string | null
  /** What the parser objected to; null for nothing. */
  readonly problem: string | null
}

/** `GET /api/trials/<id>/replay`; the recording is at `/api/trials/<id>/recording.jsonl.gz`. */
export interface Replay {
  readonly events: readonly TrialEvent[]
}

import type { Speed } from '#clock/pace'
import type { TrialEnd, TrialEvent } from '#events/events'
import type { LiveWords } from '#trial/live-words'
import type { StoredCall } from '#trial/stored-calls'
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
  /** What the language model has said so far in a pending call; null when the call is over. */
  readonly words: LiveWords | null
  /** Everything available has been sent. */
  readonly live: Record<string, never>
  readonly speed: SpeedStatus
  /** The trial has ended and everything has been sent; the server closes the stream. */
  readonly over: Record<string, never>
}

/** One call to the language model: `GET /api/trials/<id>/calls/<number>`. */
export type CallText = StoredCall

/** `GET /api/trials/<id>/replay`; the recording is at `/api/trials/<id>/recording.jsonl.gz`. */
export interface Replay {
  readonly events: readonly TrialEvent[]
}

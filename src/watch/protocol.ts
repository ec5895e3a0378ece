import type { Speed } from '#clock/pace'
import type { TrialEnd, TrialEvent } from '#events/events'
import type { RecordingHeader, RecordingLine } from './recording-format.ts'

/**
 * What the server and its page say to each other. docs/watching.md describes the addresses; with a
 * token, every one of them needs `?token=` once, and the cookie that comes back from then on.
 */

/** One trial in the overview: `GET /api/trials`, and event `trials` of `GET /api/overview`. */
export interface TrialRow {
  /** Names the trial in addresses, to be escaped there: `/trial/<id>`, `/api/trials/<id>/feed`. */
  readonly id: string
  readonly task: string
  readonly seed: number
  readonly planner: string
  readonly strategy: string
  readonly perception: string
  readonly maxTicks: number
  /** Minecraft version; null as long as nobody knows it. */
  readonly version: string | null
  readonly state: 'waiting' | 'running' | 'over'
  /** Who plays it, of a queue's workers; null where it is played on this machine, or not at all yet. */
  readonly worker: string | null
  /** Game ticks that have passed, by the last event. */
  readonly tick: number
  readonly milestones: readonly { readonly name: string; readonly tick: number }[]
  /** How it ended; null while it has not. */
  readonly end: TrialEnd | null
  readonly success: boolean
  /** Whether there is a recording of it: without one there are events alone, and nothing to draw. */
  readonly recording: boolean
}

/** Event `speed` of a feed, and the answer to `POST /api/trials/<id>/speed`. */
export interface SpeedStatus {
  /** Simulated seconds a second, or `max`. */
  readonly speed: Speed
  readonly paused: boolean
  /** False where time is real, or passes in another process. */
  readonly controllable: boolean
}

/** Body of `POST /api/trials/<id>/speed`; `pause` keeps the speed for when time goes on. */
export interface SpeedRequest {
  readonly speed: Speed | 'pause'
}

/**
 * Events of `GET /api/trials/<id>/feed`, a stream of server-sent events. First comes all there is,
 * then `live`, then what is new. Each `event` and `recording` has an id by which a broken stream goes on
 * where it was.
 */
export interface FeedEvents {
  /** One event of the trial. */
  readonly event: TrialEvent
  /** The recording's header alone, in an array of one; after it lines in the order of the recording. */
  readonly recording: readonly [RecordingHeader] | readonly RecordingLine[]
  /** All that there was has been sent. */
  readonly live: Record<string, never>
  readonly speed: SpeedStatus
  /** The trial is over and everything has been sent; the server ends the stream. */
  readonly over: Record<string, never>
}

/** `GET /api/trials/<id>/replay`; the recording is at `/api/trials/<id>/recording.jsonl.gz`. */
export interface Replay {
  readonly events: readonly TrialEvent[]
}

import type { TrialEvent } from '#events/events'
import type { Replay, SpeedRequest, SpeedStatus } from '../protocol.ts'
import type { RecordingHeader, RecordingLine } from '../recording-format.ts'
import { type AssetSource, inlinedAssets, servedAssets } from './asset-source.ts'
import { isHeader, readRecording } from './recording-reader.ts'
import { type Connection, followConnection, serverFetch } from './server-fetch.ts'

/** Receives a trial while it loads. */
export interface ReplaySink {
  onEvents(events: readonly TrialEvent[]): void
  onHeader(header: RecordingHeader): void
  onLines(lines: readonly RecordingLine[]): void
  /** The speed of a running trial. */
  onSpeed(status: SpeedStatus): void
  /** Everything available has been loaded. */
  onReady(): void
  /** The trial has ended; no more content follows. */
  onOver(): void
  /** The state of the connection has changed. */
  onConnection(state: Connection): void
}

/** The source of a trial: a running one, a finished one, or one within the page. */
export interface ReplaySource {
  /** Whether the trial is running when the page loads. */
  readonly isLive: boolean
  readonly assets: AssetSource
  start(sink: ReplaySink): Promise<void>
  /** Changes the speed of a running trial. */
  setSpeed(request: SpeedRequest): Promise<void>
}

/** A running trial of the server. */
export function liveSource(id: string): ReplaySource {
  const base = trialAddress(id)
  return {
    isLive: true,
    assets: servedAssets,
    async start(sink) {
      const feed = new EventSource(`${base}/feed`)
      const on = <T>(name: string, take: (data: T) => void) =>
        feed.addEventListener(name, ({ data }: MessageEvent<string>) => take(JSON.parse(data) as T))
      on<TrialEvent>('event', (event) => sink.onEvents([event]))
      on<readonly [RecordingHeader] | readonly RecordingLine[]>('recording', (lines) => {
        const [first] = lines
        if (isHeader(first)) sink.onHeader(first)
        else sink.onLines(lines as readonly RecordingLine[])
      })
      on<SpeedStatus>('speed', (status) => sink.onSpeed(status))
      on('live', () => sink.onReady())
      on('over', () => {
        feed.close()
        sink.onOver()
      })
      followConnection(feed, (state) => sink.onConnection(state))
    },
    async setSpeed(request) {
      const answer = serverFetch(`${base}/speed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      // The feed reports a lost server.
      await answer.catch(() => {})
    },
  }
}

/** A finished trial of the server. Trials of the text world have no recording. */
export function recordedSource(id: string, hasRecording: boolean): ReplaySource {
  const base = trialAddress(id)
  return finished(servedAssets, async (sink) => {
    const response = await serverFetch(`${base}/replay`)
    const { events } = (await response.json()) as Replay
    sink.onEvents(events)
    if (!hasRecording) return
    const recording = await serverFetch(`${base}/recording.jsonl.gz`)
    if (recording.ok && recording.body) await readRecording(recording.body, sink)
  })
}

/** The trial within an exported page; null in other pages. */
export function inlinedSource(): ReplaySource | null {
  const events = inlined('delver-events')
  if (events === null) return null
  const files = JSON.parse(inlined('delver-assets') ?? '{}') as Record<string, string>
  return finished(inlinedAssets(files), async (sink) => {
    const parsed = JSON.parse(events) as Replay | readonly TrialEvent[]
    sink.onEvents('events' in parsed ? parsed.events : parsed)
    const recording = inlined('delver-recording')
    if (recording) await readRecording(new Blob([bytesOf(recording)]).stream(), sink)
  })
}

function finished(assets: AssetSource, read: (sink: ReplaySink) => Promise<void>): ReplaySource {
  return {
    isLive: false,
    assets,
    async start(sink) {
      await read(sink)
      sink.onReady()
      sink.onOver()
    },
    async setSpeed() {},
  }
}

function trialAddress(id: string): string {
  return `/api/trials/${encodeURIComponent(id)}`
}

function inlined(id: string): string | null {
  return document.getElementById(id)?.textContent?.trim() || null
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

import type { TrialEvent } from '#events/events'
import type { LiveWords } from '#trial/live-words'
import type { CallText, Replay, SpeedRequest, SpeedStatus, TrialRow } from '../protocol.ts'
import type { Together } from '../race.ts'
import type { RecordingHeader, RecordingLine } from '../recording-format.ts'
import { type AssetSource, inlinedAssets, servedAssets } from './asset-source.ts'
import { isHeader, readRecording } from './recording-reader.ts'
import { type Connection, followConnection, serverFetch } from './server-fetch.ts'

/** Receives a trial while it loads. */
export interface ReplaySink {
  onEvents(events: readonly TrialEvent[]): void
  onHeader(header: RecordingHeader): void
  onLines(lines: readonly RecordingLine[]): void
  /** What the language model has said so far in a pending call; null when the call is over. */
  onWords(words: LiveWords | null): void
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
  /** The trial's name in addresses; null for a page of one trial. */
  readonly id: string | null
  /** Whether the trial is running when the page loads. */
  readonly isLive: boolean
  readonly assets: AssetSource
  start(sink: ReplaySink): Promise<void>
  /** One call to the language model by its number; null where its text is not stored. */
  call(number: number): Promise<CallText | null>
  /** All trials of the folder, for comparisons; empty for a page of one trial. */
  rows(): Promise<readonly TrialRow[]>
  /** Changes the speed of a running trial. */
  setSpeed(request: SpeedRequest): Promise<void>
}

/** A running trial of the server. */
export function liveSource(id: string): ReplaySource {
  const base = trialAddress(id)
  return {
    id,
    rows: servedRows,
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
      on<LiveWords | null>('words', (words) => sink.onWords(words))
      on<SpeedStatus>('speed', (status) => sink.onSpeed(status))
      on('live', () => sink.onReady())
      on('over', () => {
        feed.close()
        sink.onOver()
      })
      followConnection(feed, (state) => sink.onConnection(state))
    },
    call: (number) => servedCall(base, number),
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
  const call = (number: number) => servedCall(base, number)
  return finished({ id, assets: servedAssets, call, rows: servedRows }, async (sink) => {
    const response = await serverFetch(`${base}/replay`)
    const { events } = (await response.json()) as Replay
    sink.onEvents(events)
    if (!hasRecording) return
    const recording = await serverFetch(`${base}/recording.jsonl.gz`)
    if (recording.ok && recording.body) await readRecording(recording.body, sink)
  })
}

/** The trials within an exported overview; null in other pages. */
export function inlinedRows(): { rows: readonly TrialRow[]; assets: AssetSource } | null {
  const rows = inlined('delver-rows')
  if (rows === null) return null
  return { rows: JSON.parse(rows) as readonly TrialRow[], assets: inlinedFiles() }
}

/** How an exported page shows its trials together. */
export function inlinedTogether(): Together {
  return inlined('delver-together') === '"wall"' ? 'wall' : 'race'
}

/** The trials within an exported race or wall; null in other pages. */
export function inlinedRace(): readonly ReplaySource[] | null {
  const text = inlined('delver-race')
  if (text === null) return null
  const racers = JSON.parse(text) as readonly {
    id: string
    events: TrialEvent[]
    recording: string
  }[]
  const assets = inlinedFiles()
  return racers.map(({ id, events, recording }) =>
    finished({ id, assets, call: async () => null, rows: async () => [] }, async (sink) => {
      sink.onEvents(events)
      if (recording) await readRecording(new Blob([bytesOf(recording)]).stream(), sink)
    }),
  )
}

/** The trial within an exported page; null in other pages. */
export function inlinedSource(): ReplaySource | null {
  const events = inlined('delver-events')
  if (events === null) return null
  const calls = JSON.parse(inlined('delver-calls') ?? '[]') as readonly CallText[]
  const callOf = async (number: number) => calls.find(({ call }) => call === number) ?? null
  const rows = async () => inlinedRows()?.rows ?? []
  const id = JSON.parse(inlined('delver-trial') ?? 'null') as string | null
  return finished({ id, assets: inlinedFiles(), call: callOf, rows }, async (sink) => {
    const parsed = JSON.parse(events) as Replay | readonly TrialEvent[]
    sink.onEvents('events' in parsed ? parsed.events : parsed)
    const recording = inlined('delver-recording')
    if (recording) await readRecording(new Blob([bytesOf(recording)]).stream(), sink)
  })
}

async function servedCall(base: string, number: number): Promise<CallText | null> {
  const response = await serverFetch(`${base}/calls/${number}`)
  return response.ok ? ((await response.json()) as CallText) : null
}

/** The assets within an exported page. */
function inlinedFiles(): AssetSource {
  return inlinedAssets(JSON.parse(inlined('delver-assets') ?? '{}') as Record<string, string>)
}

async function servedRows(): Promise<readonly TrialRow[]> {
  const response = await serverFetch('/api/trials')
  return response.ok ? ((await response.json()) as readonly TrialRow[]) : []
}

function finished(
  parts: Pick<ReplaySource, 'id' | 'assets' | 'call' | 'rows'>,
  read: (sink: ReplaySink) => Promise<void>,
): ReplaySource {
  return {
    isLive: false,
    ...parts,
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

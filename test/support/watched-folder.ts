import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach } from 'vitest'
import type { TrialEvent } from '#events/events'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { deriveResult, writeResult } from '#trial/result'
import type { RecordingHeader, RecordingLine } from '#watch/recording-format'
import { NO_CONTROL } from '#watch/server/speed-control'
import { type WatchOptions, WatchServer } from '#watch/server/watch-server'
import { comingTrial } from '#watch/server/watched-trial'
import { sampleLog, sampleSettings } from './sample-events.ts'
import type { ServerEvent } from './server-events.ts'

export const HEADER: RecordingHeader = {
  recording: 1,
  version: '1.16.5',
  minY: 0,
  height: 256,
  username: 'Delver',
}

export const LOG = sampleLog(sampleSettings, [
  [5, { type: 'milestone', name: 'log' }],
  [9, { type: 'explanation', text: 'two\nlines and </script>' }],
  [20, { type: 'milestone', name: 'stick' }],
  [20, { type: 'trial-end', end: 'success', detail: 'stick obtained' }],
])

const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', body: Buffer.from('<p>page</p>') }],
  ['page.js', { type: 'text/javascript', body: Buffer.from('1;'.repeat(500)) }],
])

/** A line of a recording. */
export function sky(t: number): RecordingLine {
  return { t, name: 'sky', time: t, rain: false }
}

/** A trial's folder, which a test fills step by step. */
export class Folder {
  readonly path: string

  constructor(parent = mkdtempSync(join(tmpdir(), 'delver-watch-')), name = 'some-trial') {
    this.path = join(parent, name)
    mkdirSync(this.path)
  }

  log(...events: TrialEvent[]): this {
    for (const event of events)
      appendFileSync(join(this.path, EVENTS_FILE), `${JSON.stringify(event)}\n`)
    return this
  }

  recording(...lines: readonly (RecordingHeader | RecordingLine)[]): this {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    writeFileSync(join(this.path, RECORDING_FILE), gzipSync(text))
    return this
  }

  over(): this {
    writeResult(this.path, deriveResult(LOG))
    return this
  }
}

let server: WatchServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Serves folders. @returns A function from a path to its URL. */
export async function serve(
  folders: readonly Folder[],
  options: Partial<WatchOptions> = {},
): Promise<(path: string) => string> {
  server = await WatchServer.start({
    trials: folders.map(({ path }) => comingTrial(path, sampleSettings)),
    host: '127.0.0.1',
    port: 0,
    assets: { pageFiles: async () => FILES, versionFiles: async () => FILES },
    control: NO_CONTROL,
    ...options,
  })
  const { origin, search } = new URL(server.url)
  return (path) => `${origin}${path}${search}`
}

/** The data of all events of one kind. */
export function ofKind(events: readonly ServerEvent[], kind: string): unknown[] {
  return events.filter(({ event }) => event === kind).map(({ data }) => data)
}

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { readLiveWords } from '#trial/live-words'
import { RESULT_FILE } from '#trial/result'
import { isGuardedFile } from '#wire/guarded-file'
import { plainJson } from '#wire/plain-text'
import type { SpeedStatus } from '../protocol.ts'
import type { EventStream } from './event-stream.ts'
import { LineTail } from './line-tail.ts'
import { eventIn } from './trial-follower.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** How often the files are polled (ms). */
const POLL_MS = 100
/** Greatest number of recording lines in one message, and of characters, which one line may exceed. */
const MAX_LINES = 500
const MAX_CHARACTERS = 200_000

/** How many lines of each file a page has received. */
export interface Received {
  readonly events: number
  readonly recording: number
}

/** What a reconnecting page has received, from its `Last-Event-ID`. */
export function receivedBy(lastEventId: string | undefined): Received {
  const [, events = '0', recording = '0'] = /^(\d{1,9})-(\d{1,9})$/.exec(lastEventId ?? '') ?? []
  return { events: Number(events), recording: Number(recording) }
}

export interface FeedOptions {
  readonly stream: EventStream
  readonly trial: WatchedTrial
  readonly received: Received
  readonly speed: () => SpeedStatus
  /** Fires when the server closes; the feed then sends what is available and ends. */
  readonly closing: AbortSignal
}

/**
 * Sends a trial to one page: what its files contain, then what is appended until the trial ends.
 * The feed only reads files, so that a slow page cannot delay the trial.
 */
export class Feed {
  readonly #options: FeedOptions
  readonly #events: LineTail
  readonly #recording: LineTail
  #eventsRead = 0
  #recordingRead = 0
  #speedSent = ''
  #wordsSent = 'null'

  constructor(options: FeedOptions) {
    const { folder } = options.trial
    this.#options = options
    this.#events = new LineTail(join(folder, EVENTS_FILE))
    this.#recording = new LineTail(join(folder, RECORDING_FILE), true)
  }

  /** Resolves when the page has closed, or has received a whole trial that has ended. */
  async run(): Promise<void> {
    const { stream, closing } = this.#options
    const signal = AbortSignal.any([stream.signal, closing])
    let live = false
    try {
      while (!stream.signal.aborted) {
        await this.#sendSpeed()
        const isLast = closing.aborted
        const over = this.#isOver()
        const news = [await this.#sendEvents(), await this.#sendRecording()]
        if (news.includes(true)) continue
        if (!live) await stream.send('live', '{}')
        live = true
        if (!over) await this.#sendWords()
        if (over) await stream.send('over', '{}')
        if (over || isLast) return
        await wait(POLL_MS, undefined, { signal }).catch(() => {})
      }
    } finally {
      this.#events.close()
      this.#recording.close()
    }
  }

  /** The result is written last, after log and recording are complete. */
  #isOver(): boolean {
    const { folder, isOver } = this.#options.trial
    return isOver || isGuardedFile(join(folder, RESULT_FILE))
  }

  async #sendSpeed(): Promise<void> {
    const status = JSON.stringify(this.#options.speed())
    if (status === this.#speedSent) return
    this.#speedSent = status
    await this.#options.stream.send('speed', status)
  }

  async #sendWords(): Promise<void> {
    const words = readLiveWords(this.#options.trial.folder)
    if (words === undefined) return
    const data = plainJson(words)
    if (data === this.#wordsSent) return
    this.#wordsSent = data
    await this.#options.stream.send('words', data)
  }

  /** @returns whether there was something to read. */
  async #sendEvents(): Promise<boolean> {
    const lines = await this.#events.read()
    for (const line of lines ?? []) {
      const event = ++this.#eventsRead <= this.#options.received.events ? null : eventIn(line)
      if (event) await this.#options.stream.send('event', plainJson(event), this.#id())
    }
    return lines !== null
  }

  /** @returns whether there was something to read. */
  async #sendRecording(): Promise<boolean> {
    const lines = await this.#recording.read()
    let batch: string[] = []
    let size = 0
    const send = async () => {
      if (batch.length > 0)
        await this.#options.stream.send('recording', `[${batch.join()}]`, this.#id())
      batch = []
      size = 0
    }
    for (const line of lines ?? []) {
      if (++this.#recordingRead <= this.#options.received.recording || !isLine(line)) continue
      batch.push(line)
      size += line.length
      // The header is sent alone.
      if (this.#recordingRead === 1 || batch.length >= MAX_LINES || size >= MAX_CHARACTERS)
        await send()
    }
    await send()
    return lines !== null
  }

  #id(): string {
    const { events, recording } = this.#options.received
    return `${Math.max(events, this.#eventsRead)}-${Math.max(recording, this.#recordingRead)}`
  }
}

/** A line that is not a JSON object would break the whole message. */
function isLine(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}') && !line.includes('\r')
}

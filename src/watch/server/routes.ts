import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { TAPE_FILE } from '../../trial/tape-file.ts'
import type { WebFile } from '../assets/page-files.ts'
import type { Assets } from './assets.ts'
import { EventStream } from './event-stream.ts'
import { Feed, hadBy } from './feed.ts'
import { Overview } from './overview.ts'
import { recordingOf } from './recording.ts'
import { HEADERS, json, type Reply } from './reply.ts'
import { requestBody } from './request-body.ts'
import { type SpeedControl, speedRequestSchema } from './speed-control.ts'
import type { WatchedTrial } from './watched-trial.ts'

const NOT_FOUND = json({ error: 'there is no such thing here' }, 404)

interface RoutesOptions {
  readonly trials: readonly WatchedTrial[]
  readonly assets: Assets
  readonly control: SpeedControl
  readonly stallMs?: number
}

/** What is at which address. */
export class Routes {
  readonly #assets: Assets
  readonly #control: SpeedControl
  readonly #overview: Overview
  readonly #stallMs: number | undefined
  readonly #closing = new AbortController()
  readonly #streams = new Set<Promise<void>>()

  constructor({ trials, assets, control, stallMs }: RoutesOptions) {
    this.#assets = assets
    this.#control = control
    this.#overview = new Overview(trials)
    this.#stallMs = stallMs
  }

  /** Ends all streams when they have sent what there is, and settles then. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#streams)
  }

  /** @returns null where the answer is sent already, or is a stream. */
  async reply(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<Reply | null> {
    const [first = '', second, third, ...rest] = segments(path)
    const isWrite = first === 'api' && second === 'trials' && rest[0] === 'speed'
    if (request.method !== (isWrite ? 'POST' : 'GET')) return json({ error: 'not that way' }, 405)
    if (rest.length > 1) return NOT_FOUND
    if (first === '' || (first === 'trial' && second && third === undefined))
      return file(await this.#assets.pageFiles(), 'index.html')
    if (first === 'page' && third === undefined) return file(await this.#assets.pageFiles(), second)
    if (first === 'assets' && rest.length === 0) return this.#asset(second, third)
    if (first !== 'api') return NOT_FOUND
    if (second === 'overview' && third === undefined) return this.#sendOverview(response)
    if (second !== 'trials') return NOT_FOUND
    if (third === undefined) return json(await this.#overview.rows())
    const trial = this.#overview.find(third)
    return trial ? this.#ofTrial(request, response, trial, rest[0]) : NOT_FOUND
  }

  async #ofTrial(
    request: IncomingMessage,
    response: ServerResponse,
    trial: WatchedTrial,
    what: string | undefined,
  ): Promise<Reply | null> {
    switch (what) {
      case 'feed':
        return this.#sendFeed(request, response, trial)
      case 'recording':
        return json(await recordingOf(trial.folder))
      case TAPE_FILE:
        return sendTape(response, trial)
      case 'speed':
        return this.#changeSpeed(request, trial)
      default:
        return NOT_FOUND
    }
  }

  async #asset(version: string | undefined, name: string | undefined): Promise<Reply> {
    const known = (await this.#overview.rows()).some((row) => row.version === version)
    if (!known || version === undefined) return NOT_FOUND
    try {
      return file(await this.#assets.versionFiles(version), name)
    } catch (error) {
      if (error instanceof RangeError) return NOT_FOUND
      throw error
    }
  }

  #sendOverview(response: ServerResponse): null {
    return this.#follow(response, (stream) => this.#overview.send(stream, this.#closing.signal))
  }

  #sendFeed({ headers }: IncomingMessage, response: ServerResponse, trial: WatchedTrial): null {
    return this.#follow(response, (stream) =>
      new Feed({
        stream,
        trial,
        had: hadBy([headers['last-event-id']].flat()[0]),
        speed: () => this.#control.status(trial.id),
        closing: this.#closing.signal,
      }).run(),
    )
  }

  #follow(response: ServerResponse, send: (stream: EventStream) => Promise<void>): null {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const sending = send(new EventStream(response, this.#stallMs)).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
    this.#streams.add(sending)
    sending.then(() => this.#streams.delete(sending))
    return null
  }

  async #changeSpeed(request: IncomingMessage, trial: WatchedTrial): Promise<Reply> {
    // Pages from elsewhere can send forms and text without being asked, but not this.
    if (request.headers['content-type'] !== 'application/json')
      return json({ error: 'send application/json' }, 415)
    if (!this.#control.status(trial.id).controllable)
      return json({ error: 'the speed of this trial cannot be changed' }, 409)
    const wanted = speedRequestSchema.safeParse(await requestBody(request))
    if (!wanted.success) return json({ error: 'speed is max, pause or a number up to 1000' }, 400)
    return json(await this.#control.change(trial.id, wanted.data))
  }
}

/** The parts of a path, unescaped; none of them ever becomes part of a file's name. */
function segments(path: string): string[] {
  return path
    .slice(1)
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })
}

function file(files: ReadonlyMap<string, WebFile>, name: string | undefined): Reply {
  return files.get(name ?? '') ?? NOT_FOUND
}

/** The tape as it is on the disk, so far. */
async function sendTape(response: ServerResponse, { folder }: WatchedTrial): Promise<Reply | null> {
  const path = join(folder, TAPE_FILE)
  const found = await stat(path).catch(() => null)
  if (!found) return NOT_FOUND
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/gzip' })
  // A page that goes away in the midst of it is no error.
  await pipeline(createReadStream(path), response).catch(() => {})
  return null
}

import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import { MIN_SPEED } from '#clock/pace'
import { RECORDING_FILE } from '#trial/event-log'
import { RESULT_FILE } from '#trial/result'
import { isGuardedFile, openGuarded } from '#wire/guarded-file'
import { plainError, plainJson } from '#wire/plain-text'
import type { WebFile } from '../assets/built-page.ts'
import type { Assets } from '../assets/page-files.ts'
import type { FilmSink } from '../film/film-sink.ts'
import type { Access } from './access.ts'
import { callText } from './call-text.ts'
import { ended } from './ended-recording.ts'
import { EventStream } from './event-stream.ts'
import { Feed, receivedBy } from './feed.ts'
import { takeFilm } from './film-upload.ts'
import { noStore, safeHeaders } from './headers.ts'
import { type OrderSink, orderStatus, takeOrder } from './order-box.ts'
import { Overview } from './overview.ts'
import { replayOf } from './replay.ts'
import { MAX_SPEED, type SpeedControl, speedRequestSchema } from './speed-control.ts'
import { sendFile } from './static-file.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** Greatest number of streams to pages at a time. Each takes some memory and reads its own files. */
const MAX_STREAMS = 64

/** Greatest size of a speed request (bytes). */
const MAX_REQUEST = 1000

/** Greatest size of a film (bytes). */
const MAX_FILM = 200_000_000

interface Env {
  Bindings: HttpBindings
  Variables: { trial: WatchedTrial }
}

interface RoutesOptions {
  readonly trials: readonly WatchedTrial[]
  readonly assets: Assets
  readonly control: SpeedControl
  readonly orders?: OrderSink
  readonly onFollowed?: () => void
  readonly film?: FilmSink
  readonly stallMs?: number
}

/** The addresses of the server. No part of an address ever becomes part of a file name. */
export class Routes {
  readonly app = new Hono<Env>()
  readonly #assets: Assets
  readonly #control: SpeedControl
  readonly #overview: Overview
  readonly #onFollowed: (() => void) | undefined
  readonly #stallMs: number | undefined
  readonly #closing = new AbortController()
  readonly #streams = new Set<Promise<unknown>>()

  constructor(
    { trials, assets, control, orders = null, onFollowed, film, stallMs }: RoutesOptions,
    access: Access,
  ) {
    this.#assets = assets
    this.#control = control
    this.#overview = new Overview(trials)
    this.#onFollowed = onFollowed
    this.#stallMs = stallMs
    const page = async (c: Context) => file(c, await assets.pageFiles(), 'index.html')
    const limit = bodyLimit({ maxSize: MAX_REQUEST, onError: invalidSpeed })
    const orderLimit = bodyLimit({ maxSize: MAX_REQUEST })
    this.app
      .use(safeHeaders, noStore, access.guard)
      .use('/api/trials/:id/*', async (c, next) => {
        const trial = this.#overview.find(c.req.param('id'))
        if (!trial) return c.notFound()
        c.set('trial', trial)
        return next()
      })
      .post('/api/trials/:id/speed', limit, (c) => this.#changeSpeed(c))
      .all('/api/trials/:id/speed', wrongMethod)
      .post('/api/orders', orderLimit, (c) => takeOrder(c, orders))
      .post('/api/film', bodyLimit({ maxSize: MAX_FILM }), (c) => takeFilm(c, film))
      .use(async (c, next) => (c.req.method === 'GET' ? next() : wrongMethod(c)))
      .get('/', page)
      .get('/trial/:id', page)
      .get('/race', page)
      .get('/wall', page)
      .get('/page/:name', async (c) => file(c, await assets.pageFiles(), c.req.param('name')))
      .get('/assets/:version/:name', (c) => this.#asset(c, c.req.param()))
      .get('/api/orders', (c) => orderStatus(c, orders))
      .get('/api/overview', (c) => this.#sendOverview(c))
      .get('/api/trials', async (c) => c.json(await this.#overview.rows()))
      .get('/api/trials/:id/feed', (c) => this.#sendFeed(c))
      .get('/api/trials/:id/replay', async (c) => c.json(await replayOf(c.var.trial.folder)))
      .get('/api/trials/:id/calls/:number', sendCall)
      .get(`/api/trials/:id/${RECORDING_FILE}`, sendRecording)
      .notFound((c) => c.json({ error: 'not found' }, 404))
      .onError((error, c) => {
        console.error(plainError(error))
        return c.text('internal error, see the server log\n', 500)
      })
  }

  /** Replaces the trials that are shown. */
  show(trials: readonly WatchedTrial[]): void {
    this.#overview.show(trials)
  }

  /** Ends all streams after they have sent what is available. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#streams)
  }

  async #asset(c: Context, { version, name }: Record<'version' | 'name', string>) {
    const known = (await this.#overview.rows()).some((row) => row.version === version)
    if (!known) return c.notFound()
    try {
      return file(c, await this.#assets.versionFiles(version), name)
    } catch (error) {
      if (error instanceof RangeError) return c.notFound()
      throw error
    }
  }

  #sendOverview(c: Context<Env>): Response {
    return this.#follow(c, (stream) => this.#overview.send(stream, this.#closing.signal))
  }

  #sendFeed(c: Context<Env>): Response {
    const { trial } = c.var
    this.#onFollowed?.()
    return this.#follow(c, (stream) =>
      new Feed({
        stream,
        trial,
        received: receivedBy(c.req.header('last-event-id')),
        speed: () => this.#control.status(trial.id),
        closing: this.#closing.signal,
      }).run(),
    )
  }

  #follow(c: Context<Env>, send: (stream: EventStream) => Promise<void>): Response {
    if (this.#streams.size >= MAX_STREAMS)
      return c.json({ error: 'too many pages are open; close some' }, 503)
    const { outgoing } = c.env
    const gone = new Promise((resolve) => outgoing.once('close', resolve))
    this.#streams.add(gone)
    gone.then(() => this.#streams.delete(gone))
    return streamSSE(c, (stream) => send(new EventStream(stream, outgoing, this.#stallMs)))
  }

  async #changeSpeed(c: Context<Env>): Promise<Response> {
    const { id } = c.var.trial
    // Pages of other origins can post forms and plain text, but JSON needs a preflight that fails.
    if (c.req.header('content-type') !== 'application/json')
      return c.json({ error: 'the content type must be application/json' }, 415)
    if (!this.#control.status(id).controllable)
      return c.json({ error: 'the speed of this trial is fixed' }, 409)
    const wanted = speedRequestSchema.safeParse(await c.req.json().catch(() => null))
    return wanted.success ? c.json(await this.#control.change(id, wanted.data)) : invalidSpeed(c)
  }
}

function wrongMethod(c: Context): Response {
  return c.json({ error: 'method not allowed' }, 405)
}

function invalidSpeed(c: Context): Response {
  return c.json(
    { error: `speed must be max, pause or a number from ${MIN_SPEED} to ${MAX_SPEED}` },
    400,
  )
}

function file(c: Context, files: ReadonlyMap<string, WebFile>, name: string) {
  const found = files.get(name)
  return found ? sendFile(c, found) : c.notFound()
}

/** Sends one call to the language model. */
async function sendCall(c: Context<Env>) {
  const number = /^[1-9]\d{0,6}$/.exec(c.req.param('number') ?? '')?.[0]
  const call = number === undefined ? null : await callText(c.var.trial.folder, Number(number))
  return call ? c.body(plainJson(call), 200, { 'content-type': 'application/json' }) : c.notFound()
}

/** Sends the recording as far as it has been written. */
async function sendRecording(c: Context<Env>) {
  const { folder } = c.var.trial
  const file = await openGuarded(join(folder, RECORDING_FILE))
  if (!file) return c.notFound()
  const written = file.createReadStream()
  // The result is written last. Without it the recording has no end, and browsers drop what stands before a missing end.
  const isWhole = isGuardedFile(join(folder, RESULT_FILE))
  const content = Readable.toWeb(isWhole ? written : ended(written)) as ReadableStream
  return c.body(content, 200, { 'content-type': 'application/gzip' })
}

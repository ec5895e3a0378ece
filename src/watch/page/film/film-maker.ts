import { FILM_FPS, type FilmRequest } from '../../film/film-request.ts'
import { fill, h } from '../dom.ts'
import { itemOf } from '../panels/item-image.ts'
import type { ReplaySource } from '../replay-source.ts'
import { Stage } from '../scene/stage.ts'
import { Timeline } from '../state/timeline.ts'
import { loadVersion, type VersionAssets } from '../version-assets.ts'
import { type FilmPlan, partFilm, trialFilm } from './film-plan.ts'
import { drawTitles } from './film-titles.ts'
import { type EncodedPicture, webm } from './webm.ts'

/** How long a picture waits for its terrain (ms): the first one, and the others. */
const FIRST_WAIT_MS = 60_000
const WAIT_MS = 2_000

/** Interval between two looks at the terrain (ms), and between two key pictures (pictures). */
const LOOK_MS = 20
const KEY_INTERVAL = 2 * FILM_FPS

/** Greatest number of pictures that wait for the encoder. */
const MAX_QUEUE = 4

/** Updates before the first picture, in which the camera takes its place. */
const SETTLING = 60

/**
 * Films a trial picture by picture, however long each takes, and sends the film to the server. It reports its progress,
 * and a failure, the same way.
 */
export async function makeFilm(
  page: HTMLElement,
  source: ReplaySource,
  request: FilmRequest,
): Promise<void> {
  const send = (type: string, body: BodyInit) =>
    fetch(`/api/film?token=${encodeURIComponent(request.token)}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
  try {
    const film = await new FilmMaker(page, request).film(source, (done, total) =>
      send('application/json', JSON.stringify({ done, total })),
    )
    await send(film.type, film)
  } catch (error) {
    await send('application/json', JSON.stringify({ error: String(error) }))
  }
}

class FilmMaker {
  readonly #request: FilmRequest
  readonly #canvas: HTMLCanvasElement
  readonly #picture: HTMLCanvasElement
  readonly #timeline = new Timeline()

  constructor(page: HTMLElement, request: FilmRequest) {
    const { width, height } = request
    this.#request = request
    this.#canvas = h('canvas', { width, height, class: 'film' })
    this.#canvas.style.width = `${width}px`
    this.#canvas.style.height = `${height}px`
    this.#picture = h('canvas', { width, height })
    fill(page, this.#canvas)
  }

  async film(
    source: ReplaySource,
    onProgress: (done: number, total: number) => Promise<unknown>,
  ): Promise<Blob> {
    const timeline = this.#timeline
    await source.start({
      onEvents: (events) => timeline.add(events),
      onHeader: (header) => {
        timeline.header = header
      },
      onLines: (lines) => {
        for (const line of lines) timeline.lines.push(line)
      },
      onWords: () => {},
      onSpeed: () => {},
      onReady: () => {},
      onOver: () => timeline.close(),
      onConnection: () => {},
    })
    if (!timeline.header) throw new Error('the trial has no recording')
    const assets = await loadVersion(source.assets, timeline.header.version)
    for (const { name } of timeline.milestones) await assets.icons.flatCanvas(itemOf(name))
    const stage = new Stage(this.#canvas, assets, timeline.header)
    return this.#request.still === null
      ? this.#moving(stage, assets, onProgress)
      : this.#still(stage, assets, this.#request.still)
  }

  /** One picture at a tick. */
  async #still(stage: Stage, assets: VersionAssets, tick: number): Promise<Blob> {
    await this.#settle(stage, tick)
    await this.#draw(stage, assets, tick, { speed: 0, isEnd: tick >= this.#timeline.end })
    const blob = await new Promise<Blob | null>((resolve) =>
      this.#picture.toBlob(resolve, 'image/jpeg', 0.82),
    )
    if (!blob) throw new Error('the browser cannot encode pictures')
    return blob
  }

  async #moving(
    stage: Stage,
    assets: VersionAssets,
    onProgress: (done: number, total: number) => Promise<unknown>,
  ): Promise<Blob> {
    const plan = this.#plan()
    const { width, height, bitsPerSecond } = this.#request
    const pictures: EncodedPicture[] = []
    let failure: Error | null = null
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const data = new Uint8Array(chunk.byteLength)
        chunk.copyTo(data)
        pictures.push({ data, ms: chunk.timestamp / 1000, isKey: chunk.type === 'key' })
      },
      error: (error) => {
        failure = error
      },
    })
    const quality = { bitrate: bitsPerSecond, framerate: FILM_FPS, latencyMode: 'quality' } as const
    encoder.configure({ codec: 'vp8', width, height, ...quality })
    const total = Math.max(1, Math.round(plan.seconds * FILM_FPS))
    await this.#settle(stage, plan.tickAt(0))
    for (let number = 0; number < total; number++) {
      if (failure) throw failure
      const time = number / FILM_FPS
      const tick = plan.tickAt(time)
      const isEnd = plan.speedAt(time) === 0
      await this.#draw(stage, assets, tick, { speed: plan.speedAt(time), isEnd })
      const frame = new VideoFrame(this.#picture, { timestamp: Math.round(time * 1e6) })
      encoder.encode(frame, { keyFrame: number % KEY_INTERVAL === 0 })
      frame.close()
      while (encoder.encodeQueueSize > MAX_QUEUE) await pause(LOOK_MS)
      if (number % FILM_FPS === 0) await onProgress(number, total)
    }
    await encoder.flush()
    encoder.close()
    const format = { codec: 'V_VP8', width, height, ms: (total * 1000) / FILM_FPS }
    return new Blob([webm(pictures, format)], { type: 'video/webm' })
  }

  #plan(): FilmPlan {
    const { from, to, speed, seconds } = this.#request
    const { milestones, end } = this.#timeline
    if (from === null && to === null && speed === null)
      return trialFilm(
        milestones.map(({ tick }) => tick),
        end,
        seconds,
      )
    return partFilm(from ?? 0, Math.min(end, to ?? end), speed ?? 1)
  }

  /** Lets the terrain load and the camera take its place. */
  async #settle(stage: Stage, tick: number): Promise<void> {
    this.#timeline.moveTo(Math.floor(tick))
    // The agent appears some ticks after the start.
    while (!this.#timeline.view.pose && this.#timeline.tick < this.#timeline.end)
      this.#timeline.moveTo(this.#timeline.tick + 1)
    if (!this.#timeline.view.pose) throw new Error('the recording does not show the agent')
    for (let i = 0; i < SETTLING; i++) stage.update(this.#timeline.view, tick, 1 / FILM_FPS)
    await this.#awaitTerrain(stage, tick, FIRST_WAIT_MS)
    for (let i = 0; i < SETTLING; i++) stage.update(this.#timeline.view, tick, 1 / FILM_FPS)
  }

  async #awaitTerrain(stage: Stage, tick: number, ms: number): Promise<void> {
    const until = performance.now() + ms
    while (!stage.isComplete && performance.now() < until) {
      await pause(LOOK_MS)
      stage.update(this.#timeline.view, tick, 0)
    }
  }

  async #draw(
    stage: Stage,
    { icons }: VersionAssets,
    tick: number,
    { speed, isEnd }: { speed: number; isEnd: boolean },
  ): Promise<void> {
    const timeline = this.#timeline
    timeline.moveTo(Math.max(timeline.tick, Math.floor(tick)))
    stage.update(timeline.view, tick, 1 / FILM_FPS)
    await this.#awaitTerrain(stage, tick, WAIT_MS)
    // The browser empties the view's canvas after each task, so that it is drawn and copied in one.
    stage.touch()
    stage.update(timeline.view, tick, 0)
    const context = this.#picture.getContext('2d')
    if (!context) throw new Error('this browser does not support canvas')
    context.drawImage(this.#canvas, 0, 0, this.#picture.width, this.#picture.height)
    drawTitles(context, { timeline, icons, depth: stage.depth, tick, speed, isEnd })
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

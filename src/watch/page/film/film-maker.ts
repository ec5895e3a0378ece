import { type CameraKey, cameraAt, cameraPath } from '../../camera-path.ts'
import { FILM_FORMATS, type FilmRequest } from '../../film/film-request.ts'
import { fill, h } from '../dom.ts'
import { itemOf } from '../panels/item-image.ts'
import type { ReplaySource } from '../replay-source.ts'
import { Stage } from '../scene/stage.ts'
import { clockText } from '../state/game-time.ts'
import { Timeline } from '../state/timeline.ts'
import { loadVersion, type VersionAssets } from '../version-assets.ts'
import { type FilmPlan, partFilm, trialFilm } from './film-plan.ts'
import { drawTitles } from './film-titles.ts'
import type { FilmWriter } from './film-writer.ts'
import { GifWriter } from './gif-writer.ts'
import { WebmWriter } from './webm-writer.ts'
import { WebpWriter } from './webp-writer.ts'

/** How long a picture waits for its terrain (ms): the first one, and the others. */
const FIRST_WAIT_MS = 60_000
const WAIT_MS = 2_000

/** Interval between two looks at the terrain, and between two reports (ms). */
const LOOK_MS = 20
const REPORT_MS = 3_000

/** Time before the first picture, in which the camera takes its place (s), and its steps. */
const SETTLING = 3
const SETTLING_STEPS = 60

/** Greatest time of a picture in which the view moves (s). */
const MAX_STEP = 0.1

/** How much finer the view of small films is drawn: smooth pictures look better and take fewer bytes. */
const FINER = 2

/** Reports how many pictures of how many are done. */
type OnProgress = (done: number, total: number) => Promise<unknown>

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
    const onProgress: OnProgress = (done, total) =>
      send('application/json', JSON.stringify({ done, total }))
    const film = await new FilmMaker(page, request, onProgress).film(source)
    await send(film.type, film)
  } catch (error) {
    await send(
      'application/json',
      JSON.stringify({ error: error instanceof Error ? error.message : String(error) }),
    )
  }
}

class FilmMaker {
  readonly #request: FilmRequest
  readonly #canvas: HTMLCanvasElement
  readonly #picture: HTMLCanvasElement
  readonly #timeline = new Timeline()
  readonly #way: readonly CameraKey[]
  readonly #onProgress: OnProgress
  #reportedMs = Number.NEGATIVE_INFINITY
  #done = 0
  #total = 1

  constructor(page: HTMLElement, request: FilmRequest, onProgress: OnProgress) {
    const { width, height } = request
    this.#request = request
    this.#way = cameraPath(request.camera)
    this.#onProgress = onProgress
    const finer = request.format === 'webm' ? 1 : FINER
    this.#canvas = h('canvas', { class: 'film' })
    this.#canvas.style.width = `${width * finer}px`
    this.#canvas.style.height = `${height * finer}px`
    this.#picture = h('canvas', { width, height })
    fill(page, this.#canvas)
  }

  async film(source: ReplaySource): Promise<Blob> {
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
    const { still } = this.#request
    if (still === null) return this.#moving(stage, assets)
    return this.#still(stage, assets, Math.min(still, this.#timeline.end))
  }

  /** One picture at a tick. */
  async #still(stage: Stage, assets: VersionAssets, tick: number): Promise<Blob> {
    await this.#settle(stage, tick)
    await this.#draw(stage, assets, tick, {
      speed: 0,
      isEnd: tick >= this.#timeline.end,
      seconds: 0,
    })
    const blob = await new Promise<Blob | null>((resolve) =>
      this.#picture.toBlob(resolve, 'image/jpeg', 0.82),
    )
    if (!blob) throw new Error('the browser cannot encode pictures')
    return blob
  }

  async #moving(stage: Stage, assets: VersionAssets): Promise<Blob> {
    const plan = this.#plan()
    const { format } = this.#request
    const { picturesPerSecond } = FILM_FORMATS[format]
    const writer = this.#writer()
    const total = Math.max(1, Math.round(plan.seconds * picturesPerSecond))
    this.#total = total
    await this.#settle(stage, plan.tickAt(0))
    for (let number = 0; number < total; number++) {
      const time = number / picturesPerSecond
      const speed = plan.speedAt(time)
      const isEnd = speed === 0
      // In films of whole pictures, one picture shows the end for all of its time.
      const pictures = isEnd && format !== 'webm' ? total - number : 1
      const seconds = pictures / picturesPerSecond
      await this.#draw(stage, assets, plan.tickAt(time), { speed, isEnd, seconds })
      await writer.add(this.#picture, seconds * 1000)
      number += pictures - 1
      this.#done = number
      await this.#report()
    }
    return writer.finish()
  }

  #writer(): FilmWriter {
    const { format } = this.#request
    if (format === 'gif') return new GifWriter(this.#request)
    if (format === 'webp') return new WebpWriter(this.#request)
    return new WebmWriter({ ...this.#request, ...FILM_FORMATS[format] })
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
    if (from !== null && from >= end)
      throw new Error(`the trial ends at ${clockText(end)}, before --from`)
    return partFilm(from ?? 0, Math.min(end, to ?? end), speed ?? 1)
  }

  /** Reports the progress, but not too often. */
  async #report(): Promise<void> {
    const now = performance.now()
    if (now - this.#reportedMs < REPORT_MS) return
    this.#reportedMs = now
    await this.#onProgress(this.#done, this.#total)
  }

  /** Lets the terrain load and the camera take its place. */
  async #settle(stage: Stage, tick: number): Promise<void> {
    this.#timeline.moveTo(Math.floor(tick))
    // The agent appears some ticks after the start.
    while (!this.#timeline.view.pose && this.#timeline.tick < this.#timeline.end)
      this.#timeline.moveTo(this.#timeline.tick + 1)
    if (!this.#timeline.view.pose) throw new Error('the recording does not show the agent')
    const step = SETTLING / SETTLING_STEPS
    for (let i = 0; i < SETTLING_STEPS; i++) this.#follow(stage, tick, step)
    await this.#awaitTerrain(stage, tick, FIRST_WAIT_MS)
    for (let i = 0; i < SETTLING_STEPS; i++) this.#follow(stage, tick, step)
  }

  /** Moves the view, and the free camera along its way, without drawing. */
  #follow(stage: Stage, tick: number, seconds: number): void {
    const key = cameraAt(this.#way, tick)
    if (key) stage.camera.place(key)
    stage.follow(this.#timeline.view, tick, seconds)
  }

  async #awaitTerrain(stage: Stage, tick: number, ms: number): Promise<void> {
    const until = performance.now() + ms
    while (!stage.isComplete && performance.now() < until) {
      await pause(LOOK_MS)
      this.#follow(stage, tick, 0)
      await this.#report()
    }
  }

  async #draw(
    stage: Stage,
    { icons }: VersionAssets,
    tick: number,
    { speed, isEnd, seconds }: { speed: number; isEnd: boolean; seconds: number },
  ): Promise<void> {
    const timeline = this.#timeline
    timeline.moveTo(Math.max(timeline.tick, Math.floor(tick)))
    this.#follow(stage, tick, Math.min(seconds, MAX_STEP))
    await this.#awaitTerrain(stage, tick, WAIT_MS)
    // The browser empties the view's canvas after each task, so that it is drawn and copied in one.
    stage.draw()
    const context = this.#picture.getContext('2d')
    if (!context) throw new Error('this browser does not support canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(this.#canvas, 0, 0, this.#picture.width, this.#picture.height)
    if (this.#request.titles)
      drawTitles(context, { timeline, icons, depth: stage.depth, tick, speed, isEnd })
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

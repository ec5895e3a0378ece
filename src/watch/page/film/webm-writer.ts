import type { FilmRequest } from '../../film/film-request.ts'
import type { FilmWriter } from './film-writer.ts'
import { type EncodedPicture, webm } from './webm.ts'

/** Time between two key pictures (ms). */
const KEY_MS = 2_000

/** Greatest number of pictures that wait for the encoder, and interval between two looks at it (ms). */
const MAX_QUEUE = 4
const LOOK_MS = 10

/** Writes a film as WebM, with the browser's encoder. */
export class WebmWriter implements FilmWriter {
  readonly #size: Pick<FilmRequest, 'width' | 'height'>
  readonly #encoder: VideoEncoder
  readonly #pictures: EncodedPicture[] = []
  #failure: Error | null = null
  #ms = 0
  #keyMs = Number.NEGATIVE_INFINITY

  constructor({
    width,
    height,
    bitsPerSecond,
    picturesPerSecond,
  }: Pick<FilmRequest, 'width' | 'height' | 'bitsPerSecond'> & { picturesPerSecond: number }) {
    this.#size = { width, height }
    this.#encoder = new VideoEncoder({
      output: (chunk) => {
        const data = new Uint8Array(chunk.byteLength)
        chunk.copyTo(data)
        this.#pictures.push({ data, ms: chunk.timestamp / 1000, isKey: chunk.type === 'key' })
      },
      error: (error) => {
        this.#failure = error
      },
    })
    const rate = { bitrate: bitsPerSecond, framerate: picturesPerSecond }
    this.#encoder.configure({ codec: 'vp8', width, height, ...rate, latencyMode: 'quality' })
  }

  async add(picture: HTMLCanvasElement, ms: number): Promise<void> {
    if (this.#failure) throw this.#failure
    const frame = new VideoFrame(picture, { timestamp: Math.round(this.#ms * 1000) })
    const keyFrame = this.#ms - this.#keyMs >= KEY_MS
    if (keyFrame) this.#keyMs = this.#ms
    this.#encoder.encode(frame, { keyFrame })
    frame.close()
    this.#ms += ms
    while (this.#encoder.encodeQueueSize > MAX_QUEUE)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }

  async finish(): Promise<Blob> {
    await this.#encoder.flush()
    this.#encoder.close()
    if (this.#failure) throw this.#failure
    const file = webm(this.#pictures, { codec: 'V_VP8', ...this.#size, ms: this.#ms })
    return new Blob([file], { type: 'video/webm' })
  }
}

import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import type { FilmRequest } from '../../film/film-request.ts'
import type { FilmWriter } from './film-writer.ts'

/** Colours of a picture; one more stands for an unchanged pixel. */
const COLOURS = 255

/** Changes of a colour up to this one are not drawn, because they cost more bytes than they show. */
const MAX_UNSEEN = 14

/** Writes a film as an animated GIF: each picture has only the pixels that have changed. */
export class GifWriter implements FilmWriter {
  readonly #gif = GIFEncoder()
  readonly #size: Pick<FilmRequest, 'width' | 'height'>
  /** The colours that are shown so far. */
  #shown: Uint8ClampedArray | null = null

  constructor({ width, height }: Pick<FilmRequest, 'width' | 'height'>) {
    this.#size = { width, height }
  }

  async add(picture: HTMLCanvasElement, ms: number): Promise<void> {
    const { width, height } = this.#size
    const context = picture.getContext('2d')
    if (!context) throw new Error('this browser does not support canvas')
    const { data } = context.getImageData(0, 0, width, height)
    const palette = quantize(data, COLOURS)
    const index = applyPalette(data, palette)
    // The colour in the last place is never shown.
    const unchanged = palette.length
    if (this.#shown) keep(data, this.#shown, index, unchanged)
    this.#shown = data
    this.#gif.writeFrame(index, width, height, {
      palette: [...palette, [0, 0, 0]],
      transparent: true,
      transparentIndex: unchanged,
      delay: ms,
      dispose: LEAVE,
    })
  }

  async finish(): Promise<Blob> {
    this.#gif.finish()
    return new Blob([this.#gif.bytes()], { type: 'image/gif' })
  }
}

/** How the next picture finds this one: as it is. */
const LEAVE = 1

/** Gives pixels that look as before the index that keeps them; their colours in `data` become those that are shown. */
function keep(
  data: Uint8ClampedArray,
  shown: Uint8ClampedArray,
  index: Uint8Array,
  unchanged: number,
): void {
  for (let i = 0; i < index.length; i++) {
    const at = 4 * i
    let change = 0
    for (let channel = at; channel < at + 3; channel++)
      change = Math.max(change, Math.abs((data[channel] ?? 0) - (shown[channel] ?? 0)))
    if (change > MAX_UNSEEN) continue
    index[i] = unchanged
    data.set(shown.subarray(at, at + 3), at)
  }
}

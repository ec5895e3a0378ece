import type { FilmRequest } from '../../film/film-request.ts'
import type { FilmWriter } from './film-writer.ts'
import { type WebpPicture, webp } from './webp.ts'

/** Quality of the pictures, from 0 to 1. */
const QUALITY = 0.4

/** Writes a film as an animated WebP, whose pictures the browser encodes. */
export class WebpWriter implements FilmWriter {
  readonly #size: Pick<FilmRequest, 'width' | 'height'>
  readonly #pictures: WebpPicture[] = []

  constructor({ width, height }: Pick<FilmRequest, 'width' | 'height'>) {
    this.#size = { width, height }
  }

  async add(picture: HTMLCanvasElement, ms: number): Promise<void> {
    const blob = await new Promise<Blob | null>((resolve) =>
      picture.toBlob(resolve, 'image/webp', QUALITY),
    )
    // A browser that lacks an encoder answers with another format.
    if (blob?.type !== 'image/webp') throw new Error('the browser cannot encode WebP')
    this.#pictures.push({ file: new Uint8Array(await blob.arrayBuffer()), ms })
  }

  async finish(): Promise<Blob> {
    return new Blob([webp(this.#pictures, this.#size)], { type: 'image/webp' })
  }
}

import { StringDecoder } from 'node:string_decoder'
import { createGunzip, type Gunzip } from 'node:zlib'
import { openGuarded } from '#wire/guarded-file'

/** How much is read at a time (bytes). Gzip can expand a byte to 1,030, so that compressed pieces are smaller. */
const PIECE = 65_536
const COMPRESSED_PIECE = 8192
/** More text than a trial writes into one file (bytes); a longer one is a decompression bomb. */
const MAX_TEXT = 512 * 1024 * 1024
/** Delver writes no longer lines (characters). */
const MAX_LINE = 8_000_000

/**
 * Reads lines from a file that another process or thread appends to. Each `read` reads one piece.
 * A last line without a newline is not complete, and is not returned.
 */
export class LineTail {
  readonly #path: string
  readonly #gunzip: Gunzip | null
  readonly #decoder = new StringDecoder('utf8')
  readonly #buffer: Buffer
  #offset = 0
  #rest = ''
  #taken = 0
  #ended = false

  /** @param compressed whether the file is gzip, which may be truncated anywhere. */
  constructor(path: string, compressed = false) {
    this.#path = path
    this.#buffer = Buffer.allocUnsafe(compressed ? COMPRESSED_PIECE : PIECE)
    this.#gunzip = compressed ? createGunzip() : null
    this.#gunzip?.on('data', (piece: Buffer) => this.#take(piece))
    // After a decompression error, the rest of the file is ignored.
    this.#gunzip?.once('error', () => this.#end())
  }

  /**
   * Reads the next piece.
   * @returns the lines that it completes, which may be none; null when there is no new content, or no file.
   */
  async read(): Promise<string[] | null> {
    if (this.#ended) return null
    const size = await this.#readPiece()
    if (size === 0) return null
    this.#offset += size
    const piece = this.#buffer.subarray(0, size)
    if (this.#gunzip) await this.#unpack(this.#gunzip, piece)
    else this.#take(piece)
    const lines = this.#rest.split('\n')
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > MAX_LINE) this.#end()
    return lines
  }

  close(): void {
    this.#end()
  }

  /** @returns the number of bytes read. */
  async #readPiece(): Promise<number> {
    const file = await openGuarded(this.#path)
    if (!file) return 0
    try {
      return (await file.read(this.#buffer, 0, this.#buffer.length, this.#offset)).bytesRead
    } finally {
      await file.close()
    }
  }

  #unpack(gunzip: Gunzip, piece: Buffer): Promise<void> {
    return new Promise((resolve) => {
      gunzip.once('close', resolve)
      gunzip.write(piece, () => {
        gunzip.off('close', resolve)
        resolve()
      })
    })
  }

  #take(piece: Buffer): void {
    if (this.#ended) return
    this.#rest += this.#decoder.write(piece)
    this.#taken += piece.length
    if (this.#taken > MAX_TEXT) this.#end()
  }

  #end(): void {
    this.#ended = true
    this.#gunzip?.destroy()
  }
}

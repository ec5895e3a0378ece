import { StringDecoder } from 'node:string_decoder'
import { createGunzip, type Gunzip } from 'node:zlib'
import { openGuarded } from '#wire/guarded-file'

/** How much of a file is read at a time, plain and compressed: gzip makes up to 1,030 bytes of one (bytes). */
const PIECE = 65_536
const COMPRESSED_PIECE = 8192
/** More text than any trial writes into one file: what passes it is a bomb (characters). */
const MOST_TEXT = 512 * 1024 * 1024
/** A longer line is no line of ours (characters). */
const LONGEST_LINE = 8_000_000

/**
 * Reads a file line by line while another process or thread writes it: a part at a time, when asked.
 * A last line without its newline is not there yet.
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

  /** @param compressed whether it is gzip, which may be cut off anywhere. */
  constructor(path: string, compressed = false) {
    this.#path = path
    this.#buffer = Buffer.allocUnsafe(compressed ? COMPRESSED_PIECE : PIECE)
    this.#gunzip = compressed ? createGunzip() : null
    this.#gunzip?.on('data', (piece: Buffer) => this.#take(piece))
    // What cannot be unpacked is not read any further.
    this.#gunzip?.once('error', () => this.#end())
  }

  /**
   * Reads the next part.
   * @returns the lines that it completes, perhaps none; null when there is nothing new, or no file.
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
    if (this.#rest.length > LONGEST_LINE) this.#end()
    return lines
  }

  close(): void {
    this.#end()
  }

  /** @returns how many bytes have come. */
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
    if (this.#taken > MOST_TEXT) this.#end()
  }

  #end(): void {
    this.#ended = true
    this.#gunzip?.destroy()
  }
}

import { clearScreenDown, moveCursor } from 'node:readline'
import type { WriteStream } from 'node:tty'

/** A few lines at the bottom of a terminal that are redrawn in place. */
export class LiveLines {
  readonly #stream: WriteStream
  #shown = 0

  constructor(stream: WriteStream) {
    this.#stream = stream
  }

  /** Replaces the lines. */
  show(lines: readonly string[]): void {
    this.clear()
    const width = this.#stream.columns - 1
    for (const line of lines) this.#stream.write(`${line.slice(0, width)}\n`)
    this.#shown = lines.length
  }

  clear(): void {
    if (this.#shown === 0) return
    moveCursor(this.#stream, 0, -this.#shown)
    clearScreenDown(this.#stream)
    this.#shown = 0
  }
}

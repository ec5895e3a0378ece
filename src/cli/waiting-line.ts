import type { WriteStream } from 'node:tty'
import { LiveLines } from './live-lines.ts'
import { isReported, LongWait } from './long-wait.ts'

/** Shows that something takes long: redrawn in every second on a terminal, and otherwise in a few lines. */
export class WaitingLine {
  readonly #live: LiveLines | null
  readonly #wait: LongWait

  constructor(stream: NodeJS.WriteStream, what: string) {
    const live = stream.isTTY ? new LiveLines(stream as WriteStream) : null
    this.#live = live
    this.#wait = new LongWait((seconds) => {
      const line = `...    ${what}: ${seconds} s`
      if (live) live.show([line])
      else if (isReported(seconds)) stream.write(`${line}\n`)
    })
    this.#wait.begin()
  }

  end(): void {
    this.#wait.end()
    this.#live?.clear()
  }
}

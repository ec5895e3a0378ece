import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readGuardedText } from '#wire/guarded-file'

/** The file in a trial's folder that has the words of a pending call; it exists only during calls. */
export const WORDS_FILE = 'llm-words.json'

const MAX_BYTES = 64 * 1024

const schema = z.object({ purpose: z.string(), words: z.string() })

/** What a language model has said so far in a call that is pending. */
export type LiveWords = z.infer<typeof schema>

/** Writes the words of pending calls for those who watch the trial. A disk that is full does not stop the trial. */
export class LiveWordsWriter {
  readonly #path: string
  #file: number | null = null

  constructor(folder: string) {
    this.#path = join(folder, WORDS_FILE)
  }

  /** @param words null when the call is over. */
  write(purpose: string, words: string | null): void {
    try {
      if (words === null) {
        this.close()
        return
      }
      this.#file ??= this.#create()
      ftruncateSync(this.#file)
      writeSync(this.#file, JSON.stringify({ purpose, words } satisfies LiveWords), 0)
    } catch {
      // Nothing but the page needs the words.
    }
  }

  close(): void {
    if (this.#file === null) return
    const file = this.#file
    this.#file = null
    closeSync(file)
    rmSync(this.#path, { force: true })
  }

  /** Never writes through a link that is in the file's place. */
  #create(): number {
    rmSync(this.#path, { force: true })
    return openSync(this.#path, 'wx')
  }
}

/** The words of the pending call; null without one, undefined while they are being written. */
export function readLiveWords(folder: string): LiveWords | null | undefined {
  try {
    const text = readGuardedText(join(folder, WORDS_FILE), MAX_BYTES)
    return text === null ? null : schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

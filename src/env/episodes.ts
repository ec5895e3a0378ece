import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import { plainText } from '#wire/plain-text'
import { EpisodeProcess } from './episode-process.ts'
import { episodeSettings } from './episode-settings.ts'
import { type EnvReply, errorReply } from './replies.ts'
import type { ResetRequest, StepRequest } from './requests.ts'

const MESSAGE_LENGTH = 300

export interface EpisodesOptions {
  /** Program and arguments of a process that plays episodes. */
  readonly command: readonly [file: string, ...args: string[]]
  /** Folder in which each episode leaves its log; null to keep none. */
  readonly out: string | null
}

/** The episodes of one client, one at a time, each in a process that may have played earlier ones. */
export class Episodes {
  readonly #options: EpisodesOptions
  #process: EpisodeProcess | null = null
  /** Folder of a log that is not kept. */
  #temporary: string | null = null
  #count = 0

  constructor(options: EpisodesOptions) {
    this.#options = options
  }

  /** Begins an episode; one that is being played ends. */
  async reset(request: ResetRequest): Promise<EnvReply> {
    try {
      const settings = episodeSettings(request)
      const process = await this.#freeProcess()
      const folder = this.#nextFolder()
      return await process.ask({ type: 'order', settings, folder, isKept: !this.#temporary })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return errorReply('bad-request', plainText(error.message, MESSAGE_LENGTH))
    }
  }

  async answer(request: StepRequest): Promise<EnvReply> {
    if (!this.#process?.isPlaying)
      return errorReply('no-episode', 'there is no episode, or it is over; send reset')
    return this.#process.ask(request)
  }

  /** Asks the episode to end early: the pending request is answered. */
  stop(): void {
    this.#process?.stop()
  }

  /** Ends the episode and its process. */
  async close(): Promise<void> {
    if (this.#process?.isPlaying) await this.#process.ask({ type: 'close' })
    await this.#process?.leave()
    this.#process = null
    this.#discard()
  }

  async #freeProcess(): Promise<EpisodeProcess> {
    if (this.#process?.isPlaying) await this.#process.ask({ type: 'close' })
    if (this.#process && !this.#process.isFree) {
      await this.#process.leave()
      this.#process = null
    }
    this.#discard()
    this.#process ??= new EpisodeProcess(this.#options.command)
    return this.#process
  }

  /** @throws UsageError when no folder can be made. */
  #nextFolder(): string {
    const { out } = this.#options
    if (out === null) {
      this.#temporary = mkdtempSync(join(tmpdir(), 'delver-env-'))
      return join(this.#temporary, 'episode')
    }
    makeFolder(out)
    for (;;) {
      const folder = join(out, `episode-${String(++this.#count).padStart(4, '0')}`)
      if (!existsSync(folder)) return folder
    }
  }

  #discard(): void {
    if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true })
    this.#temporary = null
  }
}

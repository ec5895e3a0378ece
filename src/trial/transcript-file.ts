import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSCRIPT_FILE } from '#llm/transcript'
import { TranscriptWriter } from '#llm/transcript-writer'
import { cannotWrite, type SystemError } from './errors.ts'

/** The transcript of a new trial. */
export interface TranscriptFile {
  readonly writer: TranscriptWriter
  /** Why the transcript ends early; null when it does not. */
  readonly failure: SystemError | null
}

/**
 * Starts the transcript in a trial's folder, in place of an earlier trial's.
 * @param onFailure called once, when a line cannot be written.
 * @throws SystemError
 */
export function createTranscript(folder: string, onFailure: () => void): TranscriptFile {
  const path = join(folder, TRANSCRIPT_FILE)
  let failure: SystemError | null = null
  try {
    rmSync(path, { force: true })
    const writer = new TranscriptWriter(path, (error) => {
      failure = cannotWrite(path, error)
      onFailure()
    })
    return {
      writer,
      get failure() {
        return failure
      },
    }
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

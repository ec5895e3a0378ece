import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSCRIPT_FILE } from '#llm/transcript'
import { TranscriptWriter } from '#llm/transcript-writer'
import { cannotWrite } from '#trial/errors'

/**
 * Starts a transcript in a folder. A benchmark that is resumed has several: `llm.jsonl`, `llm-2.jsonl` and so on.
 * @throws SystemError
 */
export function transcriptInFolder(
  folder: string,
  onFailure: (error: Error) => void,
): TranscriptWriter {
  let path = join(folder, TRANSCRIPT_FILE)
  for (let number = 2; existsSync(path); number++)
    path = join(folder, TRANSCRIPT_FILE.replace('.', `-${number}.`))
  try {
    return new TranscriptWriter(path, (error) => onFailure(cannotWrite(path, error)))
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

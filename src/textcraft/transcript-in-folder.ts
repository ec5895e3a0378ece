import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSCRIPT_FILE } from '#llm/transcript'
import { TranscriptWriter } from '#llm/transcript-writer'
import { cannotWrite } from '#trial/errors'

/** The transcripts in a folder, in the order in which they were written. */
export function transcriptsIn(folder: string): string[] {
  const paths: string[] = []
  for (let path = pathOf(folder, 1); existsSync(path); path = pathOf(folder, paths.length + 1))
    paths.push(path)
  return paths
}

function pathOf(folder: string, number: number): string {
  const name = number === 1 ? TRANSCRIPT_FILE : TRANSCRIPT_FILE.replace('.', `-${number}.`)
  return join(folder, name)
}

/**
 * Starts a transcript in a folder. A benchmark that is resumed has several: `llm.jsonl`, `llm-2.jsonl` and so on.
 * @throws SystemError
 */
export function transcriptInFolder(
  folder: string,
  onFailure: (error: Error) => void,
): TranscriptWriter {
  const path = pathOf(folder, transcriptsIn(folder).length + 1)
  try {
    return new TranscriptWriter(path, (error) => onFailure(cannotWrite(path, error)))
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

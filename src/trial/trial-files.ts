import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSCRIPT_FILE } from '#llm/transcript'
import { cannotWrite } from './errors.ts'
import { EVENTS_FILE, RECORDING_FILE } from './event-log.ts'
import { WORDS_FILE } from './live-words.ts'
import { PROGRESS_FILE } from './remote-progress.ts'
import { RESULT_FILE } from './result.ts'

/** The files that a trial leaves in its folder. */
const TRIAL_FILES = [
  ...[EVENTS_FILE, RESULT_FILE, RECORDING_FILE, TRANSCRIPT_FILE, PROGRESS_FILE],
  WORDS_FILE,
]

/** Suffix of the temporary files of `write-file-atomic`, which a killed process leaves behind. */
const TEMPORARY = /\.\d+$/

/** Deletes the files of an interrupted trial. @throws SystemError */
export function clearTrial(folder: string): void {
  try {
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder))
      if (TRIAL_FILES.includes(file.replace(TEMPORARY, ''))) rmSync(join(folder, file))
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

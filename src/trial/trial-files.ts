import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFile } from './atomic-file.ts'
import { EVENTS_FILE, RECORDING_FILE } from './event-log.ts'
import { PROGRESS_FILE } from './remote-progress.ts'
import { RESULT_FILE } from './result.ts'
import { cannotWrite } from './system-error.ts'

/** What a trial's process, one that was stopped among them, leaves in its folder. */
const TRIAL_FILES = [
  EVENTS_FILE,
  RESULT_FILE,
  temporaryFile(RESULT_FILE),
  RECORDING_FILE,
  PROGRESS_FILE,
]

/** Deletes what a stopped trial has left behind. @throws SystemError */
export function clearTrial(folder: string): void {
  try {
    for (const file of TRIAL_FILES) rmSync(join(folder, file), { force: true })
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

import { constants, lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** More than a trial writes into one file (bytes). */
const MAX_FILE = 256 * 1024 * 1024

/** A link could lead out of the folder, and opening a pipe would block until a writer opens it. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether a path is a regular file that a trial may have written: not a link, pipe or huge file. */
export function isTrialFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_FILE
}

/** Opens a file of a trial for reading; null where {@link isTrialFile} is false. */
export async function openTrialFile(path: string): Promise<FileHandle | null> {
  if (!isTrialFile(path)) return null
  const file = await open(path, FLAGS).catch(() => null)
  // The file may have been replaced in the meantime.
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

import { constants, lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** More than any trial writes into one file (bytes). */
const LARGEST_FILE = 256 * 1024 * 1024

/** A link would lead out of the folder; to open a pipe would be to wait for who writes into it. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether there is a file that a trial may have written: none that leads elsewhere, and no pipe. */
export function isTrialFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= LARGEST_FILE
}

/** Opens a file of a trial to read it; null where {@link isTrialFile} says there is none. */
export async function openTrialFile(path: string): Promise<FileHandle | null> {
  if (!isTrialFile(path)) return null
  const file = await open(path, FLAGS).catch(() => null)
  // It may have become another one.
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

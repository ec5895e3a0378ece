import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * The only reader of files that may come from others: the files of a trial's folder, and files that a setting, a job or an
 * option names. It opens regular files of a bounded size and nothing else. A symbolic link could lead out of
 * the folder, a FIFO blocks its reader forever, and a device such as `/dev/zero` never ends.
 */

/** Larger than any file that a trial writes (bytes). */
export const MAX_TRIAL_FILE_BYTES = 256 * 1024 * 1024

/** Larger than any model of a selector (bytes). */
export const MAX_MODEL_BYTES = 64 * 1024 * 1024

/** Windows has neither flag; there the check before opening has to do. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The file is not one that may be read; the message is one line and names the file. */
export class RefusedFile extends Error {
  constructor(path: string, reason: string) {
    super(`${path} ${reason}`)
    this.name = 'RefusedFile'
  }
}

/**
 * The content of a file; null when there is none.
 * @throws RefusedFile for a link, a FIFO, a device, a folder, or a file larger than `maxBytes`.
 * @throws Error of the file system when it cannot be read.
 */
export function readGuarded(path: string, maxBytes: number): Buffer | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if (found.isSymbolicLink())
    throw new RefusedFile(path, 'is a symbolic link, which is not followed')
  const file = openSync(path, FLAGS)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new RefusedFile(path, 'is not a regular file')
    if (stat.size > maxBytes) throw tooLarge(path, maxBytes)
    return readAtMost(file, path, stat.size, maxBytes)
  } finally {
    closeSync(file)
  }
}

/** {@link readGuarded} as UTF-8. */
export function readGuardedText(path: string, maxBytes: number): string | null {
  return readGuarded(path, maxBytes)?.toString('utf8') ?? null
}

/** Whether there is a regular file of at most {@link MAX_TRIAL_FILE_BYTES}. */
export function isGuardedFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_TRIAL_FILE_BYTES
}

/** Opens a file to read it piece by piece; null where {@link isGuardedFile} finds none. */
export async function openGuarded(path: string): Promise<FileHandle | null> {
  if (!isGuardedFile(path)) return null
  const file = await open(path, FLAGS).catch(() => null)
  // Another process may have replaced the file since the check.
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

/** Reads to the end of the file, which may still grow: the size is only a first guess. */
function readAtMost(file: number, path: string, size: number, maxBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const read = readSync(file, buffer, length, buffer.length - length, length)
    if (read === 0) return buffer.subarray(0, length)
    length += read
    if (length > maxBytes) throw tooLarge(path, maxBytes)
    if (length === buffer.length)
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)])
  }
}

function tooLarge(path: string, maxBytes: number): RefusedFile {
  return new RefusedFile(path, `is larger than ${maxBytes} bytes`)
}

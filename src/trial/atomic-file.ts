import { lstatSync, rmSync } from 'node:fs'
import { sync as writeFileAtomic } from 'write-file-atomic'
import { cannotWrite, SystemError } from './errors.ts'

/**
 * Replaces a file as a whole: after a crash of the process or the machine it has either its old or its new content.
 * A symbolic link in its place is replaced, not followed.
 * @throws SystemError when it cannot be written.
 */
export function writeAtomically(path: string, content: string | Buffer): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
    writeFileAtomic(path, content)
    // write-file-atomic writes once, and a disk that is almost full may take only a part.
    if (lstatSync(path).size === Buffer.byteLength(content)) return
  } catch (error) {
    throw cannotWrite(path, error)
  }
  throw new SystemError(`cannot write ${path} (only a part fits on the disk)`)
}

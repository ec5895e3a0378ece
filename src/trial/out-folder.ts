import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonOf, SystemError, UsageError } from './errors.ts'

/** Size of the file that tests for free space (bytes); file systems allocate blocks of this size. */
const PROBE_BYTES = 4096

/** Errors of a disk on which no folder is writable; after any other error another folder may work. */
const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE']

/**
 * Makes a folder unless it exists, and checks that files can be written in it.
 * @param option The option that names the folder, for messages.
 * @throws UsageError when the folder cannot be made or is not writable.
 * @throws SystemError when the disk is full or failing.
 */
export function makeFolder(folder: string, option = '--out'): void {
  const probe = join(folder, `.delver-${process.pid}.tmp`)
  try {
    makeFolders(folder)
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    const why = `cannot write to ${folder} (${reasonOf(error)})`
    if (DISK_ERRORS.includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new SystemError(`${why}; free some space, or give another ${option}`)
    throw new UsageError(`${why}; give another ${option}`)
  }
}

/** As `mkdir -p`. Node's own `recursive` option never returns below `/proc`, where no folder can be made. */
export function makeFolders(folder: string, parentIsMade = false): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (isFolder(folder)) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parentIsMade) throw error
    makeFolders(dirname(folder))
    makeFolders(folder, true)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

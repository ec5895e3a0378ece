import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonOf, SystemError } from './system-error.ts'
import { UsageError } from './usage-error.ts'

/** What is written to see whether there is room (bytes); file systems give it out in blocks of that size. */
const TRIED_BYTES = 4096

/** Errors of a disk on which nothing can be kept; with any other another folder may do. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE']

/**
 * Makes a folder unless it is there, and tries whether files can be written in it.
 * @throws UsageError when there cannot be such a folder; nothing is there then.
 * @throws SystemError when the disk takes no more.
 */
export function makeFolder(folder: string): void {
  const trial = join(folder, `.delver-${process.pid}.tmp`)
  try {
    makeWithParents(folder)
    try {
      writeFileSync(trial, Buffer.alloc(TRIED_BYTES))
    } finally {
      rmSync(trial, { force: true })
    }
  } catch (error) {
    const why = `cannot write to ${folder} (${reasonOf(error)})`
    if (OF_THE_DISK.includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new SystemError(`${why}; make room, or give another --out`)
    throw new UsageError(`${why}; give another --out`)
  }
}

/** As `mkdir -p`. That of Node goes round in circles forever where a folder cannot be made, as below `/proc`. */
function makeWithParents(folder: string, parentIsMade = false): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (isFolder(folder)) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parentIsMade) throw error
    makeWithParents(dirname(folder))
    makeWithParents(folder, true)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

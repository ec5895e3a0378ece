import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cannotWrite } from './system-error.ts'

/** Where a file's new content lies until it is whole. */
export function temporaryFile(path: string): string {
  return `${path}.tmp`
}

/**
 * Writes a file that is there whole or as it was before, whenever the process or the machine stops.
 * @throws SystemError when it cannot be written; it is as it was before then.
 */
export function writeAtomically(path: string, content: string): void {
  const temporary = temporaryFile(path)
  try {
    const file = openSync(temporary, 'w')
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true, recursive: true })
    throw cannotWrite(path, error)
  }
}

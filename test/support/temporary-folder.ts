import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variables that `tmpdir()` reads, on any system. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP']

/**
 * Gives the tests, and all that they start, a folder for temporary files. It is removed with its contents when the tests
 * end or are stopped.
 */
export default function ownTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'delver-'))
  for (const variable of VARIABLES) process.env[variable] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
}

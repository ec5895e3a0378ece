import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What `tmpdir()` goes by, on any system. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP']

/**
 * Gives the tests, and all that they start, a folder for temporary files of their own. It is removed with all that was
 * left in it when they are over, also when they are stopped.
 */
export default function ownTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'delver-'))
  for (const variable of VARIABLES) process.env[variable] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
}

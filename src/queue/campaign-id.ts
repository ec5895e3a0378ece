import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/usage-error'

/** Lies in a campaign's folder, so that the same campaign is found on the queue again. */
const FILE = 'queue.json'

const fileSchema = z.object({ v: z.literal(1), campaign: z.string().regex(/^[0-9a-f]{16}$/) })

/**
 * By what name a campaign goes on the queue; a new one the first time.
 * @throws UsageError when the file is damaged.
 * @throws SystemError when it cannot be written.
 */
export function campaignId(folder: string): string {
  const path = join(folder, FILE)
  const text = textOf(path)
  if (text !== null) return idIn(text, path)
  const campaign = randomBytes(8).toString('hex')
  writeAtomically(path, `${JSON.stringify({ v: 1, campaign })}\n`)
  return campaign
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function idIn(text: string, path: string): string {
  try {
    return fileSchema.parse(JSON.parse(text)).campaign
  } catch {
    throw new UsageError(
      `${path} is damaged; delete it to put the missing trials on the queue anew`,
    )
  }
}

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/errors'
import { readGuardedText } from '#wire/guarded-file'

/** File in a campaign's folder that names the campaign, so that a restarted one finds its trials on the queue. */
const FILE = 'queue.json'

/** Larger than the file ever is (bytes). */
const MAX_BYTES = 4096

const fileSchema = z.object({ v: z.literal(1), campaign: z.string().regex(/^[0-9a-f]{16}$/) })

/**
 * The name of a campaign on the queue; a new one the first time.
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
    return readGuardedText(path, MAX_BYTES)
  } catch {
    throw damaged(path)
  }
}

function idIn(text: string, path: string): string {
  try {
    return fileSchema.parse(JSON.parse(text)).campaign
  } catch {
    throw damaged(path)
  }
}

function damaged(path: string): UsageError {
  return new UsageError(`${path} is damaged; delete it to put the missing trials on the queue anew`)
}

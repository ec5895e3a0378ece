import { join } from 'node:path'
import { z } from 'zod'
import { readGuardedText } from '#wire/guarded-file'
import { writeAtomically } from './atomic-file.ts'
import { makeFolders } from './out-folder.ts'

/** File in the folder of a trial while a worker on another machine plays it. */
export const PROGRESS_FILE = 'progress.json'

/** Larger than any progress (bytes). */
const MAX_PROGRESS_BYTES = 1024 * 1024

const tick = z.int().nonnegative()

/** Progress of a trial that another machine plays. */
export const remoteProgressSchema = z.object({
  /** Name of the worker that plays it. */
  worker: z.string().regex(/^[\w.-]{1,100}$/),
  /** Game ticks that have passed. */
  tick,
  milestones: z.array(z.object({ name: z.string().max(100), tick })).max(200),
})
export type RemoteProgress = z.infer<typeof remoteProgressSchema>

/** Writes the progress for pages that show the folder; a failure to write is ignored. */
export function writeProgress(folder: string, progress: RemoteProgress): void {
  try {
    makeFolders(folder)
    writeAtomically(join(folder, PROGRESS_FILE), JSON.stringify(progress))
  } catch {
    // Only pages need this file. Writing the trial's own files reports what is wrong with the disk.
  }
}

/** The progress in a trial's folder; null when there is none. */
export function readProgress(folder: string): RemoteProgress | null {
  try {
    const text = readGuardedText(join(folder, PROGRESS_FILE), MAX_PROGRESS_BYTES)
    return text === null ? null : (remoteProgressSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

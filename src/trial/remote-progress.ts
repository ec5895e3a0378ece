import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { temporaryFile } from './atomic-file.ts'

/** Lies in the folder of a trial as long as a worker elsewhere plays it. */
export const PROGRESS_FILE = 'progress.json'

const tick = z.int().nonnegative()

/** How far a trial is that is played elsewhere. */
export const remoteProgressSchema = z.object({
  /** Name of who plays it. */
  worker: z.string().regex(/^[\w.-]{1,100}$/),
  /** Game ticks that have passed. */
  tick,
  milestones: z.array(z.object({ name: z.string().max(100), tick })).max(200),
})
export type RemoteProgress = z.infer<typeof remoteProgressSchema>

/** Notes it for those who watch the folder; what cannot be written is left out. */
export function noteProgress(folder: string, progress: RemoteProgress): void {
  const path = join(folder, PROGRESS_FILE)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(temporaryFile(path), JSON.stringify(progress))
    renameSync(temporaryFile(path), path)
  } catch {
    // It is for watching alone. The trial's own files say what is wrong with the disk.
  }
}

/** Null where there is none. */
export function readProgress(folder: string): RemoteProgress | null {
  try {
    const text = readFileSync(join(folder, PROGRESS_FILE), 'utf8')
    return remoteProgressSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from '#trial/folder-lock'
import { makeFolder } from '#trial/out-folder'
import { isToRepeat, readResult } from '#trial/result'
import { cannotWrite } from '#trial/system-error'
import { jobIdSchema } from './trial-job.ts'

/**
 * Where a worker plays its trials, a folder each, and keeps those that are over until the queue has their results. Several
 * workers may share a folder: each takes a numbered one in it for itself.
 */
export class HeldTrials {
  /** Of this worker among those that share the folder, from 1. */
  readonly number: number
  readonly #folder: string
  readonly #release: () => void

  private constructor(number: number, folder: string, release: () => void) {
    this.number = number
    this.#folder = folder
    this.#release = release
  }

  /**
   * Takes the first numbered folder that no other worker holds, with what an earlier one has left there.
   * @throws UsageError when the folder cannot be made.
   * @throws SystemError when nothing can be written.
   */
  static open(folder: string): HeldTrials {
    for (let number = 1; ; number++) {
      const own = join(folder, String(number))
      makeFolder(own)
      try {
        return new HeldTrials(number, own, lockFolder(own).release)
      } catch (error) {
        if (!(error instanceof FolderInUse)) throw error
      }
    }
  }

  /** The folder of a trial; not made yet. */
  folderOf(id: string): string {
    return join(this.#folder, jobIdSchema.parse(id))
  }

  /** Whether the trial was played here to its end. */
  isOver(id: string): boolean {
    try {
      const result = readResult(this.folderOf(id))
      return result !== null && !isToRepeat(result.end)
    } catch {
      return false
    }
  }

  /** Trials that are over; what else is left of earlier ones is deleted. */
  over(): string[] {
    const all = readdirSync(this.#folder, { withFileTypes: true })
    const ids = all.filter(
      (entry) => entry.isDirectory() && jobIdSchema.safeParse(entry.name).success,
    )
    const over = ids.map(({ name }) => name).filter((id) => this.isOver(id))
    for (const { name } of ids) if (!over.includes(name)) this.drop(name)
    return over
  }

  drop(id: string): void {
    rmSync(this.folderOf(id), { recursive: true, force: true })
  }

  /** An empty folder for a trial. @throws SystemError */
  clear(id: string): string {
    const folder = this.folderOf(id)
    this.drop(id)
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
    } catch (error) {
      throw cannotWrite(folder, error)
    }
    return folder
  }

  close(): void {
    this.#release()
  }
}

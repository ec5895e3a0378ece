import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite } from '#trial/errors'
import { FolderInUse, lockFolder } from '#trial/folder-lock'
import { makeFolder } from '#trial/out-folder'
import { isToRepeat, readResult } from '#trial/result'
import { jobIdSchema } from './trial-job.ts'

/**
 * The folder in which a worker plays its trials and keeps finished ones until their results are delivered. Several workers
 * may share the folder: each takes a numbered folder in it.
 */
export class HeldTrials {
  /** Number of this worker among those that share the folder, from 1. */
  readonly number: number
  readonly #folder: string
  readonly #release: () => void

  private constructor(number: number, folder: string, release: () => void) {
    this.number = number
    this.#folder = folder
    this.#release = release
  }

  /**
   * Takes the first numbered folder that no other worker holds, with the trials of an earlier worker in it.
   * @throws UsageError when the folder cannot be made.
   * @throws SystemError when the disk is full or failing.
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

  /** The path of a trial's folder. */
  folderOf(id: string): string {
    return join(this.#folder, jobIdSchema.parse(id))
  }

  /** Whether the trial has finished here. */
  isOver(id: string): boolean {
    try {
      const result = readResult(this.folderOf(id))
      return result !== null && !isToRepeat(result.end)
    } catch {
      return false
    }
  }

  /** The finished trials; deletes the folders of unfinished ones. */
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

  /** Makes an empty folder for a trial. @throws SystemError */
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

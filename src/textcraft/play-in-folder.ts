import { lockFolder } from '#trial/folder-lock'
import { makeFolder } from '#trial/out-folder'
import type { BenchmarkResult, TaskResult } from './benchmark.ts'
import { type LogSettings, type PlayedTask, TaskLog } from './task-log.ts'
import type { TextCraftTask } from './tasks.ts'

/** Plays tasks and reports each as soon as it is over. */
export type PlayTasks = (
  tasks: readonly TextCraftTask[],
  onResult: (result: TaskResult) => void,
  signal: AbortSignal,
) => Promise<BenchmarkResult>

export interface PlayedInFolder {
  /** All finished tasks of this and earlier runs, in the order of the tasks. */
  readonly tasks: readonly PlayedTask[]
  readonly ended: BenchmarkResult['ended']
}

/**
 * Plays the tasks without a result in a folder, and writes one line of JSON for each.
 * @throws UsageError when the folder holds results with other settings.
 * @throws FolderInUse when another process uses the folder.
 * @throws SystemError when a result cannot be written; earlier results stay.
 */
export async function playInFolder(
  folder: string,
  settings: LogSettings,
  tasks: readonly TextCraftTask[],
  play: PlayTasks,
  signal: AbortSignal,
): Promise<PlayedInFolder> {
  makeFolder(folder)
  const lock = lockFolder(folder)
  try {
    const log = new TaskLog(folder, settings)
    const known = log.open()
    const missing = tasks.filter(({ id }) => !known.has(id))
    const broken = new AbortController()
    const write = (result: TaskResult) => {
      try {
        log.append(result)
      } catch (error) {
        broken.abort(error)
      }
    }
    const { ended } =
      missing.length > 0
        ? await play(missing, write, AbortSignal.any([signal, broken.signal]))
        : { ended: null }
    broken.signal.throwIfAborted()
    const played = log.read()
    return { tasks: tasks.flatMap(({ id }) => played.get(id) ?? []), ended }
  } finally {
    lock.release()
  }
}

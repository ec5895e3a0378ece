import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { writeAtomically } from '#trial/atomic-file'
import { cannotWrite, UsageError } from '#trial/errors'
import { MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import type { TaskResult } from './benchmark.ts'
import type { BranchSelectorName } from './branch-selectors.ts'
import type { Method } from './methods.ts'

/** The settings of all tasks of one log. */
export interface LogSettings {
  readonly method: Method
  readonly dMax: number
  /** Null for rules. */
  readonly model: string | null
  readonly executorModel: string | null
  /** The selector of branches, for the methods that use one. */
  readonly selector?: BranchSelectorName
  /** Folder of discovered skills; by default, none. */
  readonly skillMemory?: string | undefined
}

const FILE = 'tasks.jsonl'
const VERSION = 2

const headSchema = z.object({ v: z.literal(VERSION), settings: z.record(z.string(), z.unknown()) })
const taskSchema = z.looseObject({
  id: z.int(),
  recipeDepth: z.int(),
  solved: z.boolean(),
  claimed: z.boolean(),
  depth: z.int(),
  calls: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  examples: z.int().nonnegative().optional(),
})

/** A finished task of TextCraft, as it is logged. */
export type PlayedTask = z.infer<typeof taskSchema>

/** The log of one method: a line with the settings, then one line for each task. */
export class TaskLog {
  readonly #file: string
  readonly #settings: LogSettings

  constructor(folder: string, settings: LogSettings) {
    this.#file = join(folder, FILE)
    this.#settings = settings
  }

  /**
   * Reads the finished tasks by number, without damaged lines.
   * @throws UsageError when the settings differ, or the file is not a log.
   */
  read(): ReadonlyMap<number, PlayedTask> {
    const [head, ...lines] = textOf(this.#file).split('\n')
    if (!head) return new Map()
    const { data } = headSchema.safeParse(parsed(head))
    if (!data)
      throw new UsageError(
        `${this.#file} is damaged or from another version of Delver; use another --out`,
      )
    const different = Object.entries(this.#settings).filter(
      ([name, value]) => !isDeepStrictEqual(value, data.settings[name]),
    )
    if (different.length > 0)
      throw new UsageError(
        `${this.#file} was played with another ${different.map(([name]) => name).join(', ')}; use another --out or the same options`,
      )
    const tasks = lines.flatMap((line) => taskSchema.safeParse(parsed(line)).data ?? [])
    return new Map(tasks.map((task) => [task.id, task]))
  }

  /** Prepares the file for appending and removes damaged lines. @throws UsageError as {@link read}, SystemError */
  open(): ReadonlyMap<number, PlayedTask> {
    const tasks = this.read()
    const lines = [{ v: VERSION, settings: this.#settings }, ...tasks.values()]
    writeAtomically(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return tasks
  }

  /** @throws SystemError */
  append(result: TaskResult): void {
    try {
      appendFileSync(this.#file, `${JSON.stringify(result)}\n`)
    } catch (error) {
      throw cannotWrite(this.#file, error)
    }
  }
}

function textOf(file: string): string {
  try {
    return readGuardedText(file, MAX_TRIAL_FILE_BYTES) ?? ''
  } catch (error) {
    throw new UsageError(`cannot read ${file} (${(error as Error).message})`)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

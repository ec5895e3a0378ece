import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ItemCounts } from '#goal/goal'
import { isGuardedFile } from '#wire/guarded-file'
import { itemAmount } from '#wire/item-words'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { keptIn } from './order-arguments.ts'
import type { QueuedOrder, QueueStore } from './order-queue.ts'
import { isAnswer, parseOrder } from './orders.ts'

/** Version of the tables. A file of another version is set aside. */
const VERSION = 1

/** A position in a dimension. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly dimension: string
}

/** A named place. */
export interface NamedPlace extends Spot {
  readonly name: string
  /** No block within this distance is dug (blocks); 0 for none. */
  readonly radius: number
}

const at = {
  x: z.int().min(-30_000_000).max(30_000_000),
  y: z.int().min(-2048).max(2048),
  z: z.int().min(-30_000_000).max(30_000_000),
}
const spot = {
  ...at,
  dimension: z.string().regex(/^[\w:/.-]{1,64}$/),
}
/** A position in a world of the server, by the server's name of it. */
const inWorld = { ...at, world: z.string().max(400) }
const kindName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)
const progress = z.object({
  before: z.int().min(0),
  given: z.int().min(0),
  carriedAtGiving: z.int().min(0).nullable(),
  site: z.object({ ...spot, wood: kindName.nullable() }).optional(),
})

/** The kinds of memories: the schema of one, and how many are kept. */
const KINDS = {
  places: {
    limit: 64,
    schema: z.object({ ...spot, name: z.string().min(1).max(32), radius: z.int().min(0).max(64) }),
  },
  /** Blocks that are worth a walk, such as ores. */
  sightings: { limit: 2048, schema: z.object({ ...inWorld, block: kindName }) },
  /** What chests held when they were last open. */
  chests: {
    limit: 256,
    schema: z.object({ ...inWorld, contents: z.record(kindName, z.int().min(0).max(100_000)) }),
  },
  /** Where players were last in sight. */
  people: { limit: 64, schema: z.object({ ...spot, name: z.string().regex(/^\w{1,16}$/) }) },
  deaths: { limit: 64, schema: z.object({ ...spot, cause: z.string().max(160) }) },
  past: {
    limit: 256,
    schema: z.object({
      title: z.string().max(200),
      by: z.string().nullable(),
      result: z.string().max(300),
    }),
  },
  /** Orders that hold whenever there is nothing else to do. */
  standing: {
    limit: 32,
    schema: z.object({
      item: kindName,
      count: z.int().min(1).max(2304),
      where: keptIn,
    }),
  },
  queue: {
    limit: 64,
    schema: z.object({
      id: z.int().positive(),
      order: z.unknown(),
      by: z.string().nullable(),
      held: z.boolean(),
      progress: progress.nullable(),
    }),
  },
} as const

export type MemoryKind = keyof typeof KINDS
export const MEMORY_KINDS = Object.keys(KINDS) as MemoryKind[]
export type Remembered<Kind extends MemoryKind> = z.output<(typeof KINDS)[Kind]['schema']>

/**
 * What the companion remembers of one world between processes, in a file of SQLite: rows of JSON by kind and key. Each
 * kind keeps its newest rows. Damaged rows are skipped, and a damaged file is set aside, with a message. A failing disk
 * is reported once; the process then continues without writing.
 */
export class Memory implements QueueStore {
  readonly #db: DatabaseSync
  readonly #notice: (text: string) => void
  /** The time (ms since 1970), by which rows are dated. */
  readonly now: () => number
  #hasFailed = false

  private constructor(db: DatabaseSync, { notice, now }: MemoryOptions) {
    this.#db = db
    this.#notice = notice
    this.now = now ?? Date.now
  }

  /**
   * Opens a file, or creates it.
   * @param path `:memory:` for a memory that lasts as long as the process.
   */
  static async open(path: string, options: MemoryOptions): Promise<Memory> {
    const { notice } = options
    const { DatabaseSync: Database } = await sqlite()
    const fresh = () => new Memory(prepared(new Database(path)), options)
    if (path === ':memory:') return fresh()
    mkdirSync(dirname(path), { recursive: true })
    if (existsSync(path) && !isGuardedFile(path)) {
      notice(`${path} is not a regular file; nothing is remembered`)
      return new Memory(prepared(new Database(':memory:')), options)
    }
    try {
      return fresh()
    } catch (error) {
      const aside = setAside(path)
      notice(`cannot read the memory in ${path} (${reasonOf(error)}); it is now ${aside}`)
      return fresh()
    }
  }

  /**
   * Opens an existing file to read it, and changes nothing.
   * @throws Error when it cannot be read.
   */
  static async read(path: string, options: MemoryOptions): Promise<Memory> {
    const { DatabaseSync: Database } = await sqlite()
    if (!isGuardedFile(path)) throw new Error(`${path} is not a regular file`)
    const db = new Database(path, { readOnly: true })
    checkVersion(db)
    return new Memory(db, options)
  }

  close(): void {
    this.#db.close()
  }

  /** Remembers a row in place of one with the same key. */
  remember<Kind extends MemoryKind>(kind: Kind, key: string, value: Remembered<Kind>): void {
    this.change(kind, [[key, value]], [])
  }

  /** Remembers some rows and forgets others, in one step. */
  change<Kind extends MemoryKind>(
    kind: Kind,
    entries: Iterable<readonly [key: string, value: Remembered<Kind>]>,
    forgotten: Iterable<string>,
  ): void {
    this.#inTransaction(() => {
      for (const key of forgotten) this.forget(kind, key)
      for (const [key, value] of entries) this.#write(kind, key, value)
      this.#trim(kind)
    })
  }

  /** Remembers a row beside all others. */
  append<Kind extends MemoryKind>(kind: Kind, value: Remembered<Kind>): void {
    const last = this.#db.prepare('SELECT MAX(rowid) AS last FROM memories').get()?.last
    this.remember(kind, String(Number(last ?? 0) + 1), value)
  }

  /** Forgets one row. @returns whether there was one. */
  forget(kind: MemoryKind, key: string): boolean {
    const statement = this.#db.prepare('DELETE FROM memories WHERE kind = ? AND key = ?')
    return statement.run(kind, key).changes > 0
  }

  /** Forgets all rows of a kind. @returns how many. */
  forgetAll(kind: MemoryKind): number {
    return Number(this.#db.prepare('DELETE FROM memories WHERE kind = ?').run(kind).changes)
  }

  /** All rows of a kind, the oldest first. Damaged rows are skipped with a message. */
  all<Kind extends MemoryKind>(kind: Kind): Remembered<Kind>[] {
    return this.dated(kind).map(({ value }) => value)
  }

  /** All rows of a kind with the time when each was written (ms since 1970), the oldest first. */
  dated<Kind extends MemoryKind>(kind: Kind): { value: Remembered<Kind>; at: number }[] {
    const { schema } = KINDS[kind]
    const rows = this.#db
      .prepare('SELECT at, value FROM memories WHERE kind = ? ORDER BY rowid')
      .all(kind)
    const read = rows.flatMap(({ at, value }) => {
      const parsed = schema.safeParse(jsonOf(value))
      return parsed.success ? [{ value: parsed.data as Remembered<Kind>, at: Number(at) }] : []
    })
    const damaged = rows.length - read.length
    if (damaged > 0) this.#notice(`skipped ${counted(damaged, 'damaged row')} of ${kind}`)
    return read
  }

  /** The orders of the queue as they were saved last. */
  load(): QueuedOrder[] {
    return this.all('queue').flatMap(({ order, ...rest }) => {
      const read = parseOrder(order)
      if (read && !isAnswer(read)) return [{ ...rest, order: read }]
      this.#notice('skipped a damaged order')
      return []
    })
  }

  save(orders: readonly QueuedOrder[]): void {
    this.#inTransaction(() => {
      this.forgetAll('queue')
      for (const one of orders) this.#write('queue', String(one.id), one)
    })
  }

  #write(kind: MemoryKind, key: string, value: unknown): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO memories (kind, key, at, value) VALUES (?, ?, ?, ?)')
      .run(kind, key, this.now(), JSON.stringify(value))
  }

  /** Deletes the oldest rows of a kind beyond its limit. The row ids grow with each write. */
  #trim(kind: MemoryKind): void {
    this.#db
      .prepare(
        'DELETE FROM memories WHERE kind = ? AND rowid <= (SELECT rowid FROM memories WHERE kind = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)',
      )
      .run(kind, kind, KINDS[kind].limit)
  }

  /** Writes everything or nothing. A failure of the disk is reported once. */
  #inTransaction(write: () => void): void {
    try {
      this.#db.exec('BEGIN')
      try {
        write()
        this.#db.exec('COMMIT')
      } catch (error) {
        this.#db.exec('ROLLBACK')
        throw error
      }
    } catch (error) {
      if (!this.#hasFailed)
        this.#notice(`cannot write the memory (${reasonOf(error)}); what is new is not remembered`)
      this.#hasFailed = true
    }
  }
}

export interface MemoryOptions {
  /** Receives a line about what could not be read or written. */
  readonly notice: (text: string) => void
  /** The time (ms since 1970); by default, that of the process, which a simulation replaces. */
  readonly now?: () => number
}

/** `5 torches, 3 iron ingots`, at most 12 kinds. */
export function contentsText(contents: ItemCounts): string {
  const entries = Object.entries(contents).sort(([, a], [, b]) => b - a)
  const shown = entries.slice(0, 12).map(([item, count]) => itemAmount(item, count))
  return (entries.length > 12 ? [...shown, `${entries.length - 12} more kinds`] : shown).join(', ')
}

/** Renames a damaged file and what SQLite keeps beside it. @returns its new name, which no earlier file has. */
function setAside(path: string): string {
  let number = 1
  while (existsSync(`${path}.damaged-${number}`)) number++
  const aside = `${path}.damaged-${number}`
  renameSync(path, aside)
  // A new database would take the old journal for its own.
  for (const journal of ['-wal', '-shm'])
    if (existsSync(path + journal)) renameSync(path + journal, aside + journal)
  return aside
}

/** @throws Error for a file that is no database, or of another version. */
function prepared(db: DatabaseSync): DatabaseSync {
  checkVersion(db)
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA user_version = ${VERSION};
     CREATE TABLE IF NOT EXISTS memories (kind TEXT, key TEXT, at INTEGER, value TEXT, PRIMARY KEY (kind, key))`,
  )
  return db
}

function checkVersion(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version === 0 || version === VERSION) return
  db.close()
  throw new Error(`it has version ${version}`)
}

function reasonOf(error: unknown): string {
  return plainText(error instanceof Error ? error.message : String(error))
}

function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return undefined
  }
}

/** Loads SQLite without Node's warning that it is experimental. */
async function sqlite(): Promise<typeof import('node:sqlite')> {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return await import('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

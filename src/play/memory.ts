import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ItemCounts } from '#goal/goal'
import { isGuardedFile } from '#wire/guarded-file'
import { plainText } from '#wire/plain-text'
import type { QueuedOrder, QueueStore } from './order-queue.ts'
import { parseOrder } from './orders.ts'

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

const spot = {
  x: z.int().min(-30_000_000).max(30_000_000),
  y: z.int().min(-2048).max(2048),
  z: z.int().min(-30_000_000).max(30_000_000),
  dimension: z.string().regex(/^[\w:/.-]{1,64}$/),
}
const progress = z.object({
  before: z.int().min(0),
  given: z.int().min(0),
  carriedAtGiving: z.int().min(0).nullable(),
})

/** The kinds of memories: the schema of one, and how many are kept. */
const KINDS = {
  places: {
    limit: 64,
    schema: z.object({ ...spot, name: z.string().min(1).max(32), radius: z.int().min(0).max(64) }),
  },
  deaths: { limit: 64, schema: z.object({ ...spot, cause: z.string().max(160) }) },
  past: {
    limit: 256,
    schema: z.object({
      title: z.string().max(200),
      by: z.string().nullable(),
      result: z.string().max(300),
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
export type Remembered<Kind extends MemoryKind> = z.output<(typeof KINDS)[Kind]['schema']>

/**
 * What the companion remembers of one world between processes, in a file of SQLite: rows of JSON by kind and key. Each
 * kind keeps its newest rows. Damaged rows are skipped, and a damaged file is set aside, with a message.
 */
export class Memory implements QueueStore {
  readonly #db: DatabaseSync
  readonly #notice: (text: string) => void

  private constructor(db: DatabaseSync, notice: (text: string) => void) {
    this.#db = db
    this.#notice = notice
  }

  /**
   * Opens a file, or creates it.
   * @param path `:memory:` for a memory that lasts as long as the process.
   * @param notice receives a line about what could not be read.
   */
  static async open(path: string, notice: (text: string) => void): Promise<Memory> {
    const { DatabaseSync: Database } = await sqlite()
    if (path === ':memory:') return new Memory(prepared(new Database(path)), notice)
    mkdirSync(dirname(path), { recursive: true })
    if (existsSync(path) && !isGuardedFile(path)) {
      notice(`${path} is not a regular file; nothing is remembered`)
      return new Memory(prepared(new Database(':memory:')), notice)
    }
    try {
      return new Memory(prepared(new Database(path)), notice)
    } catch (error) {
      const aside = `${path}.damaged`
      renameSync(path, aside)
      const reason = plainText(error instanceof Error ? error.message : String(error))
      notice(`cannot read the memory in ${path} (${reason}); it is now ${aside}`)
      return new Memory(prepared(new Database(path)), notice)
    }
  }

  close(): void {
    this.#db.close()
  }

  /** Remembers a row in place of one with the same key. */
  remember<Kind extends MemoryKind>(kind: Kind, key: string, value: Remembered<Kind>): void {
    this.#write(kind, key, value)
    this.#db
      .prepare(
        'DELETE FROM memories WHERE kind = ? AND rowid NOT IN (SELECT rowid FROM memories WHERE kind = ? ORDER BY at DESC, rowid DESC LIMIT ?)',
      )
      .run(kind, kind, KINDS[kind].limit)
  }

  #write(kind: MemoryKind, key: string, value: unknown): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO memories (kind, key, at, value) VALUES (?, ?, ?, ?)')
      .run(kind, key, Date.now(), JSON.stringify(value))
  }

  /** Forgets one row. @returns whether there was one. */
  forget(kind: MemoryKind, key: string): boolean {
    return (
      this.#db.prepare('DELETE FROM memories WHERE kind = ? AND key = ?').run(kind, key).changes > 0
    )
  }

  /** All rows of a kind, the oldest first. Damaged rows are skipped with a message. */
  all<Kind extends MemoryKind>(kind: Kind): Remembered<Kind>[] {
    const { schema } = KINDS[kind]
    const rows = this.#db
      .prepare('SELECT value FROM memories WHERE kind = ? ORDER BY at, rowid')
      .all(kind)
    const read = rows.flatMap(({ value }) => {
      const parsed = schema.safeParse(jsonOf(value))
      return parsed.success ? [parsed.data as Remembered<Kind>] : []
    })
    const damaged = rows.length - read.length
    if (damaged > 0) this.#notice(`skipped ${damaged} damaged memories of ${kind}`)
    return read
  }

  /** The orders of the queue as they were saved last. */
  load(): QueuedOrder[] {
    return this.all('queue').flatMap(({ order, ...rest }) => {
      const read = parseOrder(order)
      if (!read) this.#notice('skipped a damaged order')
      return read ? [{ ...rest, order: read }] : []
    })
  }

  save(orders: readonly QueuedOrder[]): void {
    this.#db.exec('BEGIN')
    try {
      this.#db.prepare('DELETE FROM memories WHERE kind = ?').run('queue')
      for (const one of orders) this.#write('queue', String(one.id), one)
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }
}

/** `3 iron_ingot, 5 torch`, at most 12 kinds. */
export function contentsText(contents: ItemCounts): string {
  const entries = Object.entries(contents).sort(([, a], [, b]) => b - a)
  const shown = entries.slice(0, 12).map(([item, count]) => `${count} ${item}`)
  return (entries.length > 12 ? [...shown, `${entries.length - 12} more kinds`] : shown).join(', ')
}

/** @throws Error for a file that is no database, or of another version. */
function prepared(db: DatabaseSync): DatabaseSync {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version !== 0 && version !== VERSION) {
    db.close()
    throw new Error(`it has version ${version}`)
  }
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA user_version = ${VERSION};
     CREATE TABLE IF NOT EXISTS memories (kind TEXT, key TEXT, at INTEGER, value TEXT, PRIMARY KEY (kind, key))`,
  )
  return db
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

import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { RefusedFile, readGuardedText } from '#wire/guarded-file'
import { writeAtomically } from './atomic-file.ts'
import { cannotWrite, SystemError } from './errors.ts'

/** File in a folder while a campaign plays in it. */
const LOCK_FILE = 'campaign.lock'

/** Larger than any lock (bytes). */
const MAX_LOCK_BYTES = 64 * 1024

const holderSchema = z.object({
  id: z.string(),
  pid: z.int().positive(),
  host: z.string(),
  /** Time of the lock (ISO 8601). */
  since: z.iso.datetime(),
  /** Distinguishes the process from a later one with the same id; see {@link startOf}. */
  start: z.string(),
  /** The boot and container in which the process id is valid; null when unknown. */
  space: z.string().nullable(),
})
type Holder = z.infer<typeof holderSchema>

/** Another campaign uses the folder; the message is one line and names its process. */
export class FolderInUse extends Error {
  constructor(file: string, { pid, host, since, space }: Holder) {
    const who = `another campaign holds ${file} (process ${pid} on ${host}, since ${since})`
    const isHere = host === hostname() && space !== null && space === ownSpace()
    super(
      isHere
        ? `${who}; wait until it ends, or give another --out`
        : `${who}; give another --out, or delete that file if the process is gone`,
    )
    this.name = 'FolderInUse'
  }
}

export interface FolderLock {
  /** The earlier holder, when its process ended without releasing the folder; null for none. */
  readonly takenFrom: string | null
  release(): void
}

/**
 * Locks a folder for one campaign and takes over the lock of a process that has ended. Whether a process on another machine
 * has ended is unknown, so its lock is respected.
 * @throws FolderInUse
 * @throws SystemError when the lock cannot be written.
 */
export function lockFolder(folder: string): FolderLock {
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    start: startOf(process.pid) ?? '',
    space: ownSpace(),
  }
  return lock(join(folder, LOCK_FILE), `${JSON.stringify(own)}\n`)
}

function lock(file: string, own: string): FolderLock {
  const release = () => {
    if (read(file) === own) rmSync(file, { force: true })
  }
  for (;;) {
    if (create(file, own)) return { takenFrom: null, release }
    const found = read(file)
    // Another process has released it since.
    if (found === null) continue
    const holder = holderIn(found)
    if (holder && !isGone(holder)) throw new FolderInUse(file, holder)
    // A second lock ensures that only one process takes over.
    const turn = lock(`${file}.takeover`, own)
    try {
      if (read(file) !== found) continue
      writeAtomically(file, own)
      const takenFrom = holder
        ? `process ${holder.pid}, since ${holder.since}`
        : 'with a damaged lock'
      return { takenFrom, release }
    } finally {
      turn.release()
    }
  }
}

/** Creates the file with its whole content in one step; false when it exists. */
function create(file: string, content: string): boolean {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // Some file systems do not support hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error)))
      throw cannotWrite(file, error)
    return createInPlace(file, content)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function createInPlace(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw cannotWrite(file, error)
  }
}

function read(file: string): string | null {
  try {
    return readGuardedText(file, MAX_LOCK_BYTES)
  } catch (error) {
    if (error instanceof RefusedFile) throw new SystemError(error.message)
    if (codeOf(error) === 'ENOENT') return null
    throw cannotWrite(file, error)
  }
}

/** The holder in a lock file; null for an incomplete file, whose process ended while writing it. */
function holderIn(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function isGone({ pid, host, since, start, space }: Holder): boolean {
  if (host !== hostname()) return false
  const isSameSpace = space === ownSpace()
  if (isSameSpace && startOf(pid) !== start) return true
  // A process of an earlier boot has ended. In a known space, the comparison of starts has decided already.
  const bootedMs = Date.now() - 1000 * uptime()
  return (!isSameSpace || space === null) && Date.parse(since) < bootedMs
}

/**
 * The start time of a process in the system's own units, which distinguishes it from a later process with the same id; on
 * other systems than Linux a constant. Null when the process does not run.
 */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return isRunning(pid) ? 'running' : null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the name in parentheses may contain anything; the state follows it, and the start is field 20 from there.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function ownSpace(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Redis } from 'ioredis'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { cannotWrite } from '#trial/system-error'
import { PREFIX } from './trial-job.ts'

/** What a log may be when it is unpacked (bytes): more than any trial writes. */
const MOST_UNPACKED = 256 * 1024 * 1024

/** What goes through Redis for one trial (bytes, compressed): Redis keeps it in memory until the campaign has fetched it. */
const MOST_THROUGH_REDIS = 16 * 1024 * 1024

/** For how long what nobody fetches is kept (s). */
export const KEPT_SECONDS = 14 * 24 * 3600

/** Files of a trial as they travel, compressed: by the names that they have in {@link FILES}. */
type Packed = ReadonlyMap<string, Buffer>

/** The files that come back: the name in a trial's folder, the name on the way, and whether it is compressed there already. */
const FILES = [
  { file: EVENTS_FILE, packed: `${EVENTS_FILE}.gz`, isCompressed: false },
  { file: RECORDING_FILE, packed: RECORDING_FILE, isCompressed: true },
] as const

/** How the files of trials get from workers to their campaign. */
export interface FileStore {
  /** The most that it takes for one trial (bytes). */
  readonly most: number
  put(id: string, files: Packed): Promise<void>
  get(id: string): Promise<Packed>
  drop(id: string): Promise<void>
}

/** Through Redis itself. */
export function redisStore(redis: Redis): FileStore {
  const key = (id: string) => `${PREFIX}:files:${id}`
  return {
    most: MOST_THROUGH_REDIS,
    async put(id, files) {
      if (files.size === 0) return
      await redis.multi().hset(key(id), new Map(files)).expire(key(id), KEPT_SECONDS).exec()
    },
    async get(id) {
      const found = FILES.map(
        async ({ packed }) => [packed, await redis.hgetBuffer(key(id), packed)] as const,
      )
      return new Map(
        (await Promise.all(found)).flatMap(([name, data]) => (data ? [[name, data]] : [])),
      )
    },
    async drop(id) {
      await redis.del(key(id))
    },
  }
}

/** By a folder that campaign and workers can reach, such as a network drive: a folder in it for each trial. */
export function folderStore(folder: string): FileStore {
  return {
    most: Number.POSITIVE_INFINITY,
    async put(id, files) {
      try {
        mkdirSync(join(folder, id), { recursive: true })
        for (const [name, data] of files) {
          const path = join(folder, id, name)
          writeFileSync(`${path}.tmp`, data)
          renameSync(`${path}.tmp`, path)
        }
      } catch (error) {
        throw cannotWrite(join(folder, id), error)
      }
    },
    async get(id) {
      if (!existsSync(join(folder, id))) return new Map()
      const there = readdirSync(join(folder, id))
      const names = FILES.map(({ packed }) => packed).filter((name) => there.includes(name))
      return new Map(names.map((name) => [name, readFileSync(join(folder, id, name))]))
    },
    async drop(id) {
      rmSync(join(folder, id), { recursive: true, force: true })
    },
  }
}

/** The files of a trial's folder, compressed; those that a store does not take are left out, the largest first. */
export async function packFiles(
  folder: string,
  most: number,
): Promise<{ files: Packed; leftOut: { name: string; bytes: number }[] }> {
  const files = new Map<string, Buffer>()
  const leftOut: { name: string; bytes: number }[] = []
  let bytes = 0
  for (const { file, packed, isCompressed } of FILES) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    const content = readFileSync(path)
    const data = isCompressed ? content : await promisify(gzip)(content)
    if (bytes + data.length > most) leftOut.push({ name: file, bytes: data.length })
    else {
      files.set(packed, data)
      bytes += data.length
    }
  }
  return { files, leftOut }
}

/**
 * Writes files into a trial's folder.
 * @throws Error when they cannot be unpacked.
 * @throws SystemError when they cannot be written.
 */
export async function unpackFiles(folder: string, files: Packed): Promise<void> {
  for (const { file, packed, isCompressed } of FILES) {
    const data = files.get(packed)
    if (!data) continue
    const content = isCompressed
      ? data
      : await promisify(gunzip)(data, { maxOutputLength: MOST_UNPACKED })
    try {
      writeFileSync(join(folder, file), content)
    } catch (error) {
      throw cannotWrite(join(folder, file), error)
    }
  }
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Redis } from 'ioredis'
import { TRANSCRIPT_FILE } from '#llm/transcript'
import { writeAtomically } from '#trial/atomic-file'
import { cannotWrite, SystemError } from '#trial/errors'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { makeFolders } from '#trial/out-folder'
import { MAX_TRIAL_FILE_BYTES, readGuarded } from '#wire/guarded-file'
import { PREFIX } from './trial-job.ts'

/** Limit for one trial through Redis (bytes, compressed): Redis holds it in memory until the campaign fetches it. */
const MAX_REDIS_BYTES = 16 * 1024 * 1024

/** Retention of files and jobs that no campaign fetches (s). */
export const KEPT_SECONDS = 14 * 24 * 3600

/** Compressed files of a trial, by the `packed` names in {@link FILES}. */
type Packed = ReadonlyMap<string, Buffer>

/** The files that workers return: the name in a trial's folder, the name in the store, and whether the former is compressed. */
const FILES = [
  { file: EVENTS_FILE, packed: `${EVENTS_FILE}.gz`, isCompressed: false },
  { file: TRANSCRIPT_FILE, packed: `${TRANSCRIPT_FILE}.gz`, isCompressed: false },
  { file: RECORDING_FILE, packed: RECORDING_FILE, isCompressed: true },
] as const

/** Carries the files of trials from workers to their campaign. */
export interface FileStore {
  /** Limit for one trial (bytes, compressed). */
  readonly maxBytes: number
  put(id: string, files: Packed): Promise<void>
  get(id: string): Promise<Packed>
  drop(id: string): Promise<void>
}

/** A store in Redis itself. */
export function redisStore(redis: Redis): FileStore {
  const key = (id: string) => `${PREFIX}:files:${id}`
  return {
    maxBytes: MAX_REDIS_BYTES,
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

/** A store in a folder that campaign and workers can reach, such as a network drive; each trial has a folder in it. */
export function folderStore(folder: string): FileStore {
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    async put(id, files) {
      try {
        makeFolders(join(folder, id))
        for (const [name, data] of files) writeAtomically(join(folder, id, name), data)
      } catch (error) {
        if (error instanceof SystemError) throw error
        throw cannotWrite(join(folder, id), error)
      }
    },
    async get(id) {
      const found = FILES.map(
        ({ packed }) =>
          [packed, readGuarded(join(folder, id, packed), MAX_TRIAL_FILE_BYTES)] as const,
      )
      return new Map(found.flatMap(([name, data]) => (data ? [[name, data]] : [])))
    },
    async drop(id) {
      rmSync(join(folder, id), { recursive: true, force: true })
    },
  }
}

/** The files of a trial's folder, compressed; those beyond the limit of the store are left out. */
export async function packFiles(
  folder: string,
  maxBytes: number,
): Promise<{ files: Packed; leftOut: { name: string; bytes: number }[] }> {
  const files = new Map<string, Buffer>()
  const leftOut: { name: string; bytes: number }[] = []
  let bytes = 0
  for (const { file, packed, isCompressed } of FILES) {
    const content = readGuarded(join(folder, file), MAX_TRIAL_FILE_BYTES)
    if (!content) continue
    const data = isCompressed ? content : await promisify(gzip)(content)
    if (bytes + data.length > maxBytes) leftOut.push({ name: file, bytes: data.length })
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
      : await promisify(gunzip)(data, { maxOutputLength: MAX_TRIAL_FILE_BYTES })
    try {
      writeFileSync(join(folder, file), content)
    } catch (error) {
      throw cannotWrite(join(folder, file), error)
    }
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { delverVersion, versionsInUse } from '#trial/versions'
import { MAX_MODEL_BYTES, readGuarded } from '#wire/guarded-file'

/** Folders of the package that decide how a trial goes: sources, or the code compiled from them. */
const PLAYING = ['src', 'skills', 'selector', 'prompts', 'dist']
const CODE = /\.(ts|js|json|md|txt)$/

/** Length of a hash in names and comparisons (characters). */
const HASH_LENGTH = 12

/**
 * Identifies the code that plays: the version of Delver and a hash of its files and of the versions of its libraries, such
 * as `0.1.0-3f9a0c12be77`. Trials with the same seed are identical only between equal builds. Node is not part of the hash.
 */
export function buildName(): string {
  const root = packageFolder()
  const { node: _, ...versions } = versionsInUse()
  const hash = createHash('sha256').update(JSON.stringify(versions))
  const isSource = existsSync(join(root, 'src/cli/main.ts'))
  for (const folder of PLAYING)
    if (folder !== 'dist' || !isSource) addFolder(hash, join(root, folder), folder)
  return `${delverVersion()}-${hash.digest('hex').slice(0, HASH_LENGTH)}`
}

/** A hash of a selector model's file; null when there is no such file or it is refused (see {@link readGuarded}). */
export function modelFileHash(path: string): string | null {
  try {
    const content = readGuarded(path, MAX_MODEL_BYTES)
    return content && createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH)
  } catch {
    return null
  }
}

function addFolder(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (!existsSync(path)) return
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    CODE.test(file),
  )
  for (const file of files.sort())
    hash.update(`\0${name}/${file}\0`).update(readFileSync(join(path, file)))
}

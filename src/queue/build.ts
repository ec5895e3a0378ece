import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { codeHash, HASH_LENGTH } from '#trial/code-hash'
import { delverVersion } from '#trial/versions'
import { MAX_MODEL_BYTES, readGuarded } from '#wire/guarded-file'

/** Folders of the package that decide how a trial goes: sources, or the code compiled from them. */
const PLAYING = ['src', 'skills', 'selector', 'prompts']

/**
 * Identifies the code that plays: the version of Delver and a hash of its files and of the versions of its libraries, such
 * as `0.1.0-3f9a0c12be77`. Trials with the same seed are identical only between equal builds. Node is not part of the hash.
 */
export function buildName(): string {
  const isSource = existsSync(join(packageFolder(), 'src/cli/main.ts'))
  return `${delverVersion()}-${codeHash(isSource ? PLAYING : [...PLAYING, 'dist'])}`
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
